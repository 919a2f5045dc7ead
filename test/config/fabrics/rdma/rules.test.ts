import { RDMA_RULES } from "../../../../config/fabrics/rdma/rules";
import { DGX, HGX, poolRuleCases } from "../../../helpers/pools";

const ib = (fabric: object = {}, more: object = {}) => ({ ...DGX, ...more, fabric: { kind: "infiniband", ...fabric } });

const roce = (fabric: object = {}, more: object = {}) => ({ ...HGX, ...more, fabric: { kind: "roce", ...fabric } });

const hgxServer = HGX["server"] as { nics: Record<string, unknown>[] };

const withNics = (change: (nic: Record<string, unknown>) => object) => ({
  server: { ...hgxServer, nics: hgxServer.nics.map((nic) => ({ ...nic, ...change(nic) })) },
});

const OTHER = { labels: { "example.com/servers": "other" } };

describe("what holds for InfiniBand and RoCE", () =>
  poolRuleCases(RDMA_RULES, {
    "rdma/compute-cards": {
      severity: "error",
      trips: [
        {
          when: "servers without one",
          pools: { dgx: ib({}, { server: { like: "dgx-h100", nics: [] } }) },
          at: ["nodeGroups", "dgx", "server", "nics"],
          message: "has no card whose use is east-west",
        },
      ],
      passes: [
        {
          when: "TCP on them",
          pools: { dgx: { ...DGX, server: { like: "dgx-h100", nics: [] }, fabric: { kind: "none" } } },
        },
      ],
    },
    "rdma/cards-known": {
      severity: "error",
      trips: [
        {
          when: "addresses that are unknown",
          pools: { b: ib({}, { server: "dgx-b200" }) },
          at: ["nodeGroups", "b", "server"],
          message: "PCI addresses, which are unknown for rail 0, 1, 2",
        },
        {
          when: "interfaces that are unknown",
          pools: { b: ib({ access: "ipoib" }, { server: "dgx-b300" }) },
          at: ["nodeGroups", "b", "server"],
          message: "by their interfaces",
        },
      ],
      passes: [{ when: "shared cards with known interfaces", pools: { dgx: ib({ access: "shared-device" }) } }],
    },
    "rdma/rails-told-apart": {
      severity: "error",
      trips: [
        {
          when: "one address twice",
          pools: {
            hgx: roce(
              {},
              withNics(({ hca }) => (hca === "mlx5_1" ? { pci: "0000:10:00.0" } : {})),
            ),
          },
          at: ["nodeGroups", "hgx", "server", "nics"],
          message: "have pci 0000:10:00.0",
        },
        {
          when: "one rail twice",
          pools: {
            hgx: roce(
              {},
              withNics(({ hca }) => (hca === "mlx5_1" ? { rail: 0 } : {})),
            ),
          },
          at: ["nodeGroups", "hgx", "server", "nics"],
          message: "have rail 0",
        },
      ],
      passes: [{ when: "unknown names", pools: { b: ib({}, { server: "dgx-b200" }) } }],
    },
    "rdma/link-type": {
      severity: "error",
      trips: [
        {
          when: "Ethernet alone for InfiniBand",
          pools: { hgx: { ...HGX, ...withNics(() => ({ link: "ethernet" })), fabric: { kind: "infiniband" } } },
          at: ["nodeGroups", "hgx", "fabric", "kind"],
          message: "speak ethernet alone",
        },
        {
          when: "InfiniBand alone for RoCE",
          pools: {
            hgx: roce(
              {},
              withNics(() => ({ link: "infiniband" })),
            ),
          },
          at: ["nodeGroups", "hgx", "fabric", "kind"],
          message: "speak infiniband alone",
        },
      ],
      passes: [
        {
          when: "the right one",
          pools: {
            hgx: roce(
              {},
              withNics(() => ({ link: "ethernet" })),
            ),
          },
        },
      ],
    },
    "rdma/addresses-fit": {
      severity: "error",
      trips: [
        {
          when: "a block that is too small",
          pools: { dgx: ib({ addresses: "192.168.0.0/22" }) },
          at: ["nodeGroups", "dgx", "fabric", "addresses"],
          message: "no room for 8 rails with 8 addresses for each of 64 nodes",
        },
        {
          when: "one block for two",
          pools: {
            dgx: DGX,
            hgx: roce({ addresses: "192.168.0.0/16" }),
            third: roce({ addresses: "10.0.0.0/16" }, OTHER),
          },
          at: ["nodeGroups", "hgx", "fabric", "addresses"],
          message: "192.168.0.0/16 overlaps 192.168.0.0/16 of dgx",
        },
      ],
      passes: [{ when: "the smallest block", pools: { dgx: ib({ addresses: "192.168.0.0/19" }) } }],
    },
    "rdma/addresses-routable": {
      severity: "error",
      trips: [
        ["127.0.0.0/16", "loopback addresses (127.0.0.0/8)"],
        ["169.254.0.0/16", "link-local addresses"],
        ["240.0.0.0/8", "multicast and reserved addresses"],
      ].map(([addresses, message]) => ({
        when: addresses!,
        pools: { dgx: ib({ addresses }) },
        at: ["nodeGroups", "dgx", "fabric", "addresses"],
        message: message!,
      })),
      passes: [{ when: "a private block", pools: { dgx: ib({ addresses: "10.128.0.0/10" }) } }],
    },
    "rdma/container-drivers": {
      severity: "error",
      trips: [
        {
          when: "ConnectX for all else",
          pools: { hgx: roce({ ofed: "container" }) },
          at: ["nodeGroups", "hgx", "fabric", "ofed"],
          message: "has ConnectX-6 Dx cards for storage or north-south",
        },
        {
          when: "cards that nobody wrote",
          pools: { b: roce({ ofed: "container" }, { server: { ...hgxServer, nics: hgxServer.nics.slice(0, 8) } }) },
          at: ["nodeGroups", "b", "fabric", "ofed"],
          message: "it is unknown which card",
        },
      ],
      passes: [
        {
          when: "another maker's card",
          pools: {
            hgx: roce(
              { ofed: "container" },
              withNics(({ use }) => (use === undefined ? {} : { deviceId: "1593" })),
            ),
          },
        },
      ],
    },
    "rdma/one-plugin-pool": {
      severity: "error",
      trips: [
        {
          when: "two pools with whole cards",
          pools: { hgx: HGX, other: roce({}, OTHER) },
          at: ["nodeGroups", "other", "fabric", "access"],
          message: "as hgx does by host-device",
        },
      ],
      passes: [{ when: "a second pool with functions", pools: { hgx: HGX, other: roce({ access: "sriov" }, OTHER) } }],
    },
    "rdma/shared-and-exclusive": {
      severity: "error",
      trips: [
        {
          when: "shared cards beside functions",
          pools: { dgx: DGX, hgx: roce({ access: "shared-device" }) },
          at: ["nodeGroups", "hgx", "fabric", "access"],
          message: "dgx has them exclusive",
        },
      ],
      passes: [{ when: "shared cards alone", pools: { hgx: roce({ access: "shared-device" }) } }],
    },
    "rdma/whole-gpus": {
      severity: "error",
      trips: [
        {
          when: "MIG",
          pools: { dgx: { ...DGX, sharing: { kind: "mig", layout: "all-1g.10gb" } } },
          at: ["nodeGroups", "dgx", "sharing", "kind"],
          message: "cut by MIG",
        },
      ],
      passes: [
        {
          when: "MIG without fabric",
          pools: { dgx: { ...DGX, fabric: { kind: "none" }, sharing: { kind: "mig", layout: "all-1g.10gb" } } },
        },
      ],
    },
    "rdma/owned-variables": {
      severity: "error",
      trips: [
        {
          when: "a mark",
          pools: { hgx: roce({ nccl: { NCCL_IB_TC: "41" } }) },
          at: ["nodeGroups", "hgx", "fabric", "nccl", "NCCL_IB_TC"],
          message: "follows from fabric.traffic.dscp",
        },
      ],
      passes: [{ when: "a time", pools: { hgx: roce({ nccl: { NCCL_IB_TIMEOUT: "22" } }) } }],
    },
  }));
