import { overlaps } from "../../kernel/cidr";
import { orList } from "../../kernel/nearest";
import { railNics } from "../../pools/existing/machine";
import { type PoolRule } from "../../pools/existing/rule";
import type { ExistingPool } from "../../pools/existing/resolve";
import { NIC_MODELS } from "../../facts/nics";
import type { RdmaSetup } from "./setup";
import { groupPath } from "../../pools/written-groups";

const LAUNCH_KIT = "https://github.com/NVIDIA/k8s-launch-kit";
const NETWORK_OPERATOR = "https://github.com/Mellanox/network-operator-docs/tree/0c0ecad";

/** Pools with RDMA cards, and what Network Operator does for them. */
export function rdmaPools(pools: readonly ExistingPool[]): { readonly pool: ExistingPool; readonly rdma: RdmaSetup }[] {
  return pools.flatMap((pool) => (pool.fabric.rdma ? [{ pool, rdma: pool.fabric.rdma }] : []));
}

/** Ways in which a device plugin, and no policy for nodes, says which cards there are. */
const PLUGIN = ["shared-device", "ipoib", "host-device"];
const SHARED = ["shared-device", "ipoib"];

/** Variables that follow from other keys: which key, by the variable. */
const OWNED: Readonly<Record<string, string>> = {
  NCCL_IB_HCA: "server.nics, by their names",
  NCCL_IB_TC: "fabric.traffic.dscp",
  NCCL_IB_SL: "fabric.serviceLevel",
  NCCL_SOCKET_IFNAME: "the network of the cluster",
  NCCL_CROSS_NIC: "fabric.joined",
  NCCL_COLLNET_ENABLE: "fabric.sharp",
  NCCL_IB_PKEY: "fabric.pkey: the index of a key, which is 0 in a pod",
};

/** Blocks whose addresses no card can have for traffic with others. */
const UNROUTED = [
  { cidr: "0.0.0.0/8", what: "addresses of this host" },
  { cidr: "127.0.0.0/8", what: "loopback addresses" },
  { cidr: "169.254.0.0/16", what: "link-local addresses" },
  { cidr: "224.0.0.0/3", what: "multicast and reserved addresses" },
] as const;

/** What holds for InfiniBand and RoCE. */
export const RDMA_RULES: readonly PoolRule[] = [
  {
    id: "rdma/compute-cards",
    title: "Servers with InfiniBand or RoCE have cards for traffic between GPUs.",
    severity: "error",
    why: "Without a card there is no rail: the pool would silently have TCP alone.",
    source: LAUNCH_KIT,
    *check({ pools }) {
      for (const pool of pools) {
        const kind = pool.written.fabric?.kind;
        if (kind === undefined || pool.fabric.kind === kind) continue;
        yield {
          path: groupPath(pool, "server", "nics"),
          message: `fabric is ${kind}, and ${pool.name} has no card whose use is east-west`,
          fix: `write the compute cards into server.nics, each by its PCI address, or fabric: { kind: "none" }`,
        };
      }
    },
  },
  {
    id: "rdma/cards-known",
    title: "It is known which cards of a node are rails.",
    severity: "error",
    why: "Chosen by vendor, storage cards would be taken too, and on boards with B200 and B300 the functions of NVSwitch: Fabric Manager then stops.",
    source: "https://github.com/NVIDIA/gpu-operator/issues/2781; https://github.com/siderolabs/extensions/issues/893",
    *check({ pools }) {
      for (const { pool, rdma } of rdmaPools(pools)) {
        const key = SHARED.includes(rdma.access) ? "netdev" : "pci";
        const unknown = rdma.rails.filter((rail) => rail[key] === null).map(({ rail }) => rail);
        if (unknown.length === 0) continue;
        const what = key === "pci" ? "PCI addresses" : "interfaces";
        yield {
          path: groupPath(pool, "server"),
          message: `access ${rdma.access} finds cards by their ${what}, which are unknown for rail ${unknown.join(", ")} of ${pool.machine.title}`,
          fix: `write them into server.nics (${key}); railyard inspect reads them from a node`,
        };
      }
    },
  },
  {
    id: "rdma/rails-told-apart",
    title: "Each rail has one card of its own.",
    severity: "error",
    why: "Two resources would hand out the same card, and one pod would wait for ever.",
    source: LAUNCH_KIT,
    *check({ pools }) {
      for (const { pool, rdma } of rdmaPools(pools))
        for (const key of ["rail", "pci", "hca", "netdev"] as const) {
          const values = rdma.rails.flatMap((rail) => rail[key] ?? []);
          const twice = values.find((value, at) => values.indexOf(value) !== at);
          if (twice !== undefined)
            yield {
              path: groupPath(pool, "server", "nics"),
              message: `two compute cards of ${pool.name} have ${key} ${twice}`,
              fix: `write ${key} of each card as it is on the nodes`,
            };
        }
    },
  },
  {
    id: "rdma/link-type",
    title: "The cards can speak what the fabric is.",
    severity: "error",
    why: "A port of the other kind stays down.",
    source: NETWORK_OPERATOR,
    *check({ pools }) {
      for (const { pool, rdma } of rdmaPools(pools)) {
        const other = railNics(pool.machine).filter(({ links }) => links !== null && !links.includes(rdma.link));
        if (other.length === 0) continue;
        yield {
          path: groupPath(pool, "fabric", "kind"),
          message: `fabric is ${pool.fabric.kind}, and ${other.length} compute cards of ${pool.name} speak ${orList([...new Set(other.flatMap(({ links }) => links ?? []))])} alone`,
          fix: rdma.link === "infiniband" ? `fabric: { kind: "roce" }` : `fabric: { kind: "infiniband" }`,
        };
      }
    },
  },
  {
    id: "rdma/addresses-fit",
    title: "The block of addresses has a subnet for each rail of each pool.",
    severity: "error",
    why: "NV-IPAM would hand out one address twice, or none.",
    source: "https://github.com/Mellanox/nvidia-k8s-ipam",
    *check({ pools }) {
      const taken = new Map<string, string>();
      for (const { pool, rdma } of rdmaPools(pools)) {
        const block = pool.fabric.config["addresses"] as string;
        const path = groupPath(pool, "fabric", "addresses");
        if (rdma.rails.some(({ subnet }) => subnet === "")) {
          yield {
            path,
            message: `${block} has no room for ${rdma.rails.length} rails with ${rdma.addressesPerNode} addresses for each of ${pool.count.max} nodes`,
            fix: "write a larger block that nobody else uses, such as 10.128.0.0/10",
          };
          continue;
        }
        const other = [...taken].find(([one]) => overlaps(one, block));
        if (other)
          yield {
            path,
            message: `${block} overlaps ${other[0]} of ${other[1]}: pods of both would have the same addresses`,
            fix: "give each pool a block of its own",
          };
        taken.set(block, pool.name);
      }
    },
  },
  {
    id: "rdma/addresses-routable",
    title: "Rails have addresses that hosts send to cards.",
    severity: "error",
    why: "Loopback, link-local and multicast addresses never leave by the card that has them: NCCL finds the rail and no way over it.",
    source: "https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml",
    *check({ pools }) {
      for (const { pool } of rdmaPools(pools)) {
        const block = pool.fabric.config["addresses"] as string;
        const special = UNROUTED.find(({ cidr }) => overlaps(cidr, block));
        if (special)
          yield {
            path: groupPath(pool, "fabric", "addresses"),
            message: `${block} has ${special.what} (${special.cidr})`,
            fix: "write a private block that nobody else uses, such as 10.128.0.0/10",
          };
      }
    },
  },
  {
    id: "rdma/container-drivers",
    title: "Drivers from a container do not take a node's own network away.",
    severity: "error",
    why: "The container unloads the drivers of all ConnectX cards: a node that is reached through one falls off the network, and comes back never.",
    source:
      "https://github.com/Mellanox/network-operator/issues/2176; https://github.com/Mellanox/network-operator/issues/250",
    *check({ pools }) {
      for (const { pool, rdma } of rdmaPools(pools)) {
        if (rdma.ofed !== "container") continue;
        const others = pool.machine.nics.filter(({ use }) => use !== "east-west");
        const own = others.filter(({ deviceId }) => deviceId === null || Object.hasOwn(NIC_MODELS, deviceId));
        if (others.length > 0 && own.length === 0) continue;
        const known = own.find(({ deviceId }) => deviceId !== null)?.deviceId;
        yield {
          path: groupPath(pool, "fabric", "ofed"),
          message: known
            ? `ofed is container, and ${pool.name} has ${NIC_MODELS[known]!.title} cards for storage or north-south, too`
            : `ofed is container, and it is unknown which card ${pool.name} is reached through`,
          fix: `ofed: "host", with drivers on the servers; or write the other cards with their deviceId into server.nics`,
        };
      }
    },
  },
  {
    id: "rdma/one-plugin-pool",
    title: "One pool alone hands out cards by a device plugin.",
    severity: "error",
    why: "Its settings are those of all nodes: cards of one pool would be offered as those of another one.",
    source: "https://github.com/k8snetworkplumbingwg/sriov-network-device-plugin",
    *check({ pools }) {
      const [first, ...others] = rdmaPools(pools).filter(({ rdma }) => PLUGIN.includes(rdma.access));
      for (const { pool, rdma } of others)
        yield {
          path: groupPath(pool, "fabric", "access"),
          message: `${pool.name} has access ${rdma.access}, and so that a plugin finds its cards, as ${first!.pool.name} does by ${first!.rdma.access}`,
          fix: `access: "sriov", whose policies are for the nodes of one pool`,
        };
    },
  },
  {
    id: "rdma/shared-and-exclusive",
    title: "Cards are shared on all nodes, or on none.",
    severity: "error",
    why: "Whether RDMA devices are shared is a setting of the kernel: the plugin for shared ones runs on every node, and fails where they are exclusive.",
    source: NETWORK_OPERATOR,
    *check({ pools }) {
      const all = rdmaPools(pools);
      const exclusive = all.find(({ rdma }) => rdma.access === "sriov");
      if (!exclusive) return;
      for (const { pool, rdma } of all) {
        if (!SHARED.includes(rdma.access)) continue;
        yield {
          path: groupPath(pool, "fabric", "access"),
          message: `${pool.name} shares its cards (${rdma.access}), and ${exclusive.pool.name} has them exclusive (sriov)`,
          fix: `access: "sriov" for both`,
        };
      }
    },
  },
  {
    id: "rdma/whole-gpus",
    title: "Pools with RDMA cards have whole GPUs.",
    severity: "error",
    why: "Instances of MIG reach neither NVLink nor each other, and NCCL takes one for each rank: a job over several nodes fails.",
    source: "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/",
    *check({ pools }) {
      for (const { pool } of rdmaPools(pools))
        if (pool.sharing.cutsGpus)
          yield {
            path: groupPath(pool, "sharing", "kind"),
            message: `${pool.name} has ${pool.fabric.title}, and its GPUs are cut by MIG`,
            fix: `sharing: { kind: "whole" }, and a pool without fabric for what needs a part of a GPU`,
          };
    },
  },
  {
    id: "rdma/owned-variables",
    title: "Variables of NCCL that follow from other keys are not written a second time.",
    severity: "error",
    why: "The two would differ sooner or later: marks that switches do not know, or cards of another rail.",
    source: "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/env.html",
    *check({ pools }) {
      for (const { pool } of rdmaPools(pools))
        for (const name of Object.keys(pool.fabric.config["nccl"] ?? {}))
          if (Object.hasOwn(OWNED, name))
            yield {
              path: groupPath(pool, "fabric", "nccl", name),
              message: `${name} follows from ${OWNED[name]}`,
              fix: "leave it out, and change that",
            };
    },
  },
];
