import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { ExpectedError } from "../errors/expected-error";
import { isAlive } from "./process-alive";

/** A lock that this process has. */
export interface WorkLock {
  /** Whether it was left behind by a process that did not end by itself. */
  readonly wasLeft: boolean;
  /** Gives it back; more than once does no harm. */
  readonly release: () => void;
}

/**
 * Takes a lock file for as long as this process lives, over from one that is dead.
 * @param what what is locked, for the message
 * @throws ExpectedError when another process has it
 */
export function takeLock(file: string, what: string): WorkLock {
  const own = `${file}.${process.pid}`;
  // written whole before it gets its name: nobody reads half a lock
  writeFileSync(own, `${process.pid}\n`);
  try {
    let wasLeft = false;
    while (!link(own, file)) {
      const holder = holderOf(file);
      if (holder !== null && isAlive(holder)) {
        throw new ExpectedError(
          `${what} is in use by process ${holder}. Wait for it to end, or stop it.\n` +
            `If that process is something else, remove ${file}`,
        );
      }
      wasLeft = removeStale(file, `${own}.left`) || wasLeft;
    }
    const release = once(() => {
      process.off("exit", release);
      if (holderOf(file) === process.pid) rmSync(file, { force: true });
    });
    process.on("exit", release);
    return { wasLeft, release };
  } finally {
    rmSync(own, { force: true });
  }
}

/** @returns whether the name was free */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Takes a dead process's lock away. Another process may have done so meanwhile, and have taken the lock: it gets it back. */
function removeStale(file: string, aside: string): boolean {
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  const holder = holderOf(aside);
  const stale = holder === null || !isAlive(holder);
  if (!stale) link(aside, file);
  rmSync(aside, { force: true });
  return stale;
}

/** Process that has a lock; null when the file is gone or says nothing. */
function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8").trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Process beside this one that has a lock and is alive; null: none. */
export function otherHolder(file: string): number | null {
  const holder = holderOf(file);
  return holder !== null && holder !== process.pid && isAlive(holder) ? holder : null;
}

function once(run: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run();
  };
}
