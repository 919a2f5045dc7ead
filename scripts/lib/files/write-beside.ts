import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** Where the new text of a file waits: in the same folder, so that moving it there is one step. Names have 255 bytes at most. */
export const besideOf = (path: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 200)}.${process.pid}.new`);

/** Process that writes a file of that name, or has left it; null for other files. */
export const writerOf = (entry: string): number | null => {
  const pid = /^\..+\.(\d+)\.new$/.exec(entry)?.[1];
  return pid === undefined ? null : Number(pid);
};

/**
 * Writes texts beside the files that they are for, and then lets each be put in its place, so that nobody sees half a file
 * and a full disk is noticed before any is another. What was not put is removed, whatever happens.
 * @param put moves the waiting text. @default renames it, over a file that is there
 * @param write makes the waiting file. @default writes the text
 */
export function writeBeside<T extends NewFile>(
  files: readonly T[],
  put: (file: T, beside: string) => void = ({ path }, beside) => renameSync(beside, path),
  write: (file: T, beside: string) => void = ({ text }, beside) => writeFileSync(beside, text),
): void {
  try {
    for (const file of files) write(file, besideOf(file.path));
    for (const file of files) put(file, besideOf(file.path));
  } finally {
    for (const { path } of files) remove(besideOf(path));
  }
}

/** As far as it can be: what went wrong before is what is told. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // its folder is none any more
  }
}
