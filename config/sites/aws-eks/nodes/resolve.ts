import { INSTANCE_TYPES, type InstanceType } from "../../../facts/instance-types";
import { ULTRASERVERS } from "../../../facts/capacity-blocks";
import { GATEWAY_NODE } from "../../../facts/hybrid-nodes";
import type { ResolvedFabric } from "../../../fabrics/fabric";
import { resolveFabric } from "../../../fabrics/resolve";
import { GPU_TAINT, type PoolCount, type Taint } from "../../../pools/pool";
import { wholeNode } from "../../../pools/whole-node";
import type { AwsConfig } from "../schema";
import type { NodeGroupConfig } from "./schema";
import { resolveSharing } from "../../../sharing/resolve";
import { groupLabels, pluginLabels, railyardLabels } from "./labels";
import { resolveNodeCounts } from "./node-counts";
import type { ResolvedBoot, ResolvedNodeGroup, ResolvedPlacement } from "./node-group";
import { resolveCapacity, type ResolvedCapacity } from "../capacity/resolve";
import { resolveAllocation } from "../../../gpu/allocation";
import { driverLabels, resolveDriver, wantsOperatorDriver } from "../../../gpu/driver";
import { resolveGpus } from "../../../gpu/gpus";
import { resolveLifetime } from "../../../lifetime/resolve";
import { isInSlurm } from "../../../slurm/partitions";
import { followsHours } from "../../../schedule/resolve";
import { gatewayGroup } from "../hybrid/resolve";
import { resolveImage } from "../images/resolve";
import { interfaceAddresses, karpenterPods, mostPods, podAddresses } from "./max-pods";
import type { ResolvedVolume } from "../../../storage/kind";
import type { ResolvedNetwork } from "../network/resolve";

/** Everything that follows from config and facts for one node group. */
export function resolveNodeGroup(
  name: string,
  group: NodeGroupConfig,
  env: AwsConfig,
  network: Pick<ResolvedNetwork, "zones" | "clusterZones">,
  now: Date,
): ResolvedNodeGroup {
  const hardware = INSTANCE_TYPES[group.instanceType];
  const capacity = resolveCapacity(group.capacity);
  const count = resolveNodeCounts(group.nodes, capacity, hardware, now, {
    hours: followsHours(env.schedule, name, capacity.kind),
    over: resolveLifetime(env.lifetime, now)?.over ?? false,
    karpenter: group.scaledBy?.kind === "karpenter",
  });
  const fabric = resolveFabric(group.fabric, hardware);
  const gpus = resolveGpus(hardware);
  const allocation = resolveAllocation(group.allocation, env.gpu.allocation, hardware);
  const driver = resolveDriver(group.driver, env.gpu.driver);
  const nvlinkDomainNodes = hardware.nvlink?.multiNode ? ultraServerNodes(capacity, count) : null;
  const sharing = resolveSharing(group.sharing, { gpus, inSlurm: isInSlurm(env.slurm, name) });
  const karpenter = group.scaledBy?.kind === "karpenter" ? { idleMinutes: group.scaledBy.idleMinutes } : null;
  const placeable = mostPods(hardware, fabric, group.image.kind);
  const maxPods = group.maxPods ?? (karpenter ? karpenterPods(hardware, placeable) : placeable);
  const forwards = gatewayGroup(env) === name;
  // nodeadm joins the disks, which Ubuntu has not
  const localStorage = group.localStorage ?? (hardware.nvme.count && group.image.kind !== "ubuntu" ? "raid0" : "none");
  return {
    name,
    machineType: group.instanceType,
    hardware,
    count,
    fabric,
    gpus,
    sharing,
    allocation,
    driver,
    // Slurm and the charts find nodes by ours
    nodeSelector: groupLabels(name),
    taints: [
      ...(gpus ? [GPU_TAINT] : []),
      ...(forwards ? [{ key: GATEWAY_NODE, effect: "NoSchedule" } as const] : []),
      ...group.taints.map(withoutEmptyValue),
    ],
    ...wholeNode({ allocation, gpus, sharing, fabric, nvlinkDomainNodes }),
    gdrcopy: group.gdrcopyModule !== false,
    ...(group.prePull.length > 0 && { prePull: group.prePull }),
    ...(group.startupChecks && { startupChecks: true }),
    ...(group.kubelet && { kubelet: group.kubelet }),
    localStorage,
    nvlinkDomainNodes,
    // follows from the volumes, too
    tuning: null,
    machines: {
      kind: "aws",
      instanceType: group.instanceType,
      capacity,
      placement: resolvePlacement(group, fabric),
      zones: groupZones(group, fabric, network),
      image: resolveImage(group.image, hardware, env.cluster.version),
      rootVolumeGiB: group.rootVolumeGiB,
      maxPods,
      labels: {
        ...group.labels,
        ...railyardLabels(name, gpus, fabric),
        ...(forwards && { [GATEWAY_NODE]: "true" }),
        ...(gpus && { ...pluginLabels(allocation), ...driverLabels(driver, wantsOperatorDriver(env)) }),
      },
      boot: { ...resolveBoot(group, hardware), ...(forwards && { forwards }) },
      nodeadm: group.nodeadm ?? null,
      maxUnavailable: group.maxUnavailable,
      repair: group.repair,
      karpenter,
      addressesPerNode: interfaceAddresses(fabric) + podAddresses(maxPods),
    },
  };
}

/**
 * A reservation or block has its zone; some fabrics end at its border; everything else uses those of the cluster. Subnets of a
 * node group cannot change: a zone that comes later must not reach the groups that are there.
 */
function groupZones(
  group: NodeGroupConfig,
  fabric: ResolvedFabric,
  { zones, clusterZones }: Pick<ResolvedNetwork, "zones" | "clusterZones">,
): readonly string[] {
  const { capacity } = group;
  if (capacity.kind === "reservation" || capacity.kind === "capacity-block") return [capacity.zone];
  if (group.zone) return [group.zone];
  return fabric.topology.oneZone ? zones.slice(0, 1) : clusterZones;
}

/** Capacity Blocks do not support placement groups; a reservation only has the one that it was made in. */
function resolvePlacement(group: NodeGroupConfig, fabric: ResolvedFabric): ResolvedPlacement {
  const { capacity } = group;
  switch (capacity.kind) {
    case "on-demand":
      return (capacity.placementGroup ?? fabric.topology.close) ? { kind: "own" } : { kind: "none" };
    case "spot":
      return capacity.placementGroup ? { kind: "own" } : { kind: "none" };
    case "reservation":
      return capacity.placementGroup ? { kind: "named", name: capacity.placementGroup } : { kind: "none" };
    case "capacity-block":
      return { kind: "none" };
  }
}

function resolveBoot(group: NodeGroupConfig, facts: InstanceType): ResolvedBoot {
  return {
    lustreClient: false,
    lustreEfaInterfaces: 0,
    gdrcopyModule: group.gdrcopyModule,
    maskImex: facts.nvlink?.imexRequired === true,
    script: group.bootScript ?? null,
  };
}

/**
 * What volumes need of the nodes of a group. EFA does not cross zones: nodes elsewhere mount the same file system over TCP,
 * as all others do.
 */
export function withVolumes(group: ResolvedNodeGroup, volumes: readonly ResolvedVolume[]): ResolvedNodeGroup {
  const { hardware, fabric, machines } = group;
  const { boot, image, zones } = machines;
  if (image.kind === "bottlerocket") return group;
  const lustreOverEfa =
    fabric.lnet === "efa" &&
    hardware.lustre.efaClient &&
    volumes.some(({ needs, mount }) => needs.nodes.efa && zones.every((zone) => mount.zones.includes(zone)));
  return {
    ...group,
    machines: {
      ...machines,
      boot: {
        ...boot,
        lustreClient: volumes.some(({ needs }) => needs.nodes.lustreClient),
        lustreEfaInterfaces: lustreOverEfa ? (hardware.lustre.efaConnections ?? 0) : 0,
      },
    },
  };
}

const withoutEmptyValue = ({ key, value, effect }: NodeGroupConfig["taints"][number]): Taint =>
  value === undefined ? { key, effect } : { key, value, effect };

/** What was bought tells the size of its domain; of a multiple, it is taken for whole UltraServers. */
function ultraServerNodes(capacity: ResolvedCapacity, count: PoolCount): number {
  const bought = ("count" in capacity ? capacity.count : undefined) ?? count.max;
  const [half = 0, whole = 0] = ULTRASERVERS.instances;
  return bought === half ? half : whole;
}
