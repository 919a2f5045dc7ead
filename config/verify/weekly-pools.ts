import type { ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "../slurm/partitions";

/** Pools whose idle nodes a weekly run in the cluster may use: pods of slurmd hold those of Slurm. */
export function weeklyPools(env: SiteEnvironment): ResolvedPool[] {
  const inSlurm = groupNamesInPartitions(env);
  return env.nodeGroups.filter(({ name, gpus }) => gpus !== null && !inSlurm.has(name));
}
