import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** What is there to be watched. At least one of the three. */
export interface NodeAlertsProps {
  /** Node groups that have so many nodes, day and night. */
  readonly fixed: readonly { readonly name: string; readonly nodes: number }[];
  /** Groups in Capacity Blocks, and when their nodes go, milliseconds since 1970. */
  readonly blocks: readonly { readonly group: string; readonly end: number }[];
  /** Whether Karpenter starts nodes. */
  readonly karpenter: boolean;
}

/** A day is what it takes to extend a block, or to bring jobs elsewhere. */
const BLOCK_LEAD_SECONDS = 86_400;

/** Values with the group that they are of. */
const ofGroup = (name: string, expr: string): string => `label_replace(${expr}, "node_group", "${name}", "", "")`;

const present = (name: string): string =>
  `(count(kube_node_labels{label_railyard_dev_node_group="${name}"}) or vector(0))`;

const untilEnd = (end: number): string => `vector(${Math.floor(end / 1000)}) - time()`;

/**
 * Nodes that should be there and are not, and those that will not be there for long.
 * @see https://github.com/kubernetes-sigs/karpenter/blob/v1.14.1/pkg/controllers/nodeclaim/lifecycle/liveness.go
 */
export function nodeAlerts({ fixed, blocks, karpenter }: NodeAlertsProps): RuleGroup[] {
  const alerts: Alert[] = [];
  if (fixed.length > 0)
    alerts.push({
      name: "NodesNotJoined",
      expr: fixed.map(({ name, nodes }) => ofGroup(name, `${nodes} - ${present(name)} > 0`)).join(" or "),
      for: "30m",
      summary: "{{ $value }} nodes of {{ $labels.node_group }} are not in the cluster",
      description: "Their machines were not started, or their kubelets do not reach the cluster.",
    });
  if (blocks.length > 0)
    alerts.push({
      name: "CapacityBlockEnds",
      expr: blocks.map(({ group, end }) => ofGroup(group, `${untilEnd(end)} > 0 < ${BLOCK_LEAD_SECONDS}`)).join(" or "),
      summary: "The nodes of {{ $labels.node_group }} go in {{ $value | humanizeDuration }}: its Capacity Block ends",
      description: "Jobs that still run there then end with them.",
    });
  if (karpenter)
    alerts.push({
      name: "KarpenterNodesFail",
      expr: 'sum by (nodepool, reason) (increase(karpenter_nodeclaims_disrupted_total{reason=~"launch_timeout|registration_timeout"}[1h])) > 0',
      for: "5m",
      summary: "Karpenter has given up nodes of {{ $labels.nodepool }}: {{ $labels.reason }}",
      description:
        '{{ $value | printf "%.0f" }} in an hour. It starts others, which may fail in the same way and cost in the meantime.',
    });
  return alerts.length === 0 ? [] : [{ name: "railyard-nodes", rules: alerts.map(alertRule) }];
}
