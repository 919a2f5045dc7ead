import { statfsSync } from "node:fs";
import { availableParallelism, freemem } from "node:os";
import { always, ok, unknown, wrong, type Check, type Seen } from "./check";

const MIB = 2 ** 20;

/** A synth of 100 environments stays below 800 MiB: test/bench. */
const MEMORY_MIB = 1024;

/** What a synth writes is small. Providers of Terraform come on top, once a stack unless TF_PLUGIN_CACHE_DIR is set. */
const DISK_MIB = 1024;

export const MACHINE_CHECKS: readonly Check[] = [
  {
    id: "machine/memory",
    title: "Memory",
    purpose: "a synth of many environments",
    need: always,
    look: () => Promise.resolve(judgeMemory(availableMemory())),
  },
  {
    id: "machine/disk",
    title: "Disk",
    purpose: "what synth writes; providers of Terraform need more, once a stack without TF_PLUGIN_CACHE_DIR",
    need: always,
    look: ({ root }) => Promise.resolve(lookAtDisk(root)),
  },
];

/** Whether free memory, bytes, is enough. */
export function judgeMemory(bytes: number): Seen {
  const mib = Math.floor(bytes / MIB);
  if (mib >= MEMORY_MIB) return ok(`${mib} MiB free, ${availableParallelism()} processors`);
  return wrong(
    `${mib} MiB free, and ${MEMORY_MIB} are enough for 100 environments`,
    "End other programs, or synth fewer.",
  );
}

/** Whether free space of the disk, bytes, is enough. */
export function judgeDisk(bytes: number, root: string): Seen {
  const mib = Math.floor(bytes / MIB);
  if (mib >= DISK_MIB) return ok(`${mib} MiB free`);
  return wrong(`${mib} MiB free below ${root}, and ${DISK_MIB} should be`, "Make room, such as in cdktf.out.");
}

/** Container limits count, where Node tells them. */
function availableMemory(): number {
  const { availableMemory: tells } = process as { availableMemory?: () => number };
  return tells?.call(process) ?? freemem();
}

function lookAtDisk(root: string): Seen {
  try {
    const { bavail, bsize } = statfsSync(root);
    return judgeDisk(bavail * bsize, root);
  } catch (error) {
    return unknown(`${root}: ${(error as Error).message}`);
  }
}
