import type { NodeGroupConfig } from "../nodes/schema";

/** Capacity as config says it, but the days of a Capacity Block, and moments with an offset, are moments in UTC: `2026-12-01T11:30:00Z`. */
export type ResolvedCapacity = NodeGroupConfig["capacity"];

/** Capacity Blocks begin and end at this time of the day, UTC. */
const BLOCK_TIME = "T11:30:00Z";

/** Capacity of a group with the hours of a Capacity Block as moments, UTC. */
export function resolveCapacity(capacity: NodeGroupConfig["capacity"]): ResolvedCapacity {
  if (capacity.kind !== "capacity-block") return capacity;
  return { ...capacity, start: moment(capacity.start), end: moment(capacity.end) };
}

function moment(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}${BLOCK_TIME}`;
  return text.endsWith("Z") ? text : new Date(text).toISOString().replace(".000Z", "Z");
}
