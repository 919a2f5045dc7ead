import { NCCL_TESTS_RDMA } from "../../facts/nccl";
import { railNics, type ExistingMachine, type MachineNic } from "../../pools/existing/machine";
import type { CardPort, FabricHealth, ResolvedFabric } from "../fabric";
import { blockOf, railPrefix, railSubnets } from "./addresses";
import { NETWORKS_ANNOTATION, NETWORKS_NAMESPACE, type RdmaAccess, type RdmaRail, type RdmaSetup } from "./setup";

/** Servers whose fabric is resolved. */
export interface ServersOfPool {
  /** Name of the pool. */
  readonly name: string;
  readonly nodes: number;
  readonly machine: ExistingMachine;
  /** Layers of the network whose names are in labels of the nodes; null: none. */
  readonly layers: number | null;
}

/** Resources that the shared plugin hands out have one prefix, all others another. */
const PREFIX: Readonly<Record<RdmaAccess, string>> = {
  "shared-device": "rdma",
  ipoib: "rdma",
  sriov: "nvidia.com",
  "host-device": "nvidia.com",
};

/** Whether a pod has functions or cards of its own, whose names only the pod knows. */
export const hasOwnDevices = (access: RdmaAccess): boolean => access === "sriov";

/** Pods of a node that may be on a rail at one time. */
const podsAtOnce = (access: RdmaAccess, vfs: number): number => {
  if (access === "sriov") return vfs;
  // a whole card is one pod's; shared ones are many pods', of which each takes an address
  return access === "host-device" ? 1 : SHARED_PODS;
};
/** @see https://github.com/Mellanox/k8s-rdma-shared-dev-plugin (rdmaHcaMax, of which NVIDIA's presets have 63) */
const SHARED_PODS = 64;

export interface RailsProps {
  readonly access: RdmaAccess;
  readonly vfs: number;
  /** Block of addresses of all rails. */
  readonly addresses: string;
}

/** Rails of a pool: resources, networks and addresses. A rail for which the block has no room has no subnet: a rule tells. */
export function railsOf({ name, nodes, machine }: ServersOfPool, { access, vfs, addresses }: RailsProps) {
  const nics = railNics(machine);
  const perNode = blockOf(podsAtOnce(access, vfs));
  const subnets = railSubnets(addresses, nics.length, railPrefix(nodes, perNode));
  const rails = nics.map(({ rail, pci, hca, netdev, gbps }, at): RdmaRail => {
    const resource = `${name.replaceAll("-", "_")}_rail_${rail}`;
    return {
      rail: rail!,
      pci,
      hca,
      netdev,
      gbps,
      resource,
      request: `${PREFIX[access]}/${resource}`,
      network: `${name}-rail-${rail}`,
      subnet: subnets?.[at] ?? "",
    };
  });
  return { rails, addressesPerNode: perNode };
}

/** Cards, requests and counters: what is the same for every fabric of RDMA cards. */
export function rdmaFabric(
  { machine, layers }: ServersOfPool,
  setup: RdmaSetup,
  own: Pick<ResolvedFabric, "kind" | "title" | "config" | "ncclEnv"> & { readonly health: FabricHealth },
): ResolvedFabric {
  const { rails } = setup;
  return {
    ...own,
    devices: rails.length,
    gbps: rails.reduce((sum, { gbps }) => sum + gbps, 0),
    podRequests: Object.fromEntries(rails.map(({ request }) => [request, "1"])),
    podAnnotations: { [NETWORKS_ANNOTATION]: rails.map(({ network }) => `${NETWORKS_NAMESPACE}/${network}`).join(",") },
    claim: null,
    hugepagesMiB: 0,
    topology: { layers, oneZone: false, close: false },
    nodeSetup: { interfaces: [] },
    cards: machine.nics.map(({ use }): CardPort[] => [use === "east-west" ? "fabric" : "ip"]),
    lnet: "o2ib",
    charts: { "device-plugin": ["network-operator"], dra: ["network-operator"] },
    jobImageNeeds: null,
    rdma: setup,
  };
}

/** The one device id of the compute cards; null: unknown, or there are several. */
export function deviceIdOf(machine: ExistingMachine): string | null {
  const ids = new Set(railNics(machine).map(({ deviceId }: MachineNic) => deviceId));
  return ids.size === 1 ? [...ids][0]! : null;
}

/**
 * What NCCL is told of cards and rails. `=` before the names, or mlx5_1 means mlx5_10 too. A pod with functions of its own sees
 * no others, under names that nobody knows before.
 * @see https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html#nccl-ib-hca
 */
export function rdmaEnv({
  access,
  rails,
  joined,
}: Pick<RdmaSetup, "access" | "rails" | "joined">): Record<string, string> {
  const names = rails.flatMap(({ hca }) => hca ?? []);
  return {
    // the network of the cluster, and none of the rails, whose addresses other pods of the job cannot all reach
    NCCL_SOCKET_IFNAME: "=eth0",
    ...(!hasOwnDevices(access) &&
      names.length === rails.length &&
      names.length > 0 && { NCCL_IB_HCA: `=${names.join(",")}` }),
    ...(!joined && { NCCL_CROSS_NIC: "0" }),
  };
}

/** @see https://github.com/NVIDIA/nccl/blob/v2.30.7-1/src/transport/net_ib */
export const RDMA_HEALTH = (link: "IB" | "RoCE"): FabricHealth => ({
  key: link === "IB" ? "infiniband" : "roce",
  sysfs: "class/infiniband",
  counters: "node_infiniband",
  nccl: {
    uses: `NET/IB : Using .*/${link}`,
    // `NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_3:1/IB …`: the number of the last one
    devices: `.*NET/IB : Using .*\\[([0-9]+)\\][^ ]*/${link}.*`,
    fromZero: true,
    names: link === "IB" ? "InfiniBand" : "RoCE",
    floors: [],
    image: NCCL_TESTS_RDMA,
  },
});
