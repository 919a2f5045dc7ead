import type { SiteEnvironment } from "../sites/environment";
import { groupsOf, partitionsOf } from "./partitions";

/** What a job counts against limits on GPU hours. */
export interface LeastJob {
  readonly gpuHours: number;
  /** Which job it is, in words. */
  readonly text: string;
}

/**
 * The job with GPUs that counts least among those that say no time. Where jobs have whole nodes, all GPUs of one count.
 * @param names partitions that count @param maxHours of the job, whatever its partition gives
 * @returns null where no such partition has GPUs, or where each job must say its time
 */
export function leastJob(env: SiteEnvironment, names: readonly string[], maxHours = Infinity): LeastJob | null {
  if (env.slurm?.submit?.timeLimit === "required") return null;
  const jobs = partitionsOf(env).flatMap(([name, partition]) => {
    const counts = groupsOf(env, partition).flatMap(({ gpus }) => (gpus ? [gpus.count] : []));
    if (!names.includes(name) || counts.length === 0 || partition.cpusPerNode !== undefined) return [];
    const gpus = partition.nodeSharing === "none" ? Math.min(...counts) : 1;
    const hours = Math.min(partition.defaultHours, partition.maxHours, maxHours);
    const on = gpus === 1 ? "one GPU" : `the ${gpus} GPUs of a node`;
    return [{ gpuHours: gpus * hours, text: `a job on ${on} that asks for no time counts ${gpus * hours} in ${name}` }];
  });
  return jobs.reduce<LeastJob | null>((least, job) => (least && least.gpuHours <= job.gpuHours ? least : job), null);
}
