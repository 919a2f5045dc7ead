import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertCommit, commitsSince, headCommit } from "../../../../scripts/lib/git/git";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

function git(at: string, ...args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"];
  const { status, stdout, stderr } = spawnSync("git", ["-C", at, ...identity, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** main: a, then a merge of b. @returns the folder, and commits by their message */
function repository() {
  const at = folder();
  const commit = (message: string) => {
    writeFileSync(join(at, message), message);
    git(at, "add", ".");
    git(at, "commit", "-qm", message);
    return git(at, "rev-parse", "HEAD");
  };
  git(at, "init", "-q");
  const a = commit("a");
  git(at, "checkout", "-qb", "side");
  const b = commit("b");
  git(at, "checkout", "-q", "main");
  git(at, "merge", "-q", "--no-ff", "-m", "merge", "side");
  return { at, a, b, merge: git(at, "rev-parse", "HEAD") };
}

test("the commit of the work tree, and those of the branch itself since another", () => {
  const { at, a, b, merge } = repository();
  expect(headCommit(at)).toBe(merge);
  expect(commitsSince(at, a, merge)).toEqual([merge]);
  expect(commitsSince(at, merge, merge)).toEqual([]);
  expect(commitsSince(at, a, b)).toEqual([b]);
});

test("a commit, a branch and a parent are there; others are not", () => {
  const { at, a } = repository();
  for (const ref of [a, "side", "HEAD^1"]) expect(() => assertCommit(at, ref)).not.toThrow();
  for (const ref of ["HEAD^9", "nothing", "--version"]) expect(() => assertCommit(at, ref)).toThrow(`commit ${ref}`);
});

test("fails where there is no repository, or no such base", () => {
  expect(() => headCommit(folder())).toThrow("git cannot tell the commit of the work tree");
  const { at } = repository();
  expect(() => commitsSince(at, "0".repeat(40), "HEAD")).toThrow("git cannot tell the commits since");
});
