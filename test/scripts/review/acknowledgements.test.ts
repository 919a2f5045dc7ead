import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ExpectedError } from "../../../scripts/expected-error";
import { readAcknowledgements } from "../../../scripts/review/acknowledgements";

const ADDRESS = "research-storage.aws_fsx_lustre_file_system.lustre";
const REASON = "Its checkpoints are all in S3.";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "railyard-acknowledgements-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const mistakes = (description?: string) => {
  try {
    readAcknowledgements(folder, description);
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectedError);
    return (error as Error).message.replaceAll(folder, "FOLDER");
  }
  throw new Error("nothing was wrong");
};

describe("files", () => {
  test("are read in the order of their names", () => {
    write("b.yaml", `address: ${ADDRESS}\nreason: ${REASON}\nexpires: 2026-12-31\n`);
    write(
      "a.yml",
      `address: "research-nodes.aws_eks_node_group.h100[\\"a\\"]"\nreason: >\n  Agreed with\n  the team.\nexpires: "2026-12-01"\n`,
    );
    write("README.md", "no acknowledgement");
    mkdirSync(join(folder, "old.yaml"));
    expect(readAcknowledgements(folder)).toEqual([
      {
        from: "acknowledgements/a.yml",
        address: 'research-nodes.aws_eks_node_group.h100["a"]',
        reason: "Agreed with the team.",
        expires: "2026-12-01",
      },
      { from: "acknowledgements/b.yaml", address: ADDRESS, reason: REASON, expires: "2026-12-31" },
    ]);
  });

  test("need not be there", () => {
    expect(readAcknowledgements(join(folder, "none"))).toEqual([]);
    expect(readAcknowledgements(folder)).toEqual([]);
  });

  test("fails with everything that is wrong in any of them, with file and key", () => {
    write("empty.yaml", "");
    write("broken.yaml", "address: [\n");
    write("keys.yaml", `address: lustre\nreason: yes\nexpires: 31.12.2026\nwho: me\n`);
    write("missing.yaml", `address: ${ADDRESS}\n`);
    write("day.yaml", `address: ${ADDRESS}\nreason: ${REASON}\nexpires: 2026-02-30\n`);
    write("list.yaml", `- address: ${ADDRESS}\n`);
    const lines = mistakes("Acknowledge: nothing").split("\n");
    expect(lines[0]).toBe("Acknowledgements cannot be read:");
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^ {2}FOLDER\/broken\.yaml: /),
      '  FOLDER/day.yaml: expires: "2026-02-30" must be a day, such as 2026-12-31',
      "  FOLDER/empty.yaml: must have the keys address, reason, expires, one acknowledgement a file",
      "  FOLDER/keys.yaml: who: there is no such key; there are address, reason, expires",
      '  FOLDER/keys.yaml: address: "lustre" must be <stack>.<type>.<name>, such as research-storage.aws_fsx_lustre_file_system.lustre',
      '  FOLDER/keys.yaml: reason: "yes" says too little: 8 characters at least',
      '  FOLDER/keys.yaml: expires: "31.12.2026" must be a day, such as 2026-12-31',
      "  FOLDER/list.yaml: must have the keys address, reason, expires, one acknowledgement a file",
      "  FOLDER/missing.yaml: reason: is missing",
      "  FOLDER/missing.yaml: expires: is missing",
      '  description, line 1: must be "Acknowledge: <stack>.<type>.<name> until 2026-12-31: reason"',
    ]);
  });

  test("fails when the folder cannot be read", () => {
    write("file", "");
    expect(() => readAcknowledgements(join(folder, "file"))).toThrow(ExpectedError);
  });
});

describe("lines of a description", () => {
  const read = (...lines: string[]) => readAcknowledgements(folder, lines.join("\n"));
  const one = { from: "description", address: ADDRESS, reason: REASON, expires: "2026-12-31" };

  test.each([
    ["plain", `Acknowledge: ${ADDRESS} until 2026-12-31: ${REASON}`],
    ["in a list", `- acknowledge: ${ADDRESS} until 2026-12-31: ${REASON}`],
    ["as code", `* Acknowledge: \`${ADDRESS}\` until 2026-12-31: ${REASON}  `],
    ["from Windows", `Acknowledge: ${ADDRESS} until 2026-12-31: ${REASON}\r`],
  ])("are read: %s", (_, line) => expect(read("Moves the file system.", line, "More text.")).toEqual([one]));

  test("may name what an earlier replacement has left behind", () => {
    const address = `${ADDRESS} (deposed 0123abcd)`;
    expect(read(`Acknowledge: ${address} until 2026-12-31: ${REASON}`)[0]?.address).toBe(address);
  });

  test("in comments and code are examples", () => {
    const line = `Acknowledge: ${ADDRESS} until 2026-12-31: ${REASON}`;
    expect(read("<!--", line, "-->", "```", line, "```", "<!-- not closed", line)).toEqual([]);
    expect(read("```", "code", "```", line)).toEqual([one]);
  });

  test("elsewhere in a sentence are none", () => expect(read(`Please do not Acknowledge: ${ADDRESS}`)).toEqual([]));

  test("fails with the line and what is wrong with it", () => {
    const text = [
      "<!-- a",
      "comment -->",
      `Acknowledge: ${ADDRESS} until tomorrow: no`,
      `Acknowledge: ${ADDRESS}`,
    ].join("\n");
    expect(mistakes(text).split("\n").slice(1)).toEqual([
      '  description, line 3: reason: "no" says too little: 8 characters at least',
      '  description, line 3: expires: "tomorrow" must be a day, such as 2026-12-31',
      '  description, line 4: must be "Acknowledge: <stack>.<type>.<name> until 2026-12-31: reason"',
    ]);
  });
});
