import type { InstanceType } from "../../../facts/instance-types";
import type { NodeGroupConfig } from "./schema";
import type { ResolvedFabric } from "../../../fabrics/fabric";

/**
 * Pods that the VPC CNI can place on a node in secondary-IP mode. An `efa-only` interface on card 0 takes a slot
 * that nodeadm's own formula still counts (p5: 51, not 100): pods beyond it would wait for an address for ever.
 * @returns null when the facts do not know; then the AMI's own figure stays
 * @see https://github.com/aws/amazon-vpc-cni-k8s pkg/ipamd/ipamd.go: efa-only interfaces are not usable for pods
 */
export function placeablePods(facts: InstanceType, fabric: ResolvedFabric): number | null {
  const efaOnlyOnCard0 = fabric.nodeSetup.interfaces.some(([card, , type]) => card === 0 && type === "efa-only");
  return efaOnlyOnCard0 ? facts.maxPods.efaOnlyOnCard0 : facts.maxPods.otherwise;
}

/**
 * Most pods on a node of a managed node group without an image of its own, by its vCPUs. EKS writes the figure into user
 * data, and the guide says that it counts before whatever a template says.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/choosing-instance-type.html#max-pods-precedence (read in August 2026)
 */
export const MANAGED_POD_CAP = { small: 110, large: 250, largeAboveVcpus: 30 } as const;

/** What EKS holds a node to, whatever is asked; null with an image that config names, where it writes nothing. */
export function managedPodCap(facts: Pick<InstanceType, "vcpus">, image: ImageKind): number | null {
  if (image === "custom" || image === "ubuntu") return null;
  return facts.vcpus > MANAGED_POD_CAP.largeAboveVcpus ? MANAGED_POD_CAP.large : MANAGED_POD_CAP.small;
}

/**
 * Pods for a node whose config says nothing: what the CNI can place, within what EKS allows.
 * @returns null when the facts do not know the one or the other; then the AMI's own figure stays
 */
export function mostPods(facts: InstanceType, fabric: ResolvedFabric, image: ImageKind): number | null {
  const placeable = placeablePods(facts, fabric);
  return placeable === null ? null : Math.min(placeable, managedPodCap(facts, image) ?? placeable);
}

/** Memory of a node for each pod that Karpenter is let to count on, MiB, and the fewest pods of a node. */
const KARPENTER_PODS = { memoryMiB: 1024, least: 16 } as const;

/**
 * Pods for a node of Karpenter whose config says nothing. It takes 11 MiB of a node's memory for each pod that might run
 * there, before it has seen such a node: with all pods that the CNI can place, small nodes would have no room for a pod that
 * wants nearly all of their memory, as slurmd does, and none would ever be started.
 * @see https://github.com/aws/karpenter-provider-aws/blob/v1.14.1/pkg/providers/instancetype/types.go (kubeReservedResources)
 */
export function karpenterPods({ memoryMiB }: Pick<InstanceType, "memoryMiB">, placeable: number | null): number {
  const byMemory = Math.max(KARPENTER_PODS.least, Math.floor(memoryMiB / KARPENTER_PODS.memoryMiB));
  return Math.min(byMemory, MANAGED_POD_CAP.small, placeable ?? Infinity);
}

type ImageKind = NodeGroupConfig["image"]["kind"];

/**
 * Addresses that the VPC CNI holds for pods on every node, asked for by `MINIMUM_IP_TARGET` and `WARM_IP_TARGET`.
 * The default (a whole spare interface, 49 addresses) would empty a subnet of GPU nodes that run a dozen pods each.
 * @see https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md
 */
export const CNI_MINIMUM_IPS = 24;
export const CNI_WARM_IPS = 4;

/** Private IPv4 addresses that a node takes for its interfaces. */
export function interfaceAddresses({ nodeSetup }: ResolvedFabric): number {
  const { interfaces } = nodeSetup;
  return interfaces.length ? interfaces.filter(([, , type]) => type !== "efa-only").length : 1;
}

/** Addresses for pods on one node in the IP budget. */
export function podAddresses(maxPods: number | null): number {
  const target = CNI_MINIMUM_IPS + CNI_WARM_IPS;
  return maxPods === null ? target : Math.min(maxPods, target);
}
