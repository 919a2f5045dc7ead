import { EXISTING_FABRIC_RULES } from "../../../../config/fabrics/existing";
import { OPERATOR_RULES } from "../../../../config/fabrics/rdma/operator-rules";
import { RDMA_RULES } from "../../../../config/fabrics/rdma/rules";
import { DGX, HGX, poolRuleCases } from "../../../helpers/pools";

const ib = (fabric: object = {}, more: object = {}) => ({ ...DGX, ...more, fabric: { kind: "infiniband", ...fabric } });
const roce = (fabric: object = {}, more: object = {}) => ({ ...HGX, ...more, fabric: { kind: "roce", ...fabric } });
const ufm = (from: string, to: string) => ({ subnetManager: { kind: "ufm", guids: { from, to } } });
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
          pools: { dgx: { ...DGX, sharing: { kind: "mig", profile: "all-1g.10gb" } } },
          at: ["nodeGroups", "dgx", "sharing", "kind"],
          message: "cut by MIG",
        },
      ],
      passes: [
        {
          when: "MIG without fabric",
          pools: { dgx: { ...DGX, fabric: { kind: "none" }, sharing: { kind: "mig", profile: "all-1g.10gb" } } },
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

describe("the operators", () =>
  poolRuleCases(OPERATOR_RULES, {
    "network-operator/kubernetes": {
      severity: "error",
      trips: [
        {
          when: "1.36",
          pools: { dgx: DGX },
          kubernetes: "1.36",
          at: ["cluster", "version"],
          message: "network-operator 26.4.1 supports Kubernetes 1.31 to 1.35",
        },
        {
          when: "1.32",
          pools: { dgx: DGX },
          kubernetes: "1.32",
          at: ["cluster", "version"],
          message: "gpu-operator v26.7.0 supports Kubernetes 1.33 to 1.36",
        },
      ],
      passes: [
        { when: "1.33", pools: { dgx: DGX }, kubernetes: "1.33" },
        { when: "1.36 without cards", pools: { dgx: { ...DGX, fabric: { kind: "none" } } }, kubernetes: "1.36" },
      ],
    },
    "network-operator/peermem": {
      severity: "error",
      trips: [
        {
          when: "peermem with drivers on the host",
          pools: { dgx: DGX },
          helmValues: { "gpu-operator": { driver: { rdma: { enabled: true } } } },
          at: ["platform", "helmValues", "gpu-operator", "driver", "rdma", "enabled"],
          message: "those of dgx are on the host",
        },
      ],
      passes: [
        {
          when: "peermem with the host's drivers",
          pools: { dgx: DGX },
          helmValues: { "gpu-operator": { driver: { rdma: { enabled: true, useHostMofed: true } } } },
        },
        {
          when: "drivers from a container",
          pools: { dgx: ib({ ofed: "container" }) },
          helmValues: { "gpu-operator": { driver: { rdma: { enabled: true } } } },
        },
      ],
    },
  }));

describe("each of them", () =>
  poolRuleCases(EXISTING_FABRIC_RULES, {
    "infiniband/isolated-access": {
      severity: "error",
      trips: [
        {
          when: "a partition for whole cards",
          pools: { dgx: ib({ access: "host-device", pkey: "0x0006" }) },
          at: ["nodeGroups", "dgx", "fabric", "pkey"],
          message: "pkey needs access sriov",
        },
        {
          when: "tenants that share cards",
          pools: { dgx: ib({ access: "ipoib", tenants: { vision: "0x0010" } }) },
          at: ["nodeGroups", "dgx", "fabric", "tenants"],
          message: "tenants needs access sriov",
        },
      ],
      passes: [{ when: "a partition for functions", pools: { dgx: ib({ pkey: "0x0006" }) } }],
    },
    "infiniband/static-partitions": {
      severity: "warning",
      trips: [
        {
          when: "OpenSM",
          pools: { dgx: ib({ pkey: "0x0006", tenants: { vision: "0x0010" } }) },
          at: ["nodeGroups", "dgx", "fabric", "pkey"],
          message: "with OpenSM, 0x0006, 0x0010 must be there",
        },
      ],
      passes: [
        {
          when: "UFM",
          pools: { dgx: ib({ pkey: "0x0006", ...ufm("02:00:00:00:00:00:00:01", "02:00:00:00:00:FF:FF:FF") }) },
        },
      ],
    },
    "infiniband/guid-range": {
      severity: "error",
      trips: [
        {
          when: "too few",
          pools: { dgx: ib(ufm("02:00:00:00:00:00:00:01", "02:00:00:00:00:00:00:ff")) },
          at: ["nodeGroups", "dgx", "fabric", "subnetManager", "guids"],
          message: "has 255 GUIDs, and dgx has 4096 functions",
        },
        {
          when: "zero",
          pools: { dgx: ib(ufm("00:00:00:00:00:00:00:00", "02:00:00:00:00:FF:FF:FF")) },
          at: ["nodeGroups", "dgx", "fabric", "subnetManager", "guids"],
          message: "is no GUID",
        },
        {
          when: "an end before its start",
          pools: { dgx: ib(ufm("02:00:00:00:00:FF:FF:FF", "02:00:00:00:00:00:00:01")) },
          at: ["nodeGroups", "dgx", "fabric", "subnetManager", "guids"],
          message: "has 0 GUIDs",
        },
      ],
      passes: [
        { when: "exactly enough", pools: { dgx: ib(ufm("02:00:00:00:00:00:00:01", "02:00:00:00:00:00:10:00")) } },
      ],
    },
    "infiniband/managed-sriov": {
      severity: "warning",
      trips: [
        {
          when: "functions",
          pools: { dgx: ib({ subnetManager: { kind: "managed" } }) },
          at: ["nodeGroups", "dgx", "fabric", "subnetManager", "kind"],
          message: "is unknown",
        },
      ],
      passes: [
        { when: "whole cards", pools: { dgx: ib({ access: "host-device", subnetManager: { kind: "managed" } }) } },
      ],
    },
    "infiniband/sharp": {
      severity: "error",
      trips: [
        {
          when: "one node",
          pools: { dgx: ib({ sharp: true }, { nodes: 1 }) },
          at: ["nodeGroups", "dgx", "fabric", "sharp"],
          message: "has one node",
        },
        {
          when: "a managed subnet",
          pools: { dgx: ib({ sharp: true, access: "host-device", subnetManager: { kind: "managed" } }) },
          at: ["nodeGroups", "dgx", "fabric", "sharp"],
          message: "is unknown",
        },
      ],
      passes: [{ when: "64 nodes", pools: { dgx: ib({ sharp: true }) } }],
    },
    "roce/traffic": {
      severity: "error",
      trips: [
        {
          when: "one mark for both",
          pools: { hgx: roce({ traffic: { cnpDscp: 26 } }) },
          at: ["nodeGroups", "hgx", "fabric", "traffic", "cnpDscp"],
          message: "would wait behind it",
        },
      ],
      passes: [{ when: "Oracle's mark", pools: { hgx: roce({ traffic: { dscp: 10 } }) } }],
    },
    "roce/one-set-of-marks": {
      severity: "error",
      trips: [
        {
          when: "another mark",
          pools: { hgx: HGX, other: roce({ access: "sriov", traffic: { dscp: 10 } }, OTHER) },
          at: ["nodeGroups", "other", "fabric", "traffic", "dscp"],
          message: "dscp is 10, and that of hgx is 26",
        },
      ],
      passes: [{ when: "the same", pools: { hgx: HGX, other: roce({ access: "sriov" }, OTHER) } }],
    },
    "roce/gid-index": {
      severity: "warning",
      trips: [
        {
          when: "an index",
          pools: { hgx: roce({ nccl: { NCCL_IB_GID_INDEX: "3" } }) },
          at: ["nodeGroups", "hgx", "fabric", "nccl", "NCCL_IB_GID_INDEX"],
          message: "right for some pods alone",
        },
      ],
      passes: [{ when: "none", pools: { hgx: roce({ nccl: { NCCL_IB_TIMEOUT: "22" } }) } }],
    },
    "roce/spectrum-x": {
      severity: "error",
      trips: [
        {
          when: "ConnectX-7",
          pools: { hgx: roce({ cards: { kind: "spectrum-x", version: "RA2.2" } }) },
          at: ["nodeGroups", "hgx", "fabric", "cards", "kind"],
          message: "are ConnectX-7",
        },
        {
          when: "eight functions",
          pools: {
            hgx: roce(
              { access: "sriov", cards: { kind: "spectrum-x", version: "RA2.2" } },
              withNics(() => ({ deviceId: "1023" })),
            ),
          },
          at: ["nodeGroups", "hgx", "fabric", "vfs"],
          message: "vfs is 8",
        },
      ],
      passes: [
        {
          when: "ConnectX-8 with one",
          pools: {
            hgx: roce(
              { access: "sriov", vfs: 1, cards: { kind: "spectrum-x", version: "RA2.2" } },
              withNics(() => ({ deviceId: "1023" })),
            ),
          },
        },
      ],
    },
    "roce/cards-configurable": {
      severity: "error",
      trips: [
        {
          when: "an unknown card",
          pools: {
            hgx: roce(
              {},
              withNics(() => ({ deviceId: undefined })),
            ),
          },
          at: ["nodeGroups", "hgx", "fabric", "cards", "kind"],
          message: "unknown, or of several kinds",
        },
        {
          when: "a card that it does not set up",
          pools: {
            hgx: roce(
              {},
              withNics(() => ({ deviceId: "101f" })),
            ),
          },
          at: ["nodeGroups", "hgx", "fabric", "cards", "kind"],
          message: "are ConnectX-6 Lx",
        },
      ],
      passes: [
        {
          when: "settings of the host",
          pools: {
            hgx: roce(
              { cards: { kind: "host" } },
              withNics(() => ({ deviceId: undefined })),
            ),
          },
        },
      ],
    },
  }));
