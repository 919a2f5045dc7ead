import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { UsageError } from "../errors/usage";
import { makeFolders } from "./make-folders";

/** A place that a command was told to write to, looked at before any work. */
export interface Output {
  /** Whole path. */
  readonly path: string;
  /** First word of an error: the option that names it, such as `--html`. */
  readonly option: string;
}

export interface OutputFileProps extends Output {
  /** Whether a file that is there is an earlier one of this kind. Others are somebody's work. */
  readonly isOurs: (text: string) => boolean;
  /** Replaces whatever file is there. @default false */
  readonly force?: boolean | undefined;
  /** Folder in which all is Railyard's, and nothing is asked. @default - none */
  readonly own?: string | undefined;
}

/**
 * Looks at a file that will be written. A file of Railyard is replaced; folders and devices never are, and what Railyard did
 * not write only by force.
 * @throws UsageError where it could not be written, or should not be
 */
export function outputFile({ path: given, option, isOurs, force = false, own }: OutputFileProps): Output {
  if (given === "") throw new UsageError(`${option} needs the name of a file`);
  const path = resolve(given);
  const refuse = (text: string): never => {
    throw new UsageError(`${option}: ${path} ${text}`);
  };
  const there = looking(option, path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (there?.isDirectory() || given.endsWith("/")) refuse("is a folder: name a file in it");
  if (there?.isSymbolicLink() && !force) refuse("is a link: name the file itself, or replace the link with --force");
  if (there && !there.isFile() && !there.isSymbolicLink())
    refuse("is a device, pipe or socket, and no file: name a file");
  const asks = there?.isFile() && there.size > 0 && !force && !(own !== undefined && isBelow(path, own));
  if (asks && !isOurs(looking(option, path, () => readFileSync(path, "utf8"))))
    refuse("is there, and Railyard did not write it: name another file, or replace this one with --force");
  assertWritable(option, path, dirname(path));
  return { path, option };
}

/** Looks at a folder that will be written into. @throws UsageError where that is not possible */
export function outputFolder({ path: given, option }: Output): Output {
  if (given === "") throw new UsageError(`${option} needs the name of a folder`);
  const path = resolve(given);
  const there = looking(option, path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (there && !there.isDirectory() && !(there.isSymbolicLink() && isFolder(path)))
    throw new UsageError(`${option}: ${path} is there, and is no folder: name another one`);
  assertWritable(option, path, path);
  return { path, option };
}

/** Writes texts, all of them or none: beside first, so that no half file is left where a disk is full or the program is stopped. */
export function writeOutputs(files: readonly (Output & { readonly text: string })[]): void {
  const beside = (path: string) => join(dirname(path), `.${basename(path).slice(0, 200)}.${process.pid}.new`);
  for (const { path, text, option } of files) {
    try {
      makeFolders(dirname(path));
      writeFileSync(beside(path), text);
    } catch (error) {
      for (const { path: other } of files) remove(beside(other));
      throw new ExpectedError(`${option}: ${path} cannot be written: ${why(error)}`);
    }
  }
  try {
    for (const { path, option } of files)
      try {
        renameSync(beside(path), path);
      } catch (error) {
        throw new ExpectedError(`${option}: ${path} cannot be written: ${why(error)}`);
      }
  } finally {
    for (const { path } of files) remove(beside(path));
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

/** A folder is made and taken away again: rights of root, read-only disks and /proc say nothing beforehand. */
function assertWritable(option: string, path: string, folder: string): void {
  let above = folder;
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above);
  if (!isFolder(above)) throw new UsageError(`${option}: ${path} cannot be written: ${above} is a file, and no folder`);
  looking(option, path, () => rmdirSync(mkdtempSync(join(above, ".railyard-"))));
}

function looking<T>(option: string, path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw new UsageError(`${option}: ${path} cannot be written: ${why(error)}`);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "there is no space left on the disk",
  EDQUOT: "the quota of the disk is used up",
  EACCES: "you have no right to",
  EPERM: "you have no right to",
  EROFS: "the disk can only be read",
  ENOTDIR: "something above it is a file, and no folder",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links lead in a circle",
  ENOENT: "no file can be made there",
};

/** In words, and whatever else the system says as it says it. */
function why(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
}
