import { CAPACITY_BLOCKS } from "../facts/capacity-blocks";
import { isNodeGroup, type ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "./partitions";

/** Time in which the nodes of a Capacity Block are there, milliseconds since 1970. */
export interface BlockTime {
  readonly start: number;
  /** When they go: before the block itself ends. */
  readonly end: number;
}

/** When the nodes of a pool are there; null where it is in no Capacity Block. */
export function blockTime(group: ResolvedPool): BlockTime | null {
  if (!isNodeGroup(group) || group.machines.capacity.kind !== "capacity-block") return null;
  const { start, end } = group.machines.capacity;
  const terminates = CAPACITY_BLOCKS.terminationMinutes[group.hardware.purchase.capacityBlock ?? "instance"];
  const minutes = Math.max(CAPACITY_BLOCKS.eksScalesDownMinutes, terminates);
  return { start: Date.parse(start), end: Date.parse(end) - minutes * 60_000 };
}

/** A pool of Slurm whose nodes go with their Capacity Block. */
export interface BlockEnd {
  readonly group: string;
  /** When its nodes go, milliseconds since 1970. */
  readonly end: number;
}

/** Pools of Slurm that are in Capacity Blocks, with the moment at which their nodes go. */
export function blockEnds(env: SiteEnvironment): readonly BlockEnd[] {
  const used = groupNamesInPartitions(env);
  return env.nodeGroups.flatMap((group) => {
    const time = used.has(group.name) ? blockTime(group) : null;
    return time ? [{ group: group.name, end: time.end }] : [];
  });
}
