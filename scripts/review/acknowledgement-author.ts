import { basename, dirname } from "node:path";
import { runGit } from "../lib/git/run-git";

/** Who says what a file says, or why nobody does. */
export type Author = { readonly by: string } | { readonly mistake: string };

/** Finds who says what a file says. */
export type FindAuthor = (file: string) => Author;

const COMMIT_IT = "Commit it: its author is who says it.";

/**
 * The author of the commit that changed a file last, as git has it: as sure as commits are signed. What is not committed is
 * said by nobody.
 */
export const gitAuthor: FindAuthor = (file) => {
  const folder = dirname(file);
  const name = `./${basename(file)}`;
  const git = (...args: string[]) => runGit(folder, args);
  const status = git("status", "--porcelain", "--ignored", "--", name);
  if (!status.ok) return { mistake: `is in no git repository: nobody is named. ${COMMIT_IT}` };
  if (status.stdout.trim() !== "") return { mistake: `is not committed as it is: nobody is named. ${COMMIT_IT}` };
  const log = git("log", "-1", "--format=%P%x00%an%x00%ae", "--", name);
  const [parents = "", author = "", mail = ""] = log.stdout.trimEnd().split("\0");
  if (!log.ok || (author === "" && mail === "")) return { mistake: `has no commit with an author: ${COMMIT_IT}` };
  // the first commit that a shallow clone has seems to bring all files
  if (parents === "" && git("rev-parse", "--is-shallow-repository").stdout.trim() !== "false")
    return { mistake: "has its commit beyond what this shallow clone has: fetch all of it (git fetch --unshallow)" };
  return { by: plainName(`${author} <${mail}>`) };
};

/** A name as it can stand in any text. */
export const plainName = (name: string): string =>
  name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 120);
