import { INSTANCE_TYPES, type InstanceType, type InstanceTypeName } from "../../../facts/instance-types";
import { ULTRASERVERS } from "../../../facts/capacity-blocks";
import type { ResolvedFabric } from "../../../fabrics/fabric";
import { resolveFabric } from "../../../fabrics/resolve";
import type { Pool } from "../../../pools/pool";
import type { AwsConfig } from "../schema";
import type { NodeGroupConfig } from "./schema";
import { resolveSharing } from "../../../sharing/resolve";
import { resolveNodeCounts, type ResolvedNodes } from "./node-counts";
import { resolveCapacity, type ResolvedCapacity } from "../capacity/resolve";
import { resolveGpus, type ResolvedGpus } from "../../../gpu/gpus";
import { resolveLifetime } from "../../../lifetime/resolve";
import { followsHours } from "../../../schedule/resolve";
import { resolveImage, type ResolvedImage } from "../images/resolve";
import { interfaceAddresses, mostPods, podAddresses } from "./max-pods";
import type { ResolvedVolume } from "../../../storage/kind";
import type { ResolvedNetwork } from "../network/resolve";

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
}

export type ResolvedPlacement =
  | { readonly kind: "none" }
  /** A cluster placement group made for this node group. */
  | { readonly kind: "own" }
  | { readonly kind: "named"; readonly name: string };

/** What user data does at first boot. */
export interface ResolvedBoot {
  readonly lustreClient: boolean;
  /** EFA interfaces to give to Lustre; 0 when the file system is reached over TCP, as it is from another zone. */
  readonly lustreEfaInterfaces: number;
  readonly gdrcopyModule: NodeGroupConfig["gdrcopyModule"];
  /** The driver pod of the DRA driver runs nvidia-imex itself; two of them block each other. */
  readonly maskImex: boolean;
  readonly script: string | null;
}

/** A pool of machines that AWS starts: a node group of EKS, with everything that follows from its type. */
export interface ResolvedNodeGroup extends Pool {
  readonly machines: "aws";
  readonly instanceType: InstanceTypeName;
  readonly facts: InstanceType;
  readonly capacity: ResolvedCapacity;
  readonly placement: ResolvedPlacement;
  /** Zones of the nodes; exactly one with a fabric that ends there. */
  readonly zones: readonly string[];
  readonly image: ResolvedImage;
  readonly rootVolumeGiB: number;
  /** Pods a node may run; null leaves the AMI's own figure. */
  readonly maxPods: number | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly boot: ResolvedBoot;
  readonly nodeadm: Readonly<Record<string, unknown>> | null;
  readonly maxUnavailable: number;
  readonly repair: NodeGroupConfig["repair"];
  /** IPv4 addresses that one node takes: interfaces and pods. */
  readonly addressesPerNode: number;
}

/** Keeps pods without a GPU off GPU nodes. Every DaemonSet of Railyard tolerates it. */
export const GPU_TAINT: Taint = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" };

export function resolveNodeGroup(
  name: string,
  group: NodeGroupConfig,
  env: AwsConfig,
  network: Pick<ResolvedNetwork, "zones" | "clusterZones">,
  now: Date,
): ResolvedNodeGroup {
  const facts = INSTANCE_TYPES[group.instanceType];
  const capacity = resolveCapacity(group.capacity);
  const nodes = resolveNodeCounts(group.nodes, capacity, facts, now, {
    hours: followsHours(env.schedule, name, capacity.kind),
    over: resolveLifetime(env.lifetime, now)?.over ?? false,
  });
  const fabric = resolveFabric(group.fabric, facts);
  const gpus = resolveGpus(facts);
  const maxPods = group.maxPods ?? mostPods(facts, fabric, group.image.kind);
  const localStorage = group.localStorage ?? (facts.nvme.count ? "raid0" : "none");
  return {
    machines: "aws",
    name,
    machineType: group.instanceType,
    instanceType: group.instanceType,
    facts,
    nodes,
    capacity,
    fabric,
    placement: resolvePlacement(group, fabric),
    zones: groupZones(group, fabric, network),
    image: resolveImage(group.image, facts, env.cluster.version),
    rootVolumeGiB: group.rootVolumeGiB,
    localStorage,
    maxPods,
    gpus,
    sharing: resolveSharing(group.sharing),
    // Slurm and the charts find nodes by ours
    nodeSelector: { "railyard.dev/node-group": name },
    labels: { ...group.labels, ...railyardLabels(name, gpus, fabric) },
    taints: [...(gpus ? [GPU_TAINT] : []), ...group.taints.map(withoutEmptyValue)],
    podResources: wholeNodeRequests(gpus, fabric),
    nvlinkDomainNodes: facts.nvlink?.multiNode ? nvlinkDomainNodes(capacity, nodes) : null,
    boot: resolveBoot(group, facts),
    nodeadm: group.nodeadm ?? null,
    maxUnavailable: group.maxUnavailable,
    repair: group.repair,
    addressesPerNode: interfaceAddresses(fabric) + podAddresses(maxPods),
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

function railyardLabels(name: string, gpus: ResolvedGpus | null, fabric: ResolvedFabric): Record<string, string> {
  return {
    "railyard.dev/node-group": name,
    "railyard.dev/role": gpus ? "gpu" : "cpu",
    ...(gpus && { "railyard.dev/gpu": gpus.type }),
    "railyard.dev/fabric": fabric.kind,
  };
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
  const { boot, facts, fabric, image, zones } = group;
  if (image.kind === "bottlerocket") return group;
  const lustreOverEfa =
    fabric.lnet === "efa" &&
    facts.lustre.efaClient &&
    volumes.some(({ needs, mount }) => needs.nodes.efa && zones.every((zone) => mount.zones.includes(zone)));
  return {
    ...group,
    boot: {
      ...boot,
      lustreClient: volumes.some(({ needs }) => needs.nodes.lustreClient),
      lustreEfaInterfaces: lustreOverEfa ? (facts.lustre.efaConnections ?? 0) : 0,
    },
  };
}

const withoutEmptyValue = ({ key, value, effect }: NodeGroupConfig["taints"][number]): Taint =>
  value === undefined ? { key, effect } : { key, value, effect };

/** What was bought tells the size of its domain; of a multiple, it is taken for whole UltraServers. */
function nvlinkDomainNodes(capacity: ResolvedCapacity, nodes: ResolvedNodes): number {
  const bought = ("count" in capacity ? capacity.count : undefined) ?? nodes.max;
  const [half = 0, whole = 0] = ULTRASERVERS.instances;
  return bought === half ? half : whole;
}

/** What a pod that takes a whole node asks for, beside CPU and memory. */
function wholeNodeRequests(
  gpus: ResolvedGpus | null,
  { podRequests, hugepagesMiB }: ResolvedFabric,
): Record<string, string> {
  return {
    ...(gpus && { "nvidia.com/gpu": String(gpus.count) }),
    ...podRequests,
    ...(hugepagesMiB > 0 && { "hugepages-2Mi": `${hugepagesMiB}Mi` }),
  };
}
