import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { CILIUM_NODE_PREFIX, HYBRID_LABEL } from "../../config/facts/hybrid-nodes";
import { HelmChart } from "../core/helm-chart";
import { type HelmValues } from "../core/helm-values";
import type { PlatformComponent } from "./component";
import { type PlatformChartProps, releaseOf } from "./platform-chart";

export interface CiliumValuesProps {
  /** Blocks from which pods on hybrid nodes have their addresses. */
  readonly podCidrs: readonly string[];
  /** Hybrid nodes; one at least. */
  readonly nodes: number;
  /** Whether packets from the VPC reach pods. If not, pods leave with the address of their node. */
  readonly routed: boolean;
  /** Whether the gateway carries packets to and from the VPC, by tunnels to its nodes. */
  readonly gateway: boolean;
  /** Whether Multus gives pods networks of cards beside it: Cilium then leaves its configuration alone. */
  readonly multus: boolean;
}

export interface CiliumProps extends PlatformChartProps, CiliumValuesProps {}

const [[LABEL, VALUE]] = Object.entries(HYBRID_LABEL) as [[string, string]];

/** Hybrid nodes and no others: in AWS the VPC CNI gives pods their addresses. */
const ON_HYBRID_NODES = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: LABEL, operator: "In", values: [VALUE] }] }],
    },
  },
};

/** Values of the Cilium that EKS builds. @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-cni.html */
export function ciliumValues({ podCidrs, nodes, routed, gateway, multus }: CiliumValuesProps): HelmValues {
  if (podCidrs.length === 0) throw new Error("podCidrs is empty: pods on hybrid nodes would have no addresses.");
  return {
    affinity: ON_HYBRID_NODES,
    ipam: {
      mode: "cluster-pool",
      operator: { clusterPoolIPv4MaskSize: CILIUM_NODE_PREFIX, clusterPoolIPv4PodCIDRList: [...podCidrs] },
    },
    // packets for the gateway go into its tunnel as they are; others leave with the address of the node
    enableIPv4Masquerade: !routed,
    // https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-cni.html
    ...(gateway && { vtep: { enabled: true }, l7Proxy: false }),
    ...(multus && { cni: { exclusive: false } }),
    // kube-proxy is an add-on of the cluster, and keeps to the endpoints that services prefer
    kubeProxyReplacement: "false",
    loadBalancer: { serviceTopology: true },
    envoy: { enabled: false },
    // agents read their settings when they start: without it they go on with the old ones
    rollOutCiliumPods: true,
    // some builds turn it on: the relay wants a node with an agent, all of which have taints that it does not tolerate
    hubble: { relay: { enabled: false }, ui: { enabled: false } },
    operator: {
      affinity: ON_HYBRID_NODES,
      rollOutPods: true,
      // two stand on two nodes: with one node the second would wait for ever
      replicas: Math.min(2, nodes),
      // pods on nodes in AWS have another network by design
      unmanagedPodWatcher: { restart: false },
    },
  };
}

/** Network of pods on hybrid nodes. Nodes are NotReady until it runs. */
export class Cilium extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: CiliumProps) {
    super(scope, id);
    this.dependable = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "cilium",
      createNamespace: false,
      // before the first server joins there is no node for any of its pods
      wait: false,
      values: ciliumValues(props),
    }).dependable;
  }
}

/** Before all that runs on every node: pods on hybrid nodes have no network without it. */
export const cilium: PlatformComponent = {
  id: "cilium",
  chart: "cilium",
  install: ({ env: { cluster, nodeGroups } }, { scope, id, chart }) => {
    const pools = nodeGroups.filter(({ machines }) => machines.kind === "existing");
    return new Cilium(scope, id, {
      ...chart,
      podCidrs: cluster.hybrid?.podCidrs ?? [],
      nodes: pools.reduce((sum, { count }) => sum + count.max, 0),
      routed: cluster.hybrid?.podRoutes.kind === "network",
      gateway: cluster.hybrid?.podRoutes.kind === "gateway",
      multus: pools.some(({ fabric }) => fabric.rdma !== null),
    }).dependable;
  },
};
