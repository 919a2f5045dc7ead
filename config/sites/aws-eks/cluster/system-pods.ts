import { INSTANCE_TYPES } from "../../../facts/instance-types";
import { podRow, type SystemPods } from "../../../components/component";
import { COMPONENT_ROWS } from "../../../components/registry";
import { FOREIGN_PODS, NODE_DAEMONS } from "../../../facts/system-pods";
import type { AwsEnvironment } from "../environment";

/** What runs on the system nodes of an environment, and asks for room there. */
export function systemPods(env: AwsEnvironment): readonly SystemPods[] {
  return [
    podRow("coredns", 2, FOREIGN_PODS.coredns),
    podRow("ebs-csi-controller", 2, FOREIGN_PODS.ebsCsiController),
    ...COMPONENT_ROWS.flatMap(([, { when, pods }]) => (pods && when(env) === true ? pods(env) : [])),
  ];
}

/** Room for pods on one system node, beside the daemons that every node runs. */
export interface NodeRoom {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
}

/** Share of the nominal memory that the operating system never sees: https://karpenter.sh/docs/reference/settings/ */
const VM_OVERHEAD = 0.075;
const EVICTION_MIB = 100;

/**
 * What nodeadm leaves for pods.
 * @see https://github.com/awslabs/amazon-eks-ami/blob/v20260724/nodeadm/internal/kubelet/config.go
 */
export function systemNodeRoom({ cluster }: Pick<AwsEnvironment, "cluster">): NodeRoom {
  const { vcpus, memoryMiB, maxPods } = INSTANCE_TYPES[cluster.systemNodes.instanceType];
  // 6 % of the first core, 1 % of the second, half a percent of the next two, a quarter of each after them
  const reservedCpu = [60, 10, 5, 5].slice(0, vcpus).reduce((all, one) => all + one, 0) + 2.5 * Math.max(0, vcpus - 4);
  const reservedMiB = 11 * (maxPods.otherwise ?? 110) + 255;
  return {
    cpuMillis: Math.floor(1000 * vcpus - reservedCpu - NODE_DAEMONS.cpuMillis),
    memoryMiB: Math.floor(memoryMiB * (1 - VM_OVERHEAD) - reservedMiB - EVICTION_MIB - NODE_DAEMONS.memoryMiB),
  };
}

/** Names of the pods that find no node when the largest are placed first; empty: all do. */
export function unplaced(pods: readonly SystemPods[], room: NodeRoom, nodes: number): readonly string[] {
  const free = Array.from({ length: nodes }, () => ({ ...room }));
  const each = pods
    .flatMap(({ name, count, demand }) => Array.from({ length: count }, () => ({ name, demand })))
    .sort((a, b) => b.demand.memoryMiB - a.demand.memoryMiB);
  const left = each.filter(({ demand }) => {
    const node = free.find((one) => one.cpuMillis >= demand.cpuMillis && one.memoryMiB >= demand.memoryMiB);
    if (!node) return true;
    node.cpuMillis -= demand.cpuMillis;
    node.memoryMiB -= demand.memoryMiB;
    return false;
  });
  return [...new Set(left.map(({ name }) => name))];
}
