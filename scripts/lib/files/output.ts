import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { UsageError } from "../errors/usage";
import { fileProblem } from "./file-problem";
import { makeFolders } from "./make-folders";
import { writeBeside } from "./write-beside";

/** A place that a command was told to write to, looked at before any work. */
export interface Output {
  /** Whole path. */
  readonly path: string;
  /** First word of an error: the option that names it, such as `--html`. */
  readonly option: string;
}

export interface OutputFileProps extends Output {
  /** Whether a file that is there is an earlier one of this kind. Others are somebody's work. */
  readonly isGenerated: (text: string) => boolean;
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
export function outputFile({ path: given, option, isGenerated, force = false, own }: OutputFileProps): Output {
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
  if (asks && !isGenerated(looking(option, path, () => readFileSync(path, "utf8"))))
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

/** Writes texts, all of them or none, so that no half file is left where a disk is full or the program is stopped. */
export function writeOutputs(files: readonly (Output & { readonly text: string })[]): void {
  const step = (act: (file: Output & { readonly text: string }, beside: string) => void): typeof act =>
    function (file, beside) {
      try {
        act(file, beside);
      } catch (error) {
        throw new ExpectedError(`${file.option}: ${file.path} cannot be written: ${fileProblem(error)}`);
      }
    };
  const write = step(({ path, text }, beside) => {
    makeFolders(dirname(path));
    writeFileSync(beside, text);
  });
  writeBeside(
    files,
    step(({ path }, beside) => renameSync(beside, path)),
    write,
  );
}

export interface OutputFilesProps {
  /** Of all files. Folders above it are made. */
  readonly folder: string;
  /** Texts by the names of their files. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether a file that is there is an earlier one of this kind. Others are somebody's work. */
  readonly isGenerated: (text: string, file: string) => boolean;
  /** Replaces whatever files are there. @default false */
  readonly force?: boolean | undefined;
  /** Folder in which all is Railyard's, and nothing is asked. */
  readonly own: string;
}

/**
 * Writes files into the folder of `--out`, all of them or none.
 * @returns their whole paths, in their order
 * @throws UsageError where one could not be written, or should not be; then none is
 */
export function writeFiles({ folder, files, isGenerated, ...rest }: OutputFilesProps): string[] {
  const outputs = Object.entries(files).map(([file, text]) => {
    const isSuch = (there: string) => isGenerated(there, file);
    return { ...outputFile({ option: "--out", path: join(folder, file), isGenerated: isSuch, ...rest }), text };
  });
  writeOutputs(outputs);
  return outputs.map(({ path }) => path);
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
    throw new UsageError(`${option}: ${path} cannot be written: ${fileProblem(error)}`);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== "" && !inside.startsWith("..") && !isAbsolute(inside);
}
