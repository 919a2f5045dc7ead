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

/** Bash of two tasks, of which the second one sends to the first one over each device of libfabric in turn. */
export const libfabricScript = (provider: string): string =>
  scriptFile("verify/files/libfabric.sh", { values: { provider, port: FIRST_PORT + 100, iterations: 2000 } });

/** What tasks of IOR and mdtest do on a volume. */
export interface SharedFilesProps {
  readonly folder: string;
  /** Tasks of a node. */
  readonly each: number;
}

/** What tasks of IOR write and read. */
export interface IorProps extends SharedFilesProps {
  /** Of a task, MiB. */
  readonly mib: number;
  readonly files: "of-each-task" | "one";
}

/** Bash of MPI tasks that write and read together. */
export const iorScript = ({ folder, each, mib, files }: IorProps): string =>
  // IOR waits for all tasks between its phases in any case where they share a file
  scriptFile("verify/files/ior.sh", { values: { folder, each, mib, files: files === "one" ? "-g" : "-F" } });

/** Bash of MPI tasks that make, look at and remove files. @param files of a task */
export const mdtestScript = ({ folder, each, files }: SharedFilesProps & { readonly files: number }): string =>
  scriptFile("verify/files/mdtest.sh", { values: { folder, each, files } });

/** Bash that reads a volume into a GPU directly, and by way of the host. @param mib of a thread, MiB */
export const gdsioScript = (folder: string, mib: number): string =>
  scriptFile("verify/files/gdsio.sh", { values: { folder, mib } });

/** Bash of tasks, each of which reads in any order what another one wrote. @param shards files of a task @param mib of a file, MiB */
export const epochScript = ({ folder, shards, mib }: { folder: string; shards: number; mib: number }): string =>
  scriptFile("verify/files/epoch.sh", { values: { folder, shards, mib, wait: 900 } });

/** Bash that writes an object in parts, reads it and compares it. @param place `s3://bucket/prefix` @param mib size, MiB */
export const bucketScript = (place: string, mib: number): string =>
  scriptFile("verify/files/bucket.sh", { values: { place, mib } });

/** A matrix, and the processes that share it. */
export interface HplProps {
  /** Rows and columns of the matrix. */
  readonly order: number;
  /** Of the grid of processes: their product is their number. */
  readonly rows: number;
  readonly columns: number;
}

/** Bash of MPI tasks, one a GPU, that solve a system of equations. */
export const hplScript = ({ order, rows, columns }: HplProps): string =>
  scriptFile("verify/files/hpl.sh", { values: { order, rows, columns } });

/** Bash that simulates water. @param tiles cubes of 216 molecules in each direction @param options of mdrun, as words */
export const gromacsScript = (tiles: number, steps: number, options: string): string =>
  scriptFile("verify/files/gromacs.sh", { values: { tiles, steps, options } });

/** Bash that prints devices which a pod sees without having asked for one. */
export const isolationScript = (): string => scriptFile("verify/files/isolation.sh");

/** A trial of Slurm on one node. */
export interface SchedulingTrial {
  /** QOS that gives way, and the one that it gives way to. */
  readonly low: string;
  readonly high: string;
  /** Of the node. */
  readonly gpus: number;
  /** Longest wait for a job to give way, s. */
  readonly patience: number;
}

/** Bash beside the controller that reserves a node, and tries preemption and draining there. */
export const schedulingScript = (trial: SchedulingTrial): string =>
  scriptFile("verify/files/scheduling.sh", { values: { ...trial } });
