import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Node's own `recursive` does not come back where a file system makes none, such as
 * /proc: https://github.com/nodejs/node/issues/27198
 */
export function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // another process was faster
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
