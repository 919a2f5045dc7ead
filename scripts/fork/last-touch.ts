import { spawnSync } from "node:child_process";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import { ExpectedError } from "../expected-error";

/**
 * The commit that last changed what a file says: comments and layout say nothing, and whoever changed them has not looked at
 * what its original has become. @param path from the root of the repository
 */
export function lastTouch(root: string, path: string): string {
  const { error, status, stdout, stderr } = spawnSync("git", ["-C", root, "log", "--format=%H", "--", path], {
    encoding: "utf8",
  });
  if (error || status !== 0)
    throw new ExpectedError(`git cannot tell which commit last touched ${path}: ${error?.message ?? stderr.trim()}`);
  const commits = stdout.trim().split("\n").filter(Boolean);
  const said = commits.map((commit) => saidAt(root, commit, path));
  const at = said.findIndex((text, index) => text !== said[index + 1]);
  const commit = commits[at];
  if (commit !== undefined) return commit;
  throw new ExpectedError(`${path} is in no commit yet: name one to compare with by --since, such as --since HEAD`);
}

/** What a file says as of a commit, without comments and layout; null: it was not there. */
function saidAt(root: string, commit: string, path: string): string | null {
  const { status, stdout } = spawnSync("git", ["-C", root, "show", `${commit}:${path}`], { encoding: "utf8" });
  if (status !== 0) return null;
  const options = { removeComments: true, target: ScriptTarget.ESNext, module: ModuleKind.ESNext };
  const code = transpileModule(stdout, { compilerOptions: options }).outputText;
  return code.replace(/'([^'"\\\n]*)'/g, '"$1"').replace(/,(?=\s*[}\])])|\s+/g, "");
}

/** `1a2b3c4d5e6f  2026-11-20  Subject`; the commit itself where git does not tell. */
export function commitText(root: string, commit: string): string {
  const args = ["-C", root, "log", "-1", "--format=%h  %cs  %s", commit];
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return (status === 0 && stdout.trim()) || commit;
}
