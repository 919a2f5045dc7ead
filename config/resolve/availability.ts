import type { NodeGroupConfig } from "../schema/environment";

/** Scale of a node group, and who decides on it. */
export interface ResolvedNodes {
  readonly min: number;
  readonly max: number;
  /** Size at creation. */
  readonly initial: number;
  /**
   * - `terraform`: the number in config is kept.
   * - `autoscaler`: something in the cluster chooses within the range; Terraform leaves it alone.
   * - `block`: the Capacity Block's window decides.
   */
  readonly owner: "terraform" | "autoscaler" | "block";
  /** Capacity Block only: where `now` stands to its window. */
  readonly window: "before" | "open" | "over" | null;
}

/** EKS scales a Capacity Block group to zero 40 minutes before its end: later there is nothing to start. */
const CLOSING_MINUTES = 40;

export function resolveAvailability({ nodes, capacity }: NodeGroupConfig, now: Date): ResolvedNodes {
  const range = typeof nodes === "number" ? { min: nodes, max: Math.max(1, nodes) } : nodes;
  if (capacity.kind === "capacity-block") {
    const window = windowOf(capacity, now);
    return { min: 0, max: range.max, initial: window === "open" ? range.max : 0, owner: "block", window };
  }
  const owner = typeof nodes === "number" ? "terraform" : "autoscaler";
  return { ...range, initial: range.min, owner, window: null };
}

/** Whether a Capacity Block can run nodes at a moment. */
export function windowOf(
  block: { readonly start: string; readonly end: string },
  now: Date,
): "before" | "open" | "over" {
  if (now.getTime() < Date.parse(block.start)) return "before";
  return now.getTime() < Date.parse(block.end) - CLOSING_MINUTES * 60_000 ? "open" : "over";
}
