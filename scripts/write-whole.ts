import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ExpectedError } from "./expected-error";

/**
 * Writes a file that is whole or as it was, whenever the program is stopped. Folders above it are made.
 * @param what what the file is for, the first word of an error: an option, such as `--html`
 * @throws ExpectedError when it cannot be written
 */
export function writeWhole(file: string, text: string, what: string): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(beside, text);
      renameSync(beside, file);
    } finally {
      rmSync(beside, { force: true });
    }
  } catch (error) {
    throw new ExpectedError(`${what}: ${file} cannot be written: ${(error as Error).message}`);
  }
}
