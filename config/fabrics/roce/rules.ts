import { NCCL_FINDS_GID } from "../../facts/roce";
import { NIC_MODELS } from "../../facts/nics";
import { type PoolRule } from "../../pools/existing/rule";
import type { ExistingPool } from "../../pools/existing/resolve";
import { rdmaPools } from "../rdma/rules";
import type { RdmaSetup } from "../rdma/setup";
import type { RoceTraffic } from "./traffic";
import { trafficFaults } from "./traffic-faults";
import { groupPath } from "../../pools/written-groups";

function* rocePools(
  pools: readonly ExistingPool[],
): Iterable<{ pool: ExistingPool; rdma: RdmaSetup; traffic: RoceTraffic }> {
  for (const { pool, rdma } of rdmaPools(pools)) if (rdma.traffic) yield { pool, rdma, traffic: rdma.traffic };
}

const TEMPLATES =
  "https://github.com/Mellanox/network-operator-docs/blob/3e75484/docs/nic-conf-operator/configuration-details.rst";

/** What holds for RoCE alone. */
export const ROCE_RULES: readonly PoolRule[] = [
  {
    id: "roce/traffic",
    title: "Marks and classes of RDMA and of congestion can work together.",
    severity: "error",
    why: "What tells of congestion waits behind it, or is lost: senders slow down too late, or never.",
    source: TEMPLATES,
    *check({ pools }) {
      for (const { pool, traffic } of rocePools(pools))
        for (const { key, message, fix } of trafficFaults(traffic))
          yield { path: groupPath(pool, "fabric", "traffic", key), message, fix };
    },
  },
  {
    id: "roce/one-set-of-marks",
    title: "All pools of a cluster mark their traffic alike.",
    severity: "error",
    why: "Switches have one set of classes for all: what another pool marks is dropped where queues are full.",
    source: TEMPLATES,
    *check({ pools }) {
      const [first, ...others] = rocePools(pools);
      for (const { pool, traffic } of others)
        for (const key of ["dscp", "priority", "cnpDscp", "ecn"] as const)
          if (traffic[key] !== first!.traffic[key])
            yield {
              path: groupPath(pool, "fabric", "traffic", key),
              message: `${key} is ${traffic[key]}, and that of ${first!.pool.name} is ${first!.traffic[key]}`,
              fix: `${key}: ${first!.traffic[key]}`,
            };
    },
  },
  {
    id: "roce/gid-index",
    title: "NCCL finds the GID by itself.",
    severity: "warning",
    why: "In a container the index is another one in each pod: a job with a fixed one fails with errno 110 on some nodes.",
    source: NCCL_FINDS_GID.source,
    *check({ pools }) {
      for (const { pool } of rocePools(pools)) {
        const nccl = (pool.fabric.config["nccl"] ?? {}) as Readonly<Record<string, string>>;
        if (nccl["NCCL_IB_GID_INDEX"] !== undefined)
          yield {
            path: groupPath(pool, "fabric", "nccl", "NCCL_IB_GID_INDEX"),
            message: `NCCL_IB_GID_INDEX is ${nccl["NCCL_IB_GID_INDEX"]}, and right for some pods alone`,
            fix: `leave it out: NCCL ${NCCL_FINDS_GID.from} and later find it`,
          };
      }
    },
  },
  {
    id: "roce/spectrum-x",
    title: "Spectrum-X is set up on cards that have it, with one function each.",
    severity: "error",
    why: "NIC Configuration Operator refuses the template, and sets nothing.",
    source: TEMPLATES,
    *check({ pools }) {
      for (const { pool, rdma } of rocePools(pools)) {
        if (rdma.cards.kind !== "spectrum-x") continue;
        const model = rdma.deviceId === null ? undefined : NIC_MODELS[rdma.deviceId];
        if (!model?.spectrumX)
          yield {
            path: groupPath(pool, "fabric", "cards", "kind"),
            message: `cards is spectrum-x, and the compute cards of ${pool.name} are ${model?.title ?? "unknown"}: ConnectX-8, ConnectX-9 and BlueField-3 have it`,
            fix: `cards: { kind: "operator" }`,
          };
        if (rdma.access === "sriov" && rdma.vfs !== 1)
          yield {
            path: groupPath(pool, "fabric", "vfs"),
            message: `vfs is ${rdma.vfs}, and Spectrum-X takes one function of each card`,
            fix: "vfs: 1",
          };
      }
    },
  },
  {
    id: "roce/cards-configurable",
    title: "NIC Configuration Operator knows the cards that it sets up.",
    severity: "error",
    why: "A template is for one device id; without it nothing is set, and traffic is neither marked nor paused.",
    source: TEMPLATES,
    *check({ pools }) {
      for (const { pool, rdma } of rocePools(pools)) {
        if (rdma.cards.kind !== "operator") continue;
        const model = rdma.deviceId === null ? undefined : NIC_MODELS[rdma.deviceId];
        if (model?.configurable) continue;
        yield {
          path: groupPath(pool, "fabric", "cards", "kind"),
          message: `the compute cards of ${pool.name} are ${model?.title ?? "unknown, or of several kinds"}: NIC Configuration Operator sets none of them up`,
          fix: `write deviceId into server.nics, or cards: { kind: "host" } with the commands of railyard roce on each host`,
        };
      }
    },
  },
];
