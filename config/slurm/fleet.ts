import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "./partitions";

/** GPUs that Slurm has at most, by type. @param only partitions that count. @default - all of them */
export function fleetByType(env: SiteEnvironment, only?: readonly string[] | null): ReadonlyMap<string, number> {
  const used = groupNamesInPartitions(env, only);
  const fleet = new Map<string, number>();
  for (const { name, gpus, count } of env.nodeGroups) {
    if (!gpus || !used.has(name)) continue;
    fleet.set(gpus.type, (fleet.get(gpus.type) ?? 0) + gpus.count * count.max);
  }
  return fleet;
}
