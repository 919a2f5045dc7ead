import { takesJobs, type SeenNode } from "./pool-nodes";
import type { RolloutLimits, RolloutShare } from "./rollout-state";

/** Where the floor of a pool or a partition stands. */
export interface Room {
  readonly title: string;
  readonly total: number;
  /** Nodes that take jobs. */
  readonly working: number;
  /** Fewest nodes that may take jobs. */
  readonly least: number;
}

/** How many of so many nodes take jobs at least: a part of them, but one may always go. */
export const leastOf = (total: number, floorPercent: number): number =>
  Math.max(0, Math.min(Math.ceil((total * floorPercent) / 100), total - 1));

/**
 * Room above the floor, for each pool and partition.
 * @param away nodes of the pool that are gone and come again: they count
 */
export function roomsOf(
  shares: readonly RolloutShare[],
  nodes: readonly SeenNode[],
  away: number,
  { floorPercent }: Pick<RolloutLimits, "floorPercent">,
): Room[] {
  return shares.map(({ title, pools }) => {
    const known = nodes.filter(({ pool, slurm }) => slurm !== null && pools.includes(pool));
    const total = known.length + away;
    const working = known.filter(({ slurm, host }) => takesJobs(slurm!.state) && host?.cordoned !== true).length;
    return { title, total, working, least: leastOf(total, floorPercent) };
  });
}

/** Nodes that may be drained now: the room of the fullest of all. */
export const roomFor = (rooms: readonly Room[]): number =>
  Math.max(0, Math.min(...rooms.map(({ working, least }) => working - least)));

/** What stands at its floor, in words. */
export const floorText = (rooms: readonly Room[]): string =>
  rooms
    .filter(({ working, least }) => working <= least)
    .map(({ title, total, working, least }) => `${working} of ${total} nodes of ${title} take jobs, and ${least} must`)
    .join("; ");
