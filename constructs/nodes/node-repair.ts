import type { EksNodeGroupNodeRepairConfig } from "@cdktf/provider-aws/lib/eks-node-group";

/** How many nodes, by number or by share of the group. EKS takes one of the two. */
export type NodeLimit = { readonly count: number } | { readonly percentage: number };

/** What is done about one finding of the node monitoring agent. EKS wants all four values. */
export interface NodeRepairOverride {
  /** Node condition, e.g. `AcceleratedHardwareReady`. */
  readonly condition: string;
  /** Reason below the condition, e.g. `NvidiaXID64Error`. */
  readonly reason: string;
  readonly minWaitMinutes: number;
  readonly action: "Replace" | "Reboot" | "NoAction";
}

/**
 * Whether EKS reboots and replaces unhealthy nodes. GPU conditions come from the add-on eks-node-monitoring-agent.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/node-repair.html
 */
export type NodeRepair =
  | { readonly kind: "off" }
  | {
      readonly kind: "auto";
      /** Repaired at the same time. @default - EKS decides */
      readonly parallel?: NodeLimit;
      /** Repair stops when more are unhealthy. @default - 20 % of groups above five nodes */
      readonly stopAbove?: NodeLimit;
      /** @default - none */
      readonly overrides?: readonly NodeRepairOverride[];
    };

/** Automatic repair of nodes as EKS takes it. */
export function nodeRepairConfig(repair: NodeRepair): EksNodeGroupNodeRepairConfig {
  if (repair.kind === "off") return { enabled: false };
  const { parallel, stopAbove, overrides = [] } = repair;
  return {
    enabled: true,
    ...(parallel &&
      ("count" in parallel
        ? { maxParallelNodesRepairedCount: parallel.count }
        : { maxParallelNodesRepairedPercentage: parallel.percentage })),
    ...(stopAbove &&
      ("count" in stopAbove
        ? { maxUnhealthyNodeThresholdCount: stopAbove.count }
        : { maxUnhealthyNodeThresholdPercentage: stopAbove.percentage })),
    ...(overrides.length > 0 && {
      nodeRepairConfigOverrides: overrides.map((override) => ({
        nodeMonitoringCondition: override.condition,
        nodeUnhealthyReason: override.reason,
        minRepairWaitTimeMins: override.minWaitMinutes,
        repairAction: override.action,
      })),
    }),
  };
}
