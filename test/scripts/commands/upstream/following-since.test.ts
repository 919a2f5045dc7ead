import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { followingSince } from "../../../../scripts/commands/upstream/following-since";

const fork = (module: string, keys: string) => `import { defineEnvironment } from "../index";
import original from "./${module}";

export default defineEnvironment({
  extends: original,
  ${keys}
});
`;
const WHOLE = 'export default defineEnvironment({ name: "one", network: { kind: "create" } });\n';

let root = "";
const commits: string[] = [];

function git(...args: string[]): string {
  const own = ["-C", root, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...own, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Commits of one file each, all in one process. @param all path and text; null: it goes */
function history(...all: readonly (readonly [path: string, text: string | null])[]): void {
  const stream = all.flatMap(([path, text], index) => {
    const body = Buffer.from(text ?? "");
    return [
      `commit refs/heads/main`,
      `mark :${index + 1}`,
      `committer t <t@example.com> ${1_700_000_000 + index * 60} +0000`,
      "data 0",
      ...(text === null ? [`D ${path}`] : [`M 100644 inline ${path}`, `data ${body.length}\n${text}`]),
      "",
    ];
  });
  const marks = join(root, "marks");
  const { status, stderr } = spawnSync(
    "git",
    ["-C", root, "fast-import", "--quiet", "--force", `--export-marks=${marks}`],
    { input: `${stream.join("\n")}\n`, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  commits.splice(0, Infinity, ...git("log", "--reverse", "--format=%H", "main").split("\n"));
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-following-"));
  git("init", "-q", "-b", "main");
  mkdirSync(join(root, "config"), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const since = (path: string) => commits.indexOf(followingSince(root, path)) + 1;

test("is the commit that began it, whatever of the file was changed since", () => {
  history(
    ["config/dev.ts", "export default {};\n"],
    ["config/one.ts", fork("dev", "nodes: 3,")],
    ["config/dev.ts", "export default { a: 1 };\n"],
    ["config/one.ts", fork("dev", "nodes: 4,")],
    ["config/one.ts", `// Zoë — looks after it\n${fork("dev", "nodes: 4,").replace(/\n {2}/g, "\n\t")}`],
    [
      "config/one.ts",
      fork("dev", "nodes: 5, // extends: other,").replace("original", "base").replace("original", "base"),
    ],
    ["config/one.ts", fork("dev", 'nodes: 5, text: "extends: none",')],
  );
  expect(since("config/one.ts")).toBe(2);
});

test("begins anew with another original, and after a time on its own or without the file", () => {
  history(
    ["one.ts", fork("dev", "nodes: 3,")],
    ["one.ts", fork("research", "nodes: 3,")],
    ["two.ts", fork("dev", "nodes: 3,")],
    ["two.ts", WHOLE],
    ["two.ts", fork("dev", "nodes: 3,")],
    ["two.ts", fork("dev", "nodes: 6,")],
    ["three.ts", fork("dev", "nodes: 3,")],
    ["three.ts", null],
    ["three.ts", fork("dev", "nodes: 3,")],
    ["a-copy-of-one.ts", fork("research", "nodes: 3,")],
  );
  expect(["one.ts", "two.ts", "three.ts", "a-copy-of-one.ts"].map(since)).toEqual([2, 5, 9, 10]);
});

test("goes on under another name of the file", () => {
  history(["one.ts", fork("dev", "nodes: 3, name: 'a-long-name-by-which-it-is-known',")]);
  git("checkout", "-q", "-f", "main");
  git("mv", "one.ts", "uno.ts");
  git("commit", "-q", "-m", "renamed");
  commits.push(git("rev-parse", "HEAD"));
  expect(since("uno.ts")).toBe(1);
});

test("says what to do where no commit tells", () => {
  history(["one.ts", fork("dev", "nodes: 3,")], ["one.ts", fork("dev", "nodes: 4,")], ["two.ts", WHOLE]);
  writeFileSync(join(root, ".git/shallow"), `${commits[1]!}\n`);
  expect(() => followingSince(root, "one.ts")).toThrow(/shallow clone.*git fetch --unshallow.*--since/);
  rmSync(join(root, ".git/shallow"));
  expect(since("one.ts")).toBe(1);
  for (const path of ["two.ts", "none.ts"])
    expect(() => followingSince(root, path)).toThrow(`${path} follows another environment in no commit yet`);
  expect(() => followingSince(dirname(root), "one.ts")).toThrow(/git cannot tell since when one\.ts follows/);
});
