import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseUncommitted } from "../../../../scripts/commands/upgrade/uncommitted";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "railyard-uncommitted-"));
  for (const name of ["dev", "research"]) writeFileSync(join(root, `${name}.ts`), "1.36\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const FILES = ["dev.ts", "new.ts"];
const refusing = () => refuseUncommitted(root, FILES);

function commitAll(): void {
  const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { stdio: "ignore" });
  git("init");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "-m", "first");
}

test("what is committed may be written, whatever else has changed, and a file that is new", () => {
  commitAll();
  writeFileSync(join(root, "research.ts"), "1.37\n");
  writeFileSync(join(root, "new.ts"), "1.36\n");
  expect(refusing).not.toThrow();
});

test("fails for a change that is in no commit, staged or not, and says what to do", () => {
  commitAll();
  writeFileSync(join(root, "dev.ts"), "1.37\n");
  expect(refusing).toThrow(/^dev\.ts has changes that are in no commit\. Nothing was written\.\nCommit them first;/);
  expect(refusing).toThrow("git checkout -- dev.ts");
  execFileSync("git", ["-C", root, "add", "."]);
  expect(refusing).toThrow("dev.ts has changes");
});

test("paths are from the root, also where the root is a part of a repository", () => {
  commitAll();
  mkdirSync(join(root, "inner"));
  writeFileSync(join(root, "inner", "dev.ts"), "1.36\n");
  const inner = () => refuseUncommitted(join(root, "inner"), ["dev.ts"]);
  writeFileSync(join(root, "dev.ts"), "1.37\n");
  expect(inner).not.toThrow();
});

test("where there is no repository, nobody knows of commits", () => expect(refusing).not.toThrow());
