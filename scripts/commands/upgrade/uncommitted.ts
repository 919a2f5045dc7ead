import { ExpectedError } from "../../lib/errors/expected-error";
import { runGit } from "../../lib/git/run-git";

/**
 * Refuses to write over what is in no commit yet: it may be the step before, which has to be deployed first, and it could not
 * be told apart from what is written now.
 * @param paths from the root
 * @throws ExpectedError naming them
 */
export function refuseUncommitted(root: string, paths: readonly string[]): void {
  const { ok, stdout } = runGit(root, ["diff", "--name-only", "--relative", "HEAD", "--", ...paths]);
  // no repository, or no git: then nobody knows of commits
  if (!ok) return;
  const changed = stdout.split("\n").filter(Boolean);
  if (changed.length === 0) return;
  throw new ExpectedError(
    `${changed.join(", ")} ${changed.length === 1 ? "has" : "have"} changes that are in no commit. Nothing was written.\nCommit them first; a step of an upgrade is also deployed before the next one is written. To drop them: git checkout -- ${changed.join(" ")}`,
  );
}
