import { spawnSync } from "node:child_process";
import { ExpectedError } from "../expected-error";

/** The commit that last touched a file. @param path from the root of the repository */
export function lastTouch(root: string, path: string): string {
  const { error, status, stdout, stderr } = spawnSync("git", ["-C", root, "log", "-1", "--format=%H", "--", path], {
    encoding: "utf8",
  });
  if (error || status !== 0)
    throw new ExpectedError(`git cannot tell which commit last touched ${path}: ${error?.message ?? stderr.trim()}`);
  const commit = stdout.trim();
  if (commit) return commit;
  throw new ExpectedError(`${path} is in no commit yet: name one to compare with by --since, such as --since HEAD`);
}

/** `1a2b3c4d5e6f  2026-11-20  Subject`; the commit itself where git does not tell. */
export function commitText(root: string, commit: string): string {
  const args = ["-C", root, "log", "-1", "--format=%h  %cs  %s", commit];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return (status === 0 && stdout.trim()) || commit;
}
