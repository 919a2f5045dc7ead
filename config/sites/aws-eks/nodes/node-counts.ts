import { CAPACITY_BLOCKS } from "../../../facts/capacity-blocks";
import type { InstanceType } from "../../../facts/instance-types";
import type { PoolCount } from "../../../pools/pool";
import type { NodeGroupConfig } from "./schema";
import type { ResolvedCapacity } from "../capacity/resolve";

/**
 * Minutes before the end of a block when there is nothing left to start: EKS scales the group to zero 40 minutes
 * before, and AWS begins to terminate UltraServers 60 minutes before.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html
 */
const CLOSING_MINUTES = {
  instance: CAPACITY_BLOCKS.eksScalesDownMinutes,
  ultraserver: CAPACITY_BLOCKS.terminationMinutes.ultraserver,
} as const;

/** What ends nodes beside their capacity. */
export interface NodeLife {
  /** The group follows the hours of the schedule. */
  readonly hours: boolean;
  /** The lifetime of the environment is over. */
  readonly over: boolean;
  /** Karpenter starts its nodes: Terraform knows no number of them. */
  readonly karpenter?: boolean;
}

/** Numbers of nodes at a moment; the group begins with none where its block is not open or the environment has expired. */
export function resolveNodeCounts(
  nodes: NodeGroupConfig["nodes"],
  capacity: ResolvedCapacity,
  { purchase }: InstanceType,
  now: Date,
  life: NodeLife = { hours: false, over: false },
): PoolCount {
  const range = typeof nodes === "number" ? { min: nodes, max: nodes } : nodes;
  if (capacity.kind === "capacity-block") {
    const window = windowOf(capacity, CLOSING_MINUTES[purchase.capacityBlock ?? "instance"], now);
    const initial = window === "open" && !life.over ? range.max : 0;
    return { min: 0, max: range.max, initial, owner: "block", window };
  }
  // a range of nothing leaves an autoscaler nothing to choose
  const isFixed = !life.karpenter && (typeof nodes === "number" || range.max === 0);
  if (life.over)
    return { min: 0, max: range.max, initial: 0, owner: isFixed ? "terraform" : "autoscaler", window: null };
  // AWS refuses a size below the least one: in the hours it is what the schedule sets
  if (life.hours) {
    return { min: 0, max: range.max, initial: range.min, owner: isFixed ? "schedule" : "autoscaler", window: null };
  }
  return { ...range, initial: range.min, owner: isFixed ? "terraform" : "autoscaler", window: null };
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
