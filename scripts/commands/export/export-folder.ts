import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { MARK } from "./export-readme";

/** Refuses a folder that has files which nobody said to replace. */
export function assertFree(out: string, replace: boolean): void {
  if (!existsSync(out) || readdirSync(out).length === 0) return;
  if (!replace)
    throw new ExpectedError(
      `${out} is not empty: name another folder with --out, or replace an earlier export with --replace`,
    );
  const readme = join(out, "README.md");
  if (!existsSync(readme) || !readFileSync(readme, "utf8").startsWith(MARK))
    throw new ExpectedError(`${out} is no earlier export, so it is not replaced: name another folder with --out`);
}

/** Puts a folder in the place of another. What was there goes only when the new one is in its place. */
export function putFolder(from: string, to: string): void {
  if (!existsSync(to)) return renameSync(from, to);
  const aside = mkdtempSync(join(dirname(to), `.${basename(to)}-`));
  renameSync(to, join(aside, "old"));
  try {
    renameSync(from, to);
  } catch (error) {
    renameSync(join(aside, "old"), to);
    throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
