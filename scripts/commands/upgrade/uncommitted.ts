import { ExpectedError } from "../../lib/errors/expected-error";
import { runGit } from "../../lib/git/run-git";

/** Those of the files that have changes in no commit. @param paths from the root */
export function uncommittedOf(root: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const { ok, stdout } = runGit(root, ["diff", "--name-only", "--relative", "HEAD", "--", ...paths]);
  // no repository, or no git: then nobody knows of commits
  return ok ? stdout.split("\n").filter(Boolean) : [];
}

/**
 * Refuses to write over what is in no commit yet: it may be the step before, which has to be deployed first, and it could not
 * be told apart from what is written now.
 * @param paths from the root
 * @throws ExpectedError naming them
 */
export function refuseUncommitted(root: string, paths: readonly string[]): void {
  const changed = uncommittedOf(root, paths);
  if (changed.length === 0) return;
  throw new ExpectedError(
    `${changed.join(", ")} ${changed.length === 1 ? "has" : "have"} changes that are in no commit. Nothing was written.\nCommit them first; a step of an upgrade is also deployed before the next one is written. To drop them: git checkout -- ${changed.join(" ")}`,
  );
}
