import { createHash } from "node:crypto";
import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "./process-alive";

/** What is for, process, where its number counts, and what mkdtemp adds. */
const NAME = /^railyard-[a-z-]+-(\d+)-([0-9a-f]{8})-[A-Za-z0-9]{6}$/;

/**
 * Makes a folder that only this user can read, in the folder for temporary files. Whoever makes it removes it; where the process is
 * killed first, the next one that makes such a folder does, since it may hold plans with secrets.
 * @param what what it is for, in lower-case letters and dashes
 */
export function temporaryFolder(what: string): string {
  removeAbandoned();
  return mkdtempSync(join(tmpdir(), `railyard-${what}-${process.pid}-${numberSpace()}-`));
}

/**
 * Removes folders of processes that are gone. One is left alone where its process, or another one with that number, is there,
 * where it belongs to another user, and where its number counts elsewhere: on another host or in another container.
 */
function removeAbandoned(): void {
  for (const entry of readdirSync(tmpdir())) {
    const [, pid, space] = NAME.exec(entry) ?? [];
    if (pid === undefined || space !== numberSpace() || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), entry);
    try {
      const found = lstatSync(folder);
      if (found.isDirectory() && found.uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true });
    } catch {
      // another process removes it, too, or it cannot be removed: it is in nobody's way
    }
  }
}

let known: string | undefined;

/** Where numbers of processes mean what they mean here: a host, and a namespace on it. */
function numberSpace(): string {
  known ??= createHash("sha256").update(`${hostname()}\n${namespace()}`).digest("hex").slice(0, 8);
  return known;
}

/** @see https://man7.org/linux/man-pages/man7/pid_namespaces.7.html */
function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // other systems have none
    return "";
  }
}
