import { ExpectedError } from "../errors/expected-error";
import { runGit } from "./run-git";

/** The commit of the work tree. */
export const headCommit = (root: string): string =>
  git(root, "the commit of the work tree", "rev-parse", "HEAD").trim();

/** Refuses a commit, branch or tag that is not there. */
export function assertCommit(root: string, ref: string): void {
  const what = `commit ${ref} (a shallow clone needs: git fetch --depth=1 origin <ref>)`;
  git(root, what, "rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
}

/** More commits than that are no deployment that anybody reviews. */
const MOST_COMMITS = 100;

/** Commits of the branch itself since a commit, newest first. */
export function commitsSince(root: string, base: string, head: string): string[] {
  const options = ["--first-parent", `--max-count=${MOST_COMMITS}`, "--end-of-options"];
  return git(root, `the commits since ${base}`, "rev-list", ...options, `${base}..${head}`)
    .split("\n")
    .filter(Boolean);
}

function git(root: string, what: string, ...args: string[]): string {
  const { ok, stdout, problem } = runGit(root, args);
  if (ok) return stdout;
  throw new ExpectedError(`git cannot tell ${what}: ${problem || "there is none"}`);
}
