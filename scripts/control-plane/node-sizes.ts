import { INSTANCE_TYPES } from "../../config/facts/instance-types";
import { queuedPools, topologyLevels } from "../../config/kueue/resolve";
import type { ResolvedPool } from "../../config/pools/pool";
import { awsOf } from "../../config/sites/aws-eks/environment";
import { allocatable, USUAL_MAX_PODS } from "../../config/sites/aws-eks/nodes/allocatable";
import { isHybrid } from "../../config/sites/aws-eks/hybrid/pool";
import { clusterOf } from "../../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../../config/sites/environment";
import { SYSTEM_NODE_LABELS } from "../../constructs/cluster/system-node-group";
import { publishedDevices, type PublishedDevices } from "./device-slices";

/** Equal nodes of the cluster that is tried. */
export interface NodeRow {
  /** Name of the pool; `system` for the nodes of controllers. */
  readonly pool: string;
  readonly count: number;
  readonly arch: "amd64" | "arm64";
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  /** What pods can have of a node: CPU, memory, pods, devices. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** Labels that say where in the network a node is, the largest part first: Kueue places jobs by them. */
  readonly layers: readonly string[];
  /** Zones over which they are spread; none: their site has no zones. */
  readonly zones: readonly string[];
  /** Devices that pods claim of each node, by the drivers that would publish them. @default - none */
  readonly published?: readonly PublishedDevices[];
  /** Whether config says how large they are; false: they are as large as it takes. */
  readonly isSizeKnown: boolean;
}

export const SYSTEM_POOL = "system";

/** System nodes whose size nobody has written: as large as it takes, so that only what asks for more than any server has waits. */
const UNKNOWN_SYSTEM_NODES = { count: 3, cpuMillis: 64_000, memoryMiB: 256 * 1024 };

/** What the kubelet keeps from pods where nobody says more: https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/ */
const EVICTION_MIB = 100;

/** Every node of an environment at full size. */
export function nodeRows(env: SiteEnvironment): NodeRow[] {
  const queued = new Set(queuedPools(env));
  const layers = (pool: ResolvedPool) =>
    queued.has(pool) ? (topologyLevels(pool, clusterOf(env)?.cluster.layersFrom) ?? []).slice(0, -1) : [];
  const pools = env.nodeGroups.map((pool) => ({
    ...poolRow(pool),
    layers: layers(pool),
    published: publishedDevices(pool),
  }));
  return [systemRow(env), ...pools].filter(({ count }) => count > 0);
}

function systemRow(env: SiteEnvironment): NodeRow {
  const aws = awsOf(env);
  const common = { pool: SYSTEM_POOL, taints: [], layers: [] };
  if (aws) {
    const { instanceType, count } = aws.cluster.systemNodes;
    const facts = INSTANCE_TYPES[instanceType];
    const pods = facts.maxPods.otherwise ?? USUAL_MAX_PODS;
    return {
      ...common,
      count,
      arch: facts.arch,
      labels: { ...SYSTEM_NODE_LABELS, "node.kubernetes.io/instance-type": instanceType },
      allocatable: roomText(allocatable(facts, pods), pods),
      zones: aws.network.clusterZones,
      isSizeKnown: true,
    };
  }
  const { count, ...room } = UNKNOWN_SYSTEM_NODES;
  const { labels = {}, taints = [] } = clusterOf(env)?.cluster.systemNodes ?? {};
  return {
    ...common,
    count,
    arch: "amd64",
    labels,
    taints: taints.map(({ key, value, effect }) => ({ key, effect, ...(value !== undefined && { value }) })),
    allocatable: roomText(room, USUAL_MAX_PODS),
    zones: [],
    isSizeKnown: false,
  };
}

function poolRow(pool: ResolvedPool): Omit<NodeRow, "layers"> {
  const { name, machines, hardware, taints, fabric, gpus } = pool;
  const common = {
    pool: name,
    // a Capacity Block that has not begun, and nodes that come when they are asked for, are there as well
    count: pool.count.max,
    arch: hardware.arch,
    taints,
    isSizeKnown: true,
  };
  const devices = deviceCounts(pool);
  const found = { ...(gpus && FOUND_GPU), ...(Object.keys(fabric.podRequests).some(isMellanox) && FOUND_MELLANOX) };
  if (machines.kind === "aws") {
    const facts = INSTANCE_TYPES[machines.instanceType];
    const pods = machines.maxPods ?? facts.maxPods.nodeadm ?? USUAL_MAX_PODS;
    return {
      ...common,
      labels: { ...found, ...machines.labels, "node.kubernetes.io/instance-type": machines.instanceType },
      allocatable: { ...roomText(withoutHugePages(allocatable(facts, pods), fabric.hugepagesMiB), pods), ...devices },
      zones: machines.zones,
    };
  }
  const room = { cpuMillis: 1000 * hardware.vcpus, memoryMiB: hardware.memoryMiB - EVICTION_MIB };
  const hybrid = isHybrid(pool) ? { ...pool.hybrid.labels, "eks.amazonaws.com/compute-type": "hybrid" } : {};
  return {
    ...common,
    labels: { ...found, ...pool.nodeSelector, ...hybrid },
    allocatable: { ...roomText(withoutHugePages(room, fabric.hugepagesMiB), USUAL_MAX_PODS), ...devices },
    zones: [],
  };
}

/** Labels of node-feature-discovery, which looks at the hardware of hosts, where charts select nodes by them. */
const FOUND_GPU = { "nvidia.com/gpu.present": "true", "feature.node.kubernetes.io/pci-10de.present": "true" };
const FOUND_MELLANOX = { "feature.node.kubernetes.io/pci-15b3.present": "true" };
const isMellanox = (resource: string): boolean => !resource.startsWith("vpc.amazonaws.com/");

/** What device plugins offer of a node, and huge pages. */
function deviceCounts({ gpus, sharing, allocation, podResources, fabric }: ResolvedPool): Record<string, string> {
  const offers = allocation === "dra" || !gpus ? [] : sharing.offers;
  return {
    ...(fabric.hugepagesMiB > 0 && { "hugepages-2Mi": `${fabric.hugepagesMiB}Mi` }),
    ...Object.fromEntries(Object.entries(fabric.podRequests).filter(([resource]) => resource in podResources)),
    ...Object.fromEntries(offers.map(({ resource, perGpu }) => [resource, String(perGpu * (gpus?.count ?? 0))])),
  };
}

interface Room {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
}

const withoutHugePages = ({ cpuMillis, memoryMiB }: Room, hugepagesMiB: number): Room => ({
  cpuMillis,
  memoryMiB: memoryMiB - hugepagesMiB,
});

const roomText = ({ cpuMillis, memoryMiB }: Room, pods: number): Record<string, string> => ({
  cpu: `${Math.floor(cpuMillis)}m`,
  memory: `${Math.floor(memoryMiB)}Mi`,
  pods: String(pods),
  "ephemeral-storage": "1Ti",
});
