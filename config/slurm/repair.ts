import { isNodeGroup, type ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "./partitions";
import type { RepairStep } from "../facts/node-repairs";

/**
 * Who puts another machine in the place of one: the managed group of EKS, Karpenter, or people, for whom it is put on a list.
 */
export type Replacer = "group" | "karpenter" | "list";

/** How the nodes of a pool are repaired. */
export interface PoolRepair {
  readonly pool: string;
  readonly steps: readonly RepairStep[];
  readonly stepsPerHour: number;
  readonly atOnce: number;
  readonly floorPercent: number;
  readonly replacedBy: Replacer;
}

/** How nodes of Slurm are repaired; null: nobody does. */
export function repairOf(env: SiteEnvironment): readonly PoolRepair[] | null {
  const repair = env.slurm?.health?.repair;
  if (!repair || repair.mode === "off") return null;
  const { steps, stepsPerHour, atOnce, floorPercent } = repair;
  const used = groupNamesInPartitions(env);
  return env.nodeGroups
    .filter(({ name }) => used.has(name))
    .map((pool) => ({ pool: pool.name, steps, stepsPerHour, atOnce, floorPercent, replacedBy: replacerOf(pool) }));
}

/** Who puts another machine in the place of one of a pool. */
export function replacerOf(pool: ResolvedPool): Replacer {
  if (!isNodeGroup(pool)) return "list";
  return pool.machines.karpenter ? "karpenter" : "group";
}
