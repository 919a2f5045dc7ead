import type { InstanceType } from "../facts/instance-types";
import type { NodeGroupConfig } from "../schema/environment";
import type { ResolvedCapacity } from "./capacity";

/** Scale of a node group, and who decides on it. */
export interface ResolvedNodes {
  readonly min: number;
  /** Size at which everything is counted: GPUs, addresses, money. */
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

/**
 * Minutes before the end of a block when there is nothing left to start: EKS scales the group to zero 40 minutes
 * before, and AWS begins to terminate UltraServers 60 minutes before.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html
 */
const CLOSING_MINUTES = { instance: 40, ultraserver: 60 } as const;

export function resolveAvailability(
  nodes: NodeGroupConfig["nodes"],
  capacity: ResolvedCapacity,
  { purchase }: InstanceType,
  now: Date,
): ResolvedNodes {
  const range = typeof nodes === "number" ? { min: nodes, max: nodes } : nodes;
  if (capacity.kind === "capacity-block") {
    const window = windowOf(capacity, CLOSING_MINUTES[purchase.capacityBlock ?? "instance"], now);
    return { min: 0, max: range.max, initial: window === "open" ? range.max : 0, owner: "block", window };
  }
  const owner = typeof nodes === "number" ? "terraform" : "autoscaler";
  return { ...range, initial: range.min, owner, window: null };
}

/** Whether a Capacity Block can run nodes at a moment. */
function windowOf(
  block: { readonly start: string; readonly end: string },
  closingMinutes: number,
  now: Date,
): "before" | "open" | "over" {
  if (now.getTime() < Date.parse(block.start)) return "before";
  return now.getTime() < Date.parse(block.end) - closingMinutes * 60_000 ? "open" : "over";
}
