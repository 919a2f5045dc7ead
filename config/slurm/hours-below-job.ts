import type { SiteEnvironment } from "../sites/environment";
import { leastGpusOfNode, type Partition } from "./partitions";

interface LeastJob {
  readonly gpuHours: number;
  /** Which job it is, in words. */
  readonly text: string;
}

/**
 * The job with GPUs that counts least among those that say no time. Where jobs have whole nodes, all GPUs of one count.
 * @param maxHours of the job, whatever its partition gives
 * @returns null where no such partition has GPUs, or where each job must say its time
 */
function leastJob(
  env: SiteEnvironment,
  partitions: readonly (readonly [string, Partition])[],
  maxHours: number,
): LeastJob | null {
  if (env.slurm?.submit?.timeLimit === "required") return null;
  const jobs = partitions.flatMap(([name, partition]) => {
    const node = leastGpusOfNode(env, partition);
    if (node === null || partition.cpusPerNode !== undefined) return [];
    const gpus = partition.nodeSharing === "none" ? node : 1;
    const hours = Math.min(partition.defaultHours, partition.maxHours, maxHours);
    const on = gpus === 1 ? "one GPU" : `the ${gpus} GPUs of a node`;
    return [{ gpuHours: gpus * hours, text: `a job on ${on} that asks for no time counts ${gpus * hours} in ${name}` }];
  });
  return jobs.reduce<LeastJob | null>((least, job) => (least && least.gpuHours <= job.gpuHours ? least : job), null);
}

/** Whose GPU hours are limited, and where its jobs may be. */
export interface HoursLimit {
  readonly whose: string;
  /** Undefined and null: they are not limited. */
  readonly gpuHours: number | null | undefined;
  readonly partitions: readonly (readonly [string, Partition])[];
  /** The longest of its jobs, whatever partitions give. @default - as long as they give */
  readonly maxHours?: number | null;
}

/** What is wrong with GPU hours under which no job that says no time may start; null: nothing is. */
export function hoursBelowJob(
  env: SiteEnvironment,
  { whose, gpuHours, partitions, maxHours }: HoursLimit,
): { readonly message: string; readonly fix: string } | null {
  const least = leastJob(env, partitions, maxHours ?? Infinity);
  if (gpuHours == null || least === null || gpuHours >= least.gpuHours) return null;
  return {
    message: `${whose} has ${gpuHours} GPU hours, and ${least.text}`,
    fix: `write gpuHours: ${Math.ceil(least.gpuHours)} or more, or a shorter defaultHours in a partition`,
  };
}
