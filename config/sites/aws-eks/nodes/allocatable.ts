import type { InstanceType } from "../../../facts/instance-types";

/** Room for pods on one node. */
export interface NodeRoom {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
}

/** Share of the nominal memory that the operating system never sees: https://karpenter.sh/docs/reference/settings/ */
const VM_OVERHEAD = 0.075;
const EVICTION_MIB = 100;

/** Pods of a node where nobody says how many: https://kubernetes.io/docs/setup/best-practices/cluster-large/ */
export const USUAL_MAX_PODS = 110;

/**
 * What nodeadm leaves for pods, daemons included.
 * @param maxPods as the kubelet is told
 * @see https://github.com/awslabs/amazon-eks-ami/blob/v20260724/nodeadm/internal/kubelet/config.go
 */
export function allocatable(
  { vcpus, memoryMiB }: Pick<InstanceType, "vcpus" | "memoryMiB">,
  maxPods: number,
): NodeRoom {
  // 6 % of the first core, 1 % of the second, half a percent of the next two, a quarter of each after them
  const reservedCpu = [60, 10, 5, 5].slice(0, vcpus).reduce((all, one) => all + one, 0) + 2.5 * Math.max(0, vcpus - 4);
  return {
    cpuMillis: 1000 * vcpus - reservedCpu,
    memoryMiB: memoryMiB * (1 - VM_OVERHEAD) - (11 * maxPods + 255) - EVICTION_MIB,
  };
}
