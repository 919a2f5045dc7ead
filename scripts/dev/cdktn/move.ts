import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { movedPackage } from "./moved-package";
import { runProgram } from "./run-program";

export interface MoveProps {
  /** Repository root, or the folder of the project in it. */
  readonly root: string;
  readonly signal?: AbortSignal | undefined;
}

/** What the move rewrites. */
const REWRITTEN = ["package.json", "package-lock.json"] as const;

/** Files that tell npm where packages come from. */
const NPM_SETTINGS = ".npmrc";

/**
 * Writes a copy of the project that is moved to CDK Terrain: what git has, and what it does not ignore. All of it, or nothing.
 * @param into a folder that is not there, or is empty
 */
export async function moveInto({ root, signal }: MoveProps, into: string): Promise<void> {
  const target = resolve(into);
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new ExpectedError(`${target} is not empty: name a folder that is not there yet`);
  // before anything is copied
  movedPackage(readFileSync(join(root, "package.json"), "utf8"));
  mkdirSync(dirname(target), { recursive: true });
  await inFolderBeside(target, async (work) => {
    const moved = join(work, "moved");
    mkdirSync(moved);
    for (const file of await projectFiles({ root, signal })) {
      mkdirSync(dirname(join(moved, file)), { recursive: true });
      copyEntry(join(root, file), join(moved, file));
    }
    await rewrite(moved, signal);
    renameSync(moved, target);
  });
}

/** Rewrites package.json and package-lock.json of the project itself, which git can give back. */
export async function moveInPlace({ root, signal }: MoveProps): Promise<void> {
  const { stdout } = await git({ root, signal }, "status", "--porcelain", "--", ".");
  if (stdout.trim())
    throw new ExpectedError(
      `There are changes that are not committed, so the move could not be taken back by itself: commit or stash them.\n${stdout.trimEnd()}`,
    );
  await inFolderBeside(join(resolve(root), "package.json"), async (work) => {
    for (const file of [...REWRITTEN, NPM_SETTINGS])
      if (existsSync(join(root, file))) copyFileSync(join(root, file), join(work, file));
    await rewrite(work, signal);
    for (const file of REWRITTEN) if (existsSync(join(work, file))) renameSync(join(work, file), join(root, file));
  });
}

/** Moves package.json of a folder, and lets npm correct the lock file; nothing is installed. */
async function rewrite(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const file = join(folder, "package.json");
  writeFileSync(file, movedPackage(readFileSync(file, "utf8")));
  await runProgram({
    program: "npm",
    args: ["install", "--package-lock-only", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"],
    folder,
    otherwise: "Nothing was moved, since npm cannot write the lock file",
    signal,
  });
}

/** Paths of the files of the project, tracked or not yet. */
async function projectFiles(props: MoveProps): Promise<string[]> {
  const { stdout } = await git(props, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  // what was deleted and not committed is listed, and not there
  return [...new Set(stdout.split("\0"))].filter((path) => path !== "" && existsSync(join(props.root, path)));
}

const git = ({ root, signal }: MoveProps, ...args: string[]) =>
  runProgram({ program: "git", args, folder: root, otherwise: "Git cannot tell what belongs to the project", signal });

/** A file with its rights, or a link as it is. Folders are repositories of their own, which git lists by name only. */
function copyEntry(from: string, to: string): void {
  const entry = lstatSync(from);
  if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (entry.isFile()) copyFileSync(from, to);
}

/** Hands out a folder on the same disk as a path, and removes it afterwards. */
async function inFolderBeside(path: string, use: (work: string) => Promise<void>): Promise<void> {
  const work = mkdtempSync(join(dirname(path), `.${basename(path)}-`));
  const remove = () => rmSync(work, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    await use(work);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
