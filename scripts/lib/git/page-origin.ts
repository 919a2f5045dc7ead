import { runGit } from "./run-git";

/** What a page says of where it comes from. */
export interface PageOrigin {
  /** Day on which it was written, YYYY-MM-DD. */
  readonly date: string;
  /** Short name of the commit; null: there is none, or no git. */
  readonly commit: string | null;
  /** Whether files differ from that commit. */
  readonly uncommitted: boolean;
  /** Short name of the commit that it is compared with. */
  readonly base?: string | null;
}

/** Letters of a commit that people read. */
const SHORT = 10;
/** What an environment is made from; other files, such as the page itself, do not count. */
const PRODUCT = ["config", "constructs", "stacks", "scripts"];

/**
 * Date and commit of a work tree. Without git, or outside a repository, only the date.
 * @param base full name of the commit that is compared with
 */
export function pageOrigin(root: string, now: Date, base?: string | null): PageOrigin {
  const git = (...args: string[]): string | null => {
    const { ok, stdout } = runGit(root, args);
    return ok ? stdout.trim() : null;
  };
  return {
    date: now.toISOString().slice(0, 10),
    commit: git("rev-parse", "--verify", "--quiet", "HEAD")?.slice(0, SHORT) ?? null,
    uncommitted: (git("status", "--porcelain", "--", ...PRODUCT) ?? "") !== "",
    ...(base !== undefined && { base: base?.slice(0, SHORT) ?? null }),
  };
}

/** `2026-11-22 · 3ffa914c1d, with changes that are not committed, against 2648e05a9b` */
export function originText({ date, commit, uncommitted, base }: PageOrigin): string {
  const at = commit === null ? "" : ` · ${commit}${uncommitted ? ", with changes that are not committed" : ""}`;
  return `${date}${at}${base ? `, against ${base}` : ""}`;
}
