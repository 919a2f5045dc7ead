import { scriptFile } from "../core/script-file";

/** Size of huge pages that fabrics use, KiB. */
const HUGE_PAGE_KIB = 2048;

/** Bash that prints what a node has. @param sysfs folder of /sys with an entry for each device of the fabric; null: it has none */
export const inventoryScript = (sysfs: string | null): string =>
  scriptFile("verify/files/inventory.sh", { values: { sysfs: sysfs ?? "class/none", hugepages: HUGE_PAGE_KIB } });

/** Bash that runs a program, and says where it is not there. @param words its arguments */
export const programScript = (program: string, words: string): string =>
  scriptFile("verify/files/program.sh", { values: { program, arguments: words } });

/** Bash of two tasks, of which the second one writes to the first one over each device in turn. @param seconds of each run */
export const railsScript = (devices: readonly string[], seconds: number): string =>
  scriptFile("verify/files/rails.sh", { values: { devices: devices.join(" "), seconds, port: FIRST_PORT } });

/** TCP ports from it on are those by which the ends of a run find each other. */
const FIRST_PORT = 18_600;

/** Bash that writes a file below a folder and reads it, past the cache. @param mib its size, MiB */
export const filesScript = (folder: string, mib: number): string =>
  scriptFile("verify/files/fio.sh", { values: { folder, mib } });
