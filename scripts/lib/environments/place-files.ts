import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { isAlive } from "../process/process-alive";
import { folderProblem } from "../files/file-problem";
import { writeBeside, writerOf } from "../files/write-beside";

export interface FileChange {
  /** Name in the folder. */
  readonly name: string;
  readonly text: string;
  /** What the file holds now; null: there is none. */
  readonly before: string | null;
}

/**
 * Puts files into a folder: all of them, or none. Texts are written beside first. A file that is not as it was read is
 * left alone, and so are all others.
 */
export function placeFiles(folder: string, changes: readonly FileChange[]): void {
  // new files come first: without its row, one is not used yet
  const ordered = [...changes].sort((a, b) => Number(a.before !== null) - Number(b.before !== null));
  const files = ordered.map((change) => ({ ...change, path: join(folder, change.name) }));
  const placed: FileChange[] = [];
  try {
    refuseOthers(folder);
    writeBeside(files, (file, beside) => {
      assertUnchanged(folder, file);
      place(beside, file.path, file.before === null);
      placed.push(file);
    });
  } catch (error) {
    for (const { name, before } of placed)
      if (before === null) rmSync(join(folder, name), { force: true });
      else writeFileSync(join(folder, name), before);
    const text = error instanceof ExpectedError ? null : folderProblem(error, folder);
    throw text === null ? error : new ExpectedError(`${text}\nNothing was written.`);
  }
}

/** Removes what runs that were killed left behind. */
function refuseOthers(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const pid = writerOf(entry);
    if (pid === null) continue;
    if (pid !== process.pid && isAlive(pid))
      throw new ExpectedError(`Process ${pid} is writing environments in ${folder}: run again when it is done.`);
    rmSync(join(folder, entry), { force: true });
  }
}

function assertUnchanged(folder: string, { name, before }: FileChange): void {
  const now = textOf(join(folder, name));
  if (now === before) return;
  const how = before === null ? "has come about" : now === null ? "has gone" : "has changed";
  throw new ExpectedError(`${join(folder, name)} ${how} since it was read. Nothing was written: run again.`);
}

function place(from: string, to: string, fresh: boolean): void {
  if (!fresh) return renameSync(from, to);
  try {
    // unlike a rename, a link never replaces what is there
    linkSync(from, to);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    renameSync(from, to);
  }
}

/** Text of a file; null where there is none. */
export function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
