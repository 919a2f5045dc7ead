import { type PoolRule } from "../../pools/existing/rule";
import type { ExistingPool } from "../../pools/existing/resolve";
import { rdmaPools } from "../rdma/rules";
import type { RdmaSetup } from "../rdma/setup";
import { groupPath } from "../../pools/written-groups";

type Subnet = NonNullable<RdmaSetup["infiniband"]>;

function* subnets(pools: readonly ExistingPool[]): Iterable<{ pool: ExistingPool; rdma: RdmaSetup; subnet: Subnet }> {
  for (const { pool, rdma } of rdmaPools(pools)) if (rdma.infiniband) yield { pool, rdma, subnet: rdma.infiniband };
}

const number = (guid: string): bigint => BigInt(`0x${guid.replaceAll(":", "")}`);

/** What holds for InfiniBand alone. */
export const INFINIBAND_RULES: readonly PoolRule[] = [
  {
    id: "infiniband/isolated-access",
    title: "Partitions of pods are for functions that pods have alone.",
    severity: "error",
    why: "A pod that shares a card is in all partitions of the card: the key would separate nobody.",
    source: "https://github.com/Mellanox/network-operator-docs/tree/0c0ecad",
    *check({ pools }) {
      for (const { pool, rdma, subnet } of subnets(pools)) {
        const tenants = Object.keys(subnet.tenants);
        if (rdma.access === "sriov" || (subnet.pkey === null && tenants.length === 0)) continue;
        const key = subnet.pkey === null ? "tenants" : "pkey";
        yield {
          path: groupPath(pool, "fabric", key),
          message: `${key} needs access sriov, and access is ${rdma.access}: pods get cards that are in the partitions of the host`,
          fix: `access: "sriov", or leave ${key} out`,
        };
      }
    },
  },
  {
    id: "infiniband/shared-partition",
    title: "Each tenant has a partition of its own.",
    severity: "warning",
    why: "Functions with one key reach each other: teams that are given the same partition are not separated.",
    source: "https://github.com/linux-rdma/opensm/blob/master/doc/partition-config.txt",
    *check({ pools }) {
      const owners = new Map<number, string>();
      for (const { pool, subnet } of subnets(pools)) {
        const partitions = [
          ...(subnet.pkey === null ? [] : [{ key: subnet.pkey, keys: ["pkey"], owner: `all pods of ${pool.name}` }]),
          ...Object.entries(subnet.tenants).map(([team, key]) => ({ key, keys: ["tenants", team], owner: team })),
        ];
        for (const { key, keys, owner } of partitions) {
          // 0x10 and 0x0010 are one
          const partition = Number(key);
          const other = owners.get(partition);
          if (other !== undefined && other !== owner)
            yield {
              path: groupPath(pool, "fabric", ...keys),
              message: `${key} is the partition of ${other}, too: ${owner} and ${other} reach each other`,
              fix: "give each a key of its own, or ignore this rule where they are meant to",
            };
          owners.set(partition, other ?? owner);
        }
      }
    },
  },
  {
    id: "infiniband/static-partitions",
    title: "Partitions that nobody makes as pods come are made before.",
    severity: "warning",
    why: "ib-kubernetes speaks to UFM alone. With OpenSM a function comes up in a partition only if partitions.conf has the key and the GUIDs; and once that file is there, a rule for Default must be in it, or all other ports become limited members that cannot reach each other.",
    source: "https://github.com/linux-rdma/opensm/blob/master/doc/partition-config.txt",
    *check({ pools }) {
      for (const { pool, subnet } of subnets(pools)) {
        const keys = [...new Set([subnet.pkey, ...Object.values(subnet.tenants)].flatMap((key) => key ?? []))];
        if (keys.length === 0 || subnet.subnetManager.kind === "ufm") continue;
        const manager = subnet.subnetManager.kind === "opensm" ? "OpenSM" : "a managed subnet manager";
        yield {
          path: groupPath(pool, "fabric", subnet.pkey === null ? "tenants" : "pkey"),
          message: `with ${manager}, ${keys.join(", ")} must be there before pods are`,
          fix: `in partitions.conf: Default=0x7fff, ipoib, defmember=full : ALL=full; and a line for ${keys.join(", ")} with the GUIDs of its functions; then ignore this rule`,
        };
      }
    },
  },
  {
    id: "infiniband/guid-range",
    title: "A range of GUIDs has one for each function.",
    severity: "error",
    why: "A function without a GUID stays down, and its pod waits for ever.",
    source: "https://github.com/Mellanox/ib-kubernetes",
    *check({ pools }) {
      for (const { pool, rdma, subnet } of subnets(pools)) {
        if (subnet.subnetManager.kind !== "ufm") continue;
        const { from, to } = subnet.subnetManager.guids;
        const need = BigInt(pool.count.max * rdma.rails.length * (rdma.vfs ?? 1));
        const has = number(to) - number(from) + 1n;
        if (number(from) > 0n && has >= need) continue;
        yield {
          path: groupPath(pool, "fabric", "subnetManager", "guids"),
          message:
            number(from) === 0n
              ? "00:00:00:00:00:00:00:00 is no GUID: a port with it stays down"
              : `the range has ${has > 0n ? has : 0n} GUIDs, and ${pool.name} has ${need} functions`,
          fix: 'guids: { from: "02:00:00:00:00:00:00:01", to: "02:00:00:00:00:FF:FF:FF" }, or another one that no cluster of the fabric has',
        };
      }
    },
  },
  {
    id: "infiniband/managed-sriov",
    title: "It is known that the subnet manager brings functions of cards up.",
    severity: "warning",
    why: "A manager without virtualisation leaves ports of functions down. OpenSM of DOCA-OFED and UFM have it; of those in switches and of providers no document says so.",
    source:
      "https://github.com/k8snetworkplumbingwg/sriov-network-device-plugin/issues/269; https://github.com/k8snetworkplumbingwg/sriov-network-operator/issues/307",
    *check({ pools }) {
      for (const { pool, rdma, subnet } of subnets(pools))
        if (rdma.access === "sriov" && subnet.subnetManager.kind === "managed")
          yield {
            path: groupPath(pool, "fabric", "subnetManager", "kind"),
            message: "whether a managed subnet manager brings virtual functions up is unknown",
            fix: `try one node: ibstat in a pod must say Active; or access: "host-device", which has no functions`,
          };
    },
  },
  {
    id: "infiniband/sharp",
    title: "SHARP is where there is something to add up, and somebody who manages it.",
    severity: "error",
    why: "Without an aggregation manager beside the subnet manager NCCL fails to start; within one node there is nothing that switches could do.",
    source: "https://github.com/Mellanox/nccl-rdma-sharp-plugins",
    *check({ pools }) {
      for (const { pool, subnet } of subnets(pools)) {
        if (!subnet.sharp) continue;
        const one = pool.count.max < 2;
        if (!one && subnet.subnetManager.kind !== "managed") continue;
        yield {
          path: groupPath(pool, "fabric", "sharp"),
          message: one
            ? `sharp is true, and ${pool.name} has one node`
            : "sharp is true, and whether a managed subnet manager has an aggregation manager is unknown",
          fix: "sharp: false",
        };
      }
    },
  },
];
