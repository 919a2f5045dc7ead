import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** The files of a folder and of those in it, by their paths from it; no links and no devices. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  );
