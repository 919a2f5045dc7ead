import { CAPACITY_BLOCKS } from "../facts/capacity-blocks";
import { isNodeGroup, type ResolvedPool } from "../pools/pool";

/** Hours for which nodes are there: those of a Capacity Block go before it ends. */
export function usableHours(group: ResolvedPool): number {
  if (!isNodeGroup(group) || group.machines.capacity.kind !== "capacity-block") return Infinity;
  const { capacity } = group.machines;
  const minutes = (Date.parse(capacity.end) - Date.parse(capacity.start)) / 60_000;
  return (minutes - CAPACITY_BLOCKS.terminationMinutes[group.hardware.purchase.capacityBlock ?? "instance"]) / 60;
}
