import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "./partitions";

interface Counted {
  readonly type: string;
  /** How many there are at most. */
  readonly most: number;
  /** How many of them one GPU makes. */
  readonly perGpu: number;
}

/** What Slurm counts as GPUs: whole ones, and the instances of those that are cut. */
function counted(env: SiteEnvironment, only?: readonly string[] | null): Counted[] {
  const used = groupNamesInPartitions(env, only);
  return env.nodeGroups.flatMap(({ name, gpus, count, sharing }) =>
    !gpus || !used.has(name) || typeof sharing.slurm === "string"
      ? []
      : sharing.slurm.gres.map((one) => ({
          type: one.type,
          most: one.count * count.max,
          perGpu: one.count / gpus.count,
        })),
  );
}

/** GPUs that Slurm has at most, by type; of those that are cut, their instances. @param only partitions that count. @default - all of them */
export function fleetByType(env: SiteEnvironment, only?: readonly string[] | null): ReadonlyMap<string, number> {
  const fleet = new Map<string, number>();
  for (const { type, most } of counted(env, only)) fleet.set(type, (fleet.get(type) ?? 0) + most);
  return fleet;
}

/** How many of each type one GPU makes at most: 1 of a whole one, 7 of `1g.10gb`. */
export function perGpuByType(env: SiteEnvironment): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { type, perGpu } of counted(env)) found.set(type, Math.max(found.get(type) ?? 0, perGpu));
  return found;
}
