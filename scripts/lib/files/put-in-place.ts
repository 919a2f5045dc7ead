import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../process/process-alive";
import { jsonOf } from "./read-json";

/** What synthesis writes into the folder of a stack. Everything else there is Terraform's: providers, locks, plans. */
const GENERATED = ["cdk.tf.json", "metadata.json", "assets"];

/** State that Terraform could not save: what it tells of is nowhere else. */
const UNSAVED = "errored.tfstate";

/** `stacks` by name, beside what else cdktf notes. */
interface Manifest {
  readonly stacks: Readonly<Record<string, unknown>>;
}

/**
 * Puts freshly written stacks into `outdir`, each into the folder that it may have already: what Terraform keeps there stays.
 * Stacks that `keep` does not name are removed, but for state that could not be saved. The manifest lists what is there afterwards.
 * @param keep whether a stack of an earlier run, which this one has not written, stays
 * @returns names of stacks that were removed
 */
export function putInPlace(from: string, outdir: string, keep: (stack: string) => boolean): string[] {
  const before = foldersOf(join(outdir, "stacks"));
  const fresh = foldersOf(join(from, "stacks"));
  const others = before.filter((stack) => !fresh.includes(stack) && !isRemoved(join(outdir, "stacks", stack)));
  const removed = others.filter((stack) => !keep(stack));
  const manifest = readManifest(join(from, "manifest.json"));
  const old = readManifest(join(outdir, "manifest.json"));
  const kept = Object.entries(old.stacks).filter(([stack]) => others.includes(stack) && !removed.includes(stack));
  for (const stack of fresh) replaceGenerated(join(from, "stacks", stack), join(outdir, "stacks", stack));
  for (const stack of removed) removeStack(join(outdir, "stacks", stack));
  const stacks = { ...Object.fromEntries(kept), ...manifest.stacks };
  writeFileSync(join(from, "manifest.json"), JSON.stringify({ ...manifest, stacks }, null, 2));
  renameSync(join(from, "manifest.json"), join(outdir, "manifest.json"));
  return removed;
}

function replaceGenerated(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const written = readdirSync(from, { withFileTypes: true });
  const isFile = new Map(written.map((entry) => [entry.name, entry.isFile()]));
  for (const entry of new Set([...GENERATED, ...isFile.keys()])) {
    // a file takes the place of a file
    if (!isFile.get(entry) || isFolder(join(to, entry))) rmSync(join(to, entry), { recursive: true, force: true });
    if (isFile.has(entry)) renameSync(join(from, entry), join(to, entry));
  }
}

const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function removeStack(folder: string): void {
  if (!existsSync(join(folder, UNSAVED))) rmSync(folder, { recursive: true, force: true });
  else
    for (const entry of readdirSync(folder).filter((name) => name !== UNSAVED))
      rmSync(join(folder, entry), { recursive: true, force: true });
}

const isRemoved = (folder: string) =>
  readdirSync(folder).every((entry) => entry === UNSAVED) && existsSync(join(folder, UNSAVED));

function foldersOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** A manifest that cannot be read lists nothing. */
function readManifest(file: string): Manifest {
  const { stacks = {}, ...rest } = (jsonOf(file) ?? {}) as Partial<Manifest>;
  return { ...rest, stacks };
}

/** Folder in `outdir` that one run writes into. Those of runs that were killed are removed. */
export function makeWorkFolder(outdir: string): string {
  for (const entry of readdirSync(outdir)) {
    const pid = /^\.synth-(?:(\d+)-)?/.exec(entry);
    if (pid && !isAlive(Number(pid[1]))) rmSync(join(outdir, entry), { recursive: true, force: true });
  }
  return mkdtempSync(join(outdir, `.synth-${process.pid}-`));
}
