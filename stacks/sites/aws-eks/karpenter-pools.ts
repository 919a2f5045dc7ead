import { isNamedImage } from "../../../config/sites/aws-eks/images/resolve";
import { karpenterGroups } from "../../../config/sites/aws-eks/nodes/ec2-groups";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { nodeTags } from "../../../config/owner/tags";
import { startupTaints } from "../../../config/pools/startup-checks";
import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import { sharingLabels } from "../../../constructs/platform/gpu-sharing";
import type { Bought } from "../../../constructs/platform/karpenter/node-pool";
import type { KarpenterPool } from "../../../constructs/platform/karpenter/pools";
import type { ClusterValues } from "../../cluster-stack";
import type { NetworkValues } from "../../network-stack";
import { al2023Boot } from "../../node-image";

/** Where nodes stand, and what guards them. */
interface Below {
  readonly network: NetworkValues;
  readonly cluster: ClusterValues;
}

/** Pools of Karpenter, as its objects take them. */
export const karpenterPools = (env: AwsEnvironment, below: Below): KarpenterPool[] =>
  karpenterGroups(env).map((group) => pool(group, env, below));

function pool(group: ResolvedNodeGroup, env: AwsEnvironment, { network, cluster }: Below): KarpenterPool {
  const { name, machines, fabric, count, hardware, podResources } = group;
  const interfaces = fabric.nodeSetup.interfaces.map(([card, device, type]) => ({ card, device, type }));
  const boot = al2023Boot(group, env);
  const pages = podResources["hugepages-2Mi"];
  return {
    name,
    instanceType: machines.instanceType,
    zones: machines.zones,
    bought: boughtOf(group),
    labels: { ...machines.labels, ...sharingLabels(group.sharing) },
    taints: group.taints,
    startupTaints: startupTaints(group),
    // once its lifetime is over, an environment starts no more nodes
    mostNodes: env.lifetime?.over ? 0 : count.max,
    vcpus: hardware.vcpus,
    idleMinutes: machines.karpenter?.idleMinutes ?? 0,
    gang: fabric.devices > 0 || groupNamesInPartitions(env).has(name),
    maxUnavailable: machines.maxUnavailable,
    capacity: pages === undefined ? {} : { "hugepages-2Mi": pages },
    image: imageOf(group),
    boot: { ...boot, maxPods: machines.maxPods ?? 0 },
    nodeRoleName: env.names.role("node"),
    subnetIds: machines.zones.map((zone) => network.privateSubnetIds[zone] ?? ""),
    securityGroupIds: [cluster.clusterSecurityGroupId, ...(interfaces.length > 0 ? [network.efaSecurityGroupId] : [])],
    ...(interfaces.length > 0 && { networkInterfaces: interfaces }),
    ...placementOf(group, env),
    rootVolumeGiB: machines.rootVolumeGiB,
    instanceStore: group.localStorage === "raid0",
    tags: { ...nodeTags(env.tags), "railyard:node-group": name, Name: env.names.resource(name) },
  };
}

function boughtOf({ machines: { capacity } }: ResolvedNodeGroup): Bought {
  switch (capacity.kind) {
    case "on-demand":
      return { kind: "hourly", ways: ["on-demand"] };
    case "spot":
      return { kind: "hourly", ways: capacity.onDemandFallback ? ["spot", "on-demand"] : ["spot"] };
    case "reservation":
      return { kind: "reserved", reservationId: capacity.target };
    case "capacity-block":
      return { kind: "reserved", reservationId: capacity.id };
  }
}

/** Of Bottlerocket and Ubuntu there is no pool: rule scaling/image. */
function imageOf({ machines: { image } }: ResolvedNodeGroup): KarpenterPool["image"] {
  if (isNamedImage(image)) return { imageId: image.imageId };
  return image.release === null ? "newest" : { release: image.release };
}

function placementOf(
  { name, machines: { placement } }: ResolvedNodeGroup,
  { names }: AwsEnvironment,
): Pick<KarpenterPool, "placementGroupName"> {
  if (placement.kind === "none") return {};
  // the nodes stack makes it
  return { placementGroupName: placement.kind === "own" ? names.resource(name) : placement.name };
}
