import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { folderProblem } from "../../lib/files/file-problem";
import { readJson } from "../../lib/files/read-json";
import { CLOUD_FILE } from "../cloud/cloud";
import { recordedIn, type Recorded } from "../../lib/terraform/recorded-state";
import { takeLock } from "../../lib/process/work-lock";

export interface WorkFolderProps {
  /** Output folder of the repository, `cdktf.out`. */
  readonly outdir: string;
  readonly environment: string;
  /** Whether what an earlier run has left is thrown away. */
  readonly fresh: boolean;
}

/** What a stack of an earlier run has left in its state. */
export interface Leftover {
  readonly stack: string;
  readonly resources: readonly Recorded[];
}

/** Folder of the rehearsals of one environment, as long as this process has it. */
export interface WorkFolder {
  readonly path: string;
  /** Folder of the states and of the pretended cloud. */
  readonly stateFolder: string;
  /** Stacks that are there already: this run goes on with them. */
  readonly leftovers: readonly Leftover[];
  /** Whether the run before was killed: the cloud may have objects that no state knows of. */
  readonly wasKilled: boolean;
  readonly statePath: (stack: string) => string;
  /** Names of the stacks that have a state file by now. */
  readonly states: () => string[];
  /** Writes `result.json`. @returns its path */
  readonly writeResult: (result: unknown) => string;
  /** Lets other processes have the folder. */
  readonly release: () => void;
}

const AGAIN = "Begin anew with --fresh.";

/**
 * Opens `<outdir>/rehearsal/<environment>`. Of an earlier run only the states and the pretended cloud are kept.
 * @throws ExpectedError when another rehearsal of the environment runs, or when what was left cannot be gone on with
 */
export function openWorkFolder({ outdir, environment, fresh }: WorkFolderProps): WorkFolder {
  const all = join(outdir, "rehearsal");
  const path = join(all, environment);
  const stateFolder = join(path, "state");
  const lockFile = join(all, `${environment}.lock`);
  const lock = onFiles(all, () => {
    mkdirSync(all, { recursive: true });
    return takeLock(lockFile, `The rehearsal of ${environment}`);
  });
  try {
    return onFiles(path, () => {
      if (fresh) rmSync(path, { recursive: true, force: true });
      mkdirSync(path, { recursive: true, mode: 0o700 });
      for (const entry of readdirSync(path))
        if (entry !== "state") rmSync(join(path, entry), { recursive: true, force: true });
      const leftovers = onFiles(stateFolder, () => {
        mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
        accessSync(stateFolder, constants.R_OK | constants.W_OK | constants.X_OK);
        if (lock.wasLeft) letTerraformEnd(stateFolder);
        return readLeftovers(stateFolder);
      });
      return {
        path,
        stateFolder,
        leftovers,
        wasKilled: lock.wasLeft,
        statePath: (stack) => join(stateFolder, `${stack}${STATE}`),
        states: () => statesIn(stateFolder),
        writeResult: (result) => {
          const file = join(path, "result.json");
          writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
          return file;
        },
        release: lock.release,
      };
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

const LAST_WRITE_MS = 3000;

/**
 * Terraform outlives a process that was killed by the moment that it takes to find its providers gone, and to write. As
 * long as it holds a state there is a note beside it; one of a Terraform that was killed too stays.
 */
function letTerraformEnd(stateFolder: string): void {
  const end = performance.now() + LAST_WRITE_MS;
  while (performance.now() < end && readdirSync(stateFolder).some((file) => file.endsWith(".tfstate.lock.info")))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

const STATE = ".tfstate";

/** Names of stacks, in order. */
function statesIn(stateFolder: string): string[] {
  return readdirSync(stateFolder)
    .filter((file) => file.endsWith(STATE) && !file.startsWith("."))
    .map((file) => file.slice(0, -STATE.length))
    .sort();
}

/** States with resources, in order of their names. */
function readLeftovers(stateFolder: string): Leftover[] {
  const cloudFile = join(stateFolder, CLOUD_FILE);
  const leftovers = statesIn(stateFolder)
    .map((stack) => ({ stack, resources: recorded(join(stateFolder, `${stack}${STATE}`)) }))
    .filter(({ resources }) => resources.length > 0);
  const inCloud = leftovers.filter(({ resources }) => resources.some((resource) => resource.inCloud));
  if (!existsSync(cloudFile) && inCloud.length)
    throw new ExpectedError(
      `${inCloud.map(({ stack }) => stack).join(", ")}: the state has resources of an earlier rehearsal, but the ` +
        `pretended cloud that they stand in, ${cloudFile}, is gone. ${AGAIN}`,
    );
  // what no state knows of, nobody can go on with: that run was killed before Terraform could write
  if (leftovers.length === 0) rmSync(cloudFile, { recursive: true, force: true });
  return leftovers;
}

function recorded(file: string): Recorded[] {
  // Terraform makes the file to lock it, and leaves it empty when it is killed then
  if (statSync(file).size === 0) return [];
  const state = readJson(file, { fix: AGAIN });
  try {
    return recordedIn(state);
  } catch {
    throw new ExpectedError(`${file} is not a state that Terraform wrote. ${AGAIN}`);
  }
}

/** Errors of the file system, in words. */
function onFiles<T>(folder: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const text = error instanceof ExpectedError ? null : folderProblem(error, folder);
    if (text === null) throw error;
    throw new ExpectedError(text);
  }
}
