import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ExpectedError } from "../../../scripts/lib/errors/expected-error";
import { gitAuthor } from "../../../scripts/review/acknowledgement-author";
import { readAcknowledgements, type Description } from "../../../scripts/review/acknowledgements";
import { acknowledgementText } from "../../../scripts/review/render/acknowledgement-text";
import { NOW } from "../../helpers/environment";

const ADDRESS = "research-storage.aws_fsx_lustre_file_system.lustre";
const REASON = "Its checkpoints are all in S3.";
const DANGER = "3f0c9a51b7e2";
const ADA = "Ada Lovelace <ada@example.com>";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "railyard-acknowledgements-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const readAll = (descriptions: readonly Description[] = [], at = folder) =>
  readAcknowledgements({ folder: at, descriptions, now: NOW, authorOf: () => ({ by: ADA }) });
const file = (more: Readonly<Record<string, string>>) =>
  Object.entries({ address: ADDRESS, danger: DANGER, reason: REASON, expires: "2026-12-31", ...more })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join("");
const mistakes = (read: () => unknown = () => readAll()): string[] => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectedError);
    return (error as Error).message.replaceAll(folder, "FOLDER").split("\n").slice(1);
  }
  throw new Error("nothing was wrong");
};

describe("files", () => {
  test("are read in the order of their names", () => {
    write("b.yaml", file({}));
    write(
      "a.yml",
      `address: "research-nodes.aws_eks_node_group.h100[\\"a\\"]"\ndanger: 12345678e901\nreason: >\n  Agreed with\n  the team.\nexpires: "2026-12-01"\n`,
    );
    write("README.md", "no acknowledgement");
    mkdirSync(join(folder, "old.yaml"));
    expect(readAll()).toEqual([
      {
        from: "acknowledgements/a.yml",
        by: ADA,
        address: 'research-nodes.aws_eks_node_group.h100["a"]',
        danger: "12345678e901",
        reason: "Agreed with the team.",
        expires: "2026-12-01",
      },
      {
        from: "acknowledgements/b.yaml",
        by: ADA,
        address: ADDRESS,
        danger: DANGER,
        reason: REASON,
        expires: "2026-12-31",
      },
    ]);
  });

  test("need not be there", () => {
    expect(readAll([], join(folder, "none"))).toEqual([]);
    expect(readAll()).toEqual([]);
  });

  test("fails with everything that is wrong in any of them, with file and key", () => {
    write("empty.yaml", "");
    write("broken.yaml", "address: [\n");
    write("keys.yaml", `address: lustre\ndanger: ABC\nreason: yes\nexpires: 31.12.2026\nwho: me\n`);
    write("missing.yaml", `address: ${ADDRESS}\n`);
    write("day.yaml", file({ expires: "2026-02-30" }));
    write("list.yaml", `- address: ${ADDRESS}\n`);
    expect(mistakes(() => readAll([{ text: "Acknowledge: nothing", by: "octocat" }]))).toEqual([
      expect.stringMatching(/^ {2}FOLDER\/broken\.yaml is not YAML: line 2, column 1: /),
      '  FOLDER/day.yaml: expires: "2026-02-30" must be a day, such as 2027-02-19',
      "  FOLDER/empty.yaml: must have the keys address, danger, reason, expires, one acknowledgement a file",
      "  FOLDER/keys.yaml: who: there is no such key; there are address, danger, reason, expires",
      '  FOLDER/keys.yaml: address: "lustre" must be <stack>.<type>.<name>, such as research-storage.aws_fsx_lustre_file_system.lustre',
      '  FOLDER/keys.yaml: danger: "ABC" is none: the review says it beside the danger, 12 digits such as 3f0c9a51b7e2',
      '  FOLDER/keys.yaml: reason: "yes" says too little: say why it is meant, in 2 words at least',
      '  FOLDER/keys.yaml: expires: "31.12.2026" must be a day, such as 2027-02-19',
      "  FOLDER/list.yaml: must have the keys address, danger, reason, expires, one acknowledgement a file",
      "  FOLDER/missing.yaml: danger: is missing: the review says it beside the danger, 12 digits such as 3f0c9a51b7e2",
      "  FOLDER/missing.yaml: reason: is missing",
      "  FOLDER/missing.yaml: expires: is missing",
      '  description, line 1: must be "Acknowledge: <stack>.<type>.<name> danger <digits> until <day>: <reason>", as the review prints it',
    ]);
  });

  test.each([
    ["expires", "9999-12-31", /9999-12-31 is too far away: an acknowledgement holds 90 days at most, until 2027-02-19/],
    ["expires", "2027-02-20", /too far away/],
    ["reason", "<why this is meant>", /is to be filled in/],
    ["reason", "see <ticket>, as agreed", /is to be filled in/],
    ["reason", "xxxxxxxxxxxxxxxx", /says too little/],
    ["reason", "ok ok ok ok ok", /says too little/],
    ["reason", "1234567890 !!!", /says too little/],
  ])("%s %s says nothing", (key, value, message) => {
    write("a.yaml", file({ [key]: value }));
    expect(mistakes()).toEqual([expect.stringMatching(message)]);
  });

  test("hold for 90 days, and what the review prints is refused until it is filled in", () => {
    write("a.yaml", file({ expires: "2027-02-19" }));
    expect(readAll()).toHaveLength(1);
    const { yaml, line } = acknowledgementText({ address: ADDRESS, danger: DANGER });
    write("a.yaml", yaml);
    expect(mistakes(() => readAll([{ text: line, by: "octocat" }])).join("\n")).toMatch(
      /FOLDER\/a\.yaml: reason: .*filled in[^]*FOLDER\/a\.yaml: expires[^]*description, line 1: /,
    );
    const filled = (text: string) =>
      text.replace("<why this is meant>", REASON).replace(/"?<YYYY-MM-DD>"?/, "2026-12-31");
    write("a.yaml", filled(yaml));
    expect(readAll([{ text: filled(line), by: "octocat" }])).toHaveLength(2);
  });

  test("fails when the folder cannot be read", () => {
    write("file", "");
    expect(() => readAll([], join(folder, "file"))).toThrow(ExpectedError);
  });
});

describe("who says it", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Grace", "-c", "user.email=grace@example.com", ...args], {
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
  const commit = (author: string) => {
    git("add", "--all");
    git("commit", "-qm", "a change", `--author=${author}`);
  };

  test("of a file is the author of its last commit; what is not committed is said by nobody", () => {
    write("a.yaml", file({}));
    expect(gitAuthor(join(folder, "a.yaml"))).toEqual({ mistake: expect.stringMatching(/in no git repository/) });
    git("init", "-q");
    expect(gitAuthor(join(folder, "a.yaml"))).toEqual({ mistake: expect.stringMatching(/is not committed as it is/) });
    commit(ADA);
    write("b.yaml", "other");
    commit("Somebody Else <else@example.com>");
    expect(gitAuthor(join(folder, "a.yaml"))).toEqual({ by: ADA });
    write("a.yaml", file({ reason: "Another reason altogether." }));
    expect(gitAuthor(join(folder, "a.yaml"))).toEqual({ mistake: expect.stringMatching(/nobody is named/) });
    commit("\u001b[31mEve\u202e <eve@example.com>");
    expect(gitAuthor(join(folder, "a.yaml"))).toEqual({ by: "[31mEve <eve@example.com>" });
    expect(mistakes(() => readAcknowledgements({ folder, now: NOW }))).toEqual([
      expect.stringMatching(/b\.yaml: must have the keys/),
    ]);
    const shallow = join(folder, "shallow");
    git("clone", "-q", "--depth=1", `file://${folder}`, shallow);
    expect(gitAuthor(join(shallow, "a.yaml"))).toEqual({ mistake: expect.stringMatching(/shallow clone/) });
  });

  const line = `Acknowledge: ${ADDRESS} danger ${DANGER} until 2026-12-31: ${REASON}`;

  test.each([undefined, "", "dependabot[bot]", "two people", "<octocat>"])(
    "a description by %p is said by nobody",
    (by) =>
      expect(mistakes(() => readAll([{ text: line, by }]))).toEqual([
        expect.stringMatching(/description, line 1: .*nobody/),
      ]),
  );

  test("of several descriptions each has its own", () => {
    const other = line.replace("lustre until", "other until").replace(".lustre ", ".other ");
    expect(
      readAll([
        { text: line, by: "octocat", pull: 12 },
        { text: other, by: "hubot", pull: 13 },
        { text: "Nothing.", pull: 14 },
      ]).map(({ from, by }) => [from, by]),
    ).toEqual([
      ["description of #12", "octocat"],
      ["description of #13", "hubot"],
    ]);
  });
});

describe("lines of a description", () => {
  const read = (...lines: string[]) => readAll([{ text: lines.join("\n"), by: "octocat" }]);
  const line = `Acknowledge: ${ADDRESS} danger ${DANGER} until 2026-12-31: ${REASON}`;
  const one = {
    from: "description",
    by: "octocat",
    address: ADDRESS,
    danger: DANGER,
    reason: REASON,
    expires: "2026-12-31",
  };

  test.each([
    ["plain", line],
    ["in a list", line.replace("Acknowledge", "- acknowledge")],
    ["in a numbered list", `1. ${line}`],
    ["as code", line.replace("Acknowledge", "* Acknowledge").replace(ADDRESS, `\`${ADDRESS}\``)],
    ["from Windows", `${line}\r`],
    ["beside a comment", `${line} <!-- agreed on Monday -->`],
  ])("are read: %s", (_, text) => {
    expect(read("Moves the file system.", text, "More text.")).toEqual([one]);
    expect(read("Moves the file system.", "", text, "")).toEqual([one]);
  });

  test("may name what an earlier replacement has left behind", () => {
    const address = `${ADDRESS} (deposed 0123abcd)`;
    expect(read(line.replace(ADDRESS, address))[0]?.address).toBe(address);
  });

  test.each([
    ["in a comment", ["<!--", line, "-->"]],
    ["in a comment that is not closed", ["<!-- not closed", line]],
    ["in a comment that looks closed", ["<!-- -- >", line, "-->"]],
    ["in a block of code", ["```", line, "```"]],
    ["in a block of code that is not closed", ["~~~~", "~~~", line]],
    ["in code by its indentation", ["Text.", "", `    ${line}`]],
    ["in a definition of a link", [`[a]: # (${line})`]],
    ["in a quote", [`> ${line}`]],
    ["in a heading", [`# ${line}`]],
    ["in the title of a link", [`[a](https://example.com "x`, `${line}")`]],
    ["in an attribute", [`<a title="`, `${line}`, `">x</a>`]],
    ["elsewhere in a sentence", [`Please do not ${line}`]],
  ])("are none: %s", (_, lines) => expect(read(...lines)).toEqual([]));

  test.each([
    ["folded away", ["<details>", "", line, "", "</details>"], /lies inside of HTML/],
    ["in a hidden part", ["<div hidden>", "", line], /lies inside of HTML/],
    ["in HTML of a line", [`Acknowledge: <span hidden>${line.slice(13)}</span>`], /plain text, without HTML/],
    ["with a link", [`${line} [there](https://example.com)`], /plain text, without HTML, links/],
    ["with characters that nobody sees", [`${line}\u200b\u202e`], /characters that nobody sees/],
  ])("fails: %s", (_, lines, message) => expect(mistakes(() => read(...lines)).join("\n")).toMatch(message));

  test("fails with the line and what is wrong with it", () => {
    const text = [
      "<!-- a",
      "comment -->",
      `Acknowledge: ${ADDRESS} danger ${DANGER} until tomorrow: no`,
      `Acknowledge: ${ADDRESS} until 2026-12-31: ${REASON}`,
      "",
      `Acknowledge: ${ADDRESS}`,
    ];
    expect(mistakes(() => read(...text))).toEqual([
      '  description, line 3: reason: "no" says too little: say why it is meant, in 2 words at least',
      '  description, line 3: expires: "tomorrow" must be a day, such as 2027-02-19',
      "  description, line 4: danger: is missing: the review says it beside the danger, 12 digits such as 3f0c9a51b7e2",
      expect.stringMatching(/^ {2}description, line 6: must be "Acknowledge: /),
    ]);
  });
});
