import type { NodeTaint } from "../../core/node-taint";
import type { DisruptionBudget, NodeOverlay, NodePool } from "../../kubernetes/karpenter-resources";

/** How the nodes of a pool are bought. */
export type Bought =
  | { readonly kind: "hourly"; readonly ways: readonly ("spot" | "on-demand")[] }
  /** A reservation or Capacity Block, paid whether nodes run or not. */
  | { readonly kind: "reserved"; readonly reservationId: string };

/** How many nodes a pool has, and what ends one. */
export interface NodePoolProps {
  /** Name of the pool: of its NodePool and its NodeClass. */
  readonly name: string;
  readonly instanceType: string;
  readonly zones: readonly string[];
  readonly bought: Bought;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly NodeTaint[];
  /** Taints with which nodes begin, and which something in the cluster removes: Karpenter places pods as if they were gone. */
  readonly startupTaints: readonly NodeTaint[];
  /** 0: none may start. */
  readonly mostNodes: number;
  /** Of one node, as EC2 tells it. */
  readonly vcpus: number;
  readonly idleMinutes: number;
  /** Whether one job takes several of its nodes: no node that has anything to do is then taken away for a newer one. */
  readonly gang: boolean;
  /** Nodes that may be replaced at one time where the pool has changed. */
  readonly maxUnavailable: number;
  /** Resources of a node that EC2 does not tell of, such as huge pages. */
  readonly capacity: Readonly<Record<string, string>>;
}

const In = (key: string, values: readonly string[]) => ({ key, operator: "In", values }) as const;

/**
 * The NodePool. Only empty nodes are ended, none for being little used or old: what runs is a job, whose nodes are never
 * taken for a better fit. Reserved nodes stay, as they are paid.
 * @see https://karpenter.sh/docs/concepts/disruption/
 */
export function nodePool(props: NodePoolProps): NodePool {
  const { name, bought, taints, startupTaints } = props;
  return {
    apiVersion: "karpenter.sh/v1",
    kind: "NodePool",
    metadata: { name },
    spec: {
      template: {
        metadata: { labels: props.labels },
        spec: {
          nodeClassRef: { group: "karpenter.k8s.aws", kind: "EC2NodeClass", name },
          requirements: [
            In("node.kubernetes.io/instance-type", [props.instanceType]),
            In("topology.kubernetes.io/zone", props.zones),
            In("karpenter.sh/capacity-type", bought.kind === "reserved" ? ["reserved"] : bought.ways),
            ...(bought.kind === "reserved"
              ? [In("karpenter.k8s.aws/capacity-reservation-id", [bought.reservationId])]
              : []),
          ],
          ...(taints.length > 0 && { taints: taints.map(({ key, value, effect }) => taint(key, value, effect)) }),
          ...(startupTaints.length > 0 && {
            startupTaints: startupTaints.map(({ key, value, effect }) => taint(key, value, effect)),
          }),
          // the default ends every node after 30 days, budgets or not
          expireAfter: "Never",
        },
      },
      limits: limits(props),
      disruption: {
        consolidationPolicy: "WhenEmpty",
        consolidateAfter: bought.kind === "reserved" ? "Never" : `${props.idleMinutes}m`,
        budgets: budgets(props),
      },
    },
  };
}

/**
 * A limit of nodes alone is asked before a batch of pods and not within it: sixteen pods that come at one time would start sixteen
 * nodes of three. CPUs are counted node by node.
 * @see https://github.com/kubernetes-sigs/karpenter/blob/v1.14.1/pkg/controllers/provisioning/scheduling/scheduler.go subtractMax
 */
const limits = ({ mostNodes, vcpus }: NodePoolProps) => ({
  nodes: String(mostNodes),
  cpu: String(mostNodes * vcpus),
});

function budgets({ gang, maxUnavailable }: NodePoolProps): DisruptionBudget[] {
  return [
    { nodes: "0", reasons: ["Underutilized"] },
    { nodes: gang ? "0" : String(maxUnavailable), reasons: ["Drifted"] },
    { nodes: "100%", reasons: ["Empty"] },
  ];
}

const taint = (key: string, value: string | undefined, effect: NodeTaint["effect"]): NodeTaint => ({
  key,
  // the definition of NodePools refuses an empty one, which means the same as none
  ...(value !== undefined && value !== "" && { value }),
  effect,
});

/** What Karpenter cannot learn of the nodes from EC2; null where there is nothing. */
export function nodeOverlay({ name, capacity }: NodePoolProps): NodeOverlay | null {
  if (Object.keys(capacity).length === 0) return null;
  return {
    apiVersion: "karpenter.sh/v1alpha1",
    kind: "NodeOverlay",
    metadata: { name },
    spec: { requirements: [In("karpenter.sh/nodepool", [name])], capacity },
  };
}
