import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { MARK } from "./export-readme";
import { changedFiles, WRITTEN_FILES } from "./written-files";

/** Refuses a folder that has files which nobody said to replace, or that an export has not written. */
export function assertFree(out: string, replace: boolean): void {
  if (!existsSync(out) || readdirSync(out).length === 0) return;
  if (!replace)
    throw new ExpectedError(
      `${out} is not empty: name another folder with --out, or replace an earlier export with --replace`,
    );
  const readme = join(out, "README.md");
  if (!existsSync(readme) || !readFileSync(readme, "utf8").startsWith(MARK))
    throw new ExpectedError(`${out} is no earlier export, so it is not replaced: name another folder with --out`);
  const changed = changedFiles(out);
  if (changed === null)
    throw new ExpectedError(
      `${out} was exported before exports wrote down what they write (${WRITTEN_FILES}), so nobody can tell what was changed in it: name another folder with --out, and compare`,
    );
  if (changed.length > 0)
    throw new ExpectedError(
      [
        `${out} is not replaced, since it has what somebody changed after the export, or put there:`,
        ...changed.slice(0, MOST).map((file) => `  ${file}`),
        ...(changed.length > MOST ? [`  and ${changed.length - MOST} more`] : []),
        "Name another folder with --out, and compare; or remove these, if nobody wants them.",
      ].join("\n"),
    );
}

/** Most files that are named. */
const MOST = 20;

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
