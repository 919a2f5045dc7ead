import { existsSync, lstatSync } from "node:fs";

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "there is no space left on the disk: free some",
  EDQUOT: "the quota of the disk is used up: free some",
  EACCES: "you have no right to write there: give yourself the right to",
  EPERM: "you have no right to write there: give yourself the right to",
  EROFS: "the disk can only be read: mount it writable",
  ENOTDIR: "something above it is a file, and no folder",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links lead in a circle",
  ENOENT: "no file can be made there",
};

/** Why the file system did not do it, in words; whatever else the system says as it says it. */
export function fileProblem(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
}

/** What a person can do about a folder that cannot be written, or null when the error is none of the file system. */
export function folderProblem(error: unknown, folder: string): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" || typeof syscall !== "string") return null;
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() && !existsSync(folder))
    return `${folder} is a link to a folder that does not exist: make that folder, or remove the link`;
  if (there?.isFile()) return `${folder} is a file, and must be a folder: move it away`;
  return `${folder} cannot be written: ${fileProblem(error)}`;
}
