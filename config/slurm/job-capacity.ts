import { SLURM_JOBS } from "../facts/slurm-jobs";
import { SYSTEM_PODS, type PodDemand } from "../facts/system-pods";
import type { SiteEnvironment } from "../sites/environment";

type Read = Pick<SiteEnvironment, "slurm" | "nodeGroups">;

/** GPUs of all nodes that the cluster can have. */
export const gpusOf = ({ nodeGroups }: Pick<SiteEnvironment, "nodeGroups">): number =>
  nodeGroups.reduce((sum, { gpus, count }) => sum + (gpus?.count ?? 0) * count.max, 0);

/** How many jobs slurmctld knows at a time (`MaxJobCount`): what config says, or what the GPUs of the cluster can use. */
export function maxJobsOf(env: Read): number {
  const { least, most, perGpu } = SLURM_JOBS;
  return env.slurm?.maxJobs ?? Math.min(most, Math.max(least, perGpu * gpusOf(env)));
}

/** What slurmctld's pod asks for, with room for the records of all its jobs. */
export function slurmctldDemand(env: Read): PodDemand {
  const { slurmctld } = SYSTEM_PODS;
  const more = Math.ceil((Math.max(0, maxJobsOf(env) - SLURM_JOBS.least) * SLURM_JOBS.bytes) / 1024 ** 2);
  return { ...slurmctld, memoryMiB: slurmctld.memoryMiB + more, limitMiB: slurmctld.limitMiB + more };
}
