import { takesJobs, type SeenNode } from "./pool-nodes";
import type { RolloutSlot, RolloutState, RolloutWay } from "./rollout-state";

/** What has to be another one afterwards. */
export function markOf({ host, pod }: SeenNode, way: RolloutWay): string {
  if (way === "restart") return pod?.uid ?? "";
  return (way === "reboot" ? host?.bootId : host?.uid) ?? "";
}

/** Nodes of a pool that a new rollout goes through. */
export function newRollout(pool: string, way: RolloutWay, nodes: readonly SeenNode[], now: number): RolloutState {
  const own = nodes.filter((node) => node.pool === pool && node.slurm !== null);
  return {
    format: 1,
    pool,
    way,
    begun: now,
    nodes: Object.fromEntries(
      own.map((node) => [node.name, { phase: "waits", at: now, mark: markOf(node, way) } satisfies RolloutSlot]),
    ),
    failures: 0,
    limits: {},
  };
}

/**
 * One that was stopped goes on. What had failed, or was left, is looked at again; so is what was about to be drained: by the reason
 * of its drain is known whether it was.
 */
export function continued(state: RolloutState, now: number): RolloutState {
  const nodes = Object.entries(state.nodes).map(([name, slot]): [string, RolloutSlot] => [
    name,
    ["failed", "left", "drains"].includes(slot.phase) ? { phase: "waits", at: now, mark: slot.mark } : slot,
  ]);
  return { ...state, nodes: Object.fromEntries(nodes), failures: 0 };
}

export const isFinished = (state: RolloutState): boolean =>
  Object.values(state.nodes).every(({ phase }) => phase === "done");

/** No job is on it. */
export const isFree = ({ slurm }: SeenNode): boolean => /^(?:drained|down)\*?$/.test(slurm?.state ?? "");

/** slurmd answers, and is not down: it has registered since. */
export const answers = ({ slurm }: SeenNode): boolean =>
  slurm !== null && (takesJobs(slurm.state) || /^(?:drained|draining|maint)$/.test(slurm.state));
