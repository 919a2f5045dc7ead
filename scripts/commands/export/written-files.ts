import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

/** What an export has written, in the form that `sha256sum --check` reads. */
export const WRITTEN_FILES = "files.sha256";

/** What Terraform makes anew by itself. */
const MADE_ANEW = [".terraform", ".terraform.lock.hcl"];

/** Writes down each file of a folder. */
export function noteFiles(folder: string): void {
  const lines = filesIn(folder).map((file) => `${digestOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, WRITTEN_FILES), lines.join(""));
}

/**
 * What somebody has changed in an earlier export, or put into its folder: states, values and repositories, too.
 * @returns paths in the folder; null: nobody wrote down what was in it
 */
export function changedFiles(folder: string): string[] | null {
  const list = join(folder, WRITTEN_FILES);
  if (!existsSync(list)) return null;
  const digests = new Map(
    readFileSync(list, "utf8")
      .split("\n")
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  );
  return filesIn(folder).filter((file) => file !== WRITTEN_FILES && digests.get(file) !== digestOf(join(folder, file)));
}

/** Files in a folder and those below it, in order; a folder of git counts as one. */
function filesIn(folder: string, below = folder): string[] {
  const all = readdirSync(below, { withFileTypes: true }).filter(({ name }) => !MADE_ANEW.includes(name));
  return all
    .flatMap((entry) => {
      const path = join(below, entry.name);
      return entry.isDirectory() && entry.name !== ".git" ? filesIn(folder, path) : [relative(folder, path)];
    })
    .sort();
}

function digestOf(file: string): string | null {
  try {
    return createHash("sha256").update(readFileSync(file)).digest("hex");
  } catch {
    // a folder, or a link to nowhere: nobody here wrote it
    return null;
  }
}
