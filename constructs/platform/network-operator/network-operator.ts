import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Placement } from "../../cluster/placement";
import { daemonTimeoutSeconds } from "../../core/daemon-rollout";
import { HelmChart } from "../../core/helm-chart";
import type { NodeTaint } from "../../core/node-taint";
import { type ClusterComponent, controllerProps } from "../component";
import { KubernetesObjects } from "../kubernetes-objects";
import { wayOut, type WayOut } from "../outbound-values";
import { type PlatformChartProps, releaseOf } from "../platform-chart";
import { poolObjects } from "./networks";
import { nicClusterPolicy } from "./policy";
import type { RdmaPool } from "./rdma-pool";
import { configuresCards, networkOperatorValues } from "./values";
import { waitForKinds } from "./wait-for-kinds";

export interface NetworkOperatorProps extends PlatformChartProps {
  /** Pools with RDMA cards; one at least. */
  readonly pools: readonly RdmaPool[];
  /** Nodes that the cluster has at most. */
  readonly nodes: number;
  /** Every taint of every pool. */
  readonly taints: readonly NodeTaint[];
  /** Nodes of the operators. */
  readonly placement: Placement;
  /** What drivers of cards are given to fetch packages. */
  readonly wayOut: WayOut;
}

/** How long operators may take until their kinds are there: images are pulled first. */
const KINDS_SECONDS = 900;

/** Kinds that the objects of a pool have, and that no chart brings. */
const laterKinds = (pools: readonly RdmaPool[]): string[] => [
  ...new Set(
    pools.flatMap(({ rdma }) => [rdma.routed ? "cidrpools.nv-ipam.nvidia.com" : "ippools.nv-ipam.nvidia.com"]),
  ),
  ...(configuresCards(pools) ? ["nicconfigurationtemplates.configuration.net.nvidia.com"] : []),
];

/**
 * NVIDIA's Network Operator with its policy, and then addresses, functions of cards and one network a rail: in this order, for
 * each needs the kinds that the one before it brings.
 * @see https://github.com/Mellanox/network-operator-docs/tree/0c0ecad
 */
export class NetworkOperator extends Construct {
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: NetworkOperatorProps) {
    super(scope, id);
    const { pools, taints, placement, namespace, nodes, wayOut } = props;
    if (pools.length === 0)
      throw new Error("pools is empty: leave the Network Operator out where no nodes have cards.");
    const operator = new HelmChart(this, "chart", {
      ...releaseOf(props),
      release: "network-operator",
      values: networkOperatorValues(pools, placement),
    });
    const policy = new KubernetesObjects(this, "policy", {
      release: "network-operator-policy",
      namespace,
      createNamespace: false,
      objects: [
        nicClusterPolicy(pools, taints, wayOut),
        ...waitForKinds({
          name: "network-operator-kinds",
          namespace,
          kinds: laterKinds(pools),
          timeoutSeconds: KINDS_SECONDS,
          placement,
        }),
      ],
      waitForJobs: true,
      timeoutSeconds: daemonTimeoutSeconds(nodes) + KINDS_SECONDS,
      dependsOn: [operator.dependable],
    });
    this.dependable = new KubernetesObjects(this, "networks", {
      release: "network-operator-networks",
      namespace,
      createNamespace: false,
      objects: pools.flatMap((pool) => poolObjects(pool, namespace)),
      dependsOn: [policy.dependable],
    }).dependable;
  }
}

/** Cards and networks of InfiniBand and RoCE, where nodes have them. */
export const networkOperator: ClusterComponent = {
  id: "network-operator",
  chart: "network-operator",
  // node-feature-discovery comes with it; networks of teams are in their namespaces
  after: ["gpu-operator", "teams", "authorities"],
  install: (context, { scope, id, chart }) =>
    new NetworkOperator(scope, id, {
      ...chart,
      placement: controllerProps(context).placement,
      nodes: context.nodes,
      taints: context.taints,
      wayOut: wayOut(context.env.outbound),
      pools: context.env.nodeGroups.flatMap(({ name, nodeSelector, fabric: { rdma } }) =>
        rdma ? [{ name, nodeSelector, rdma }] : [],
      ),
    }).dependable,
};
