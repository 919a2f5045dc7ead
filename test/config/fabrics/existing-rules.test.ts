import { EXISTING_FABRIC_RULES } from "../../../config/fabrics/existing";
import { DGX, HGX, poolRuleCases } from "../../helpers/pools";

const ib = (fabric: object = {}, more: object = {}) => ({ ...DGX, ...more, fabric: { kind: "infiniband", ...fabric } });

const roce = (fabric: object = {}, more: object = {}) => ({ ...HGX, ...more, fabric: { kind: "roce", ...fabric } });

const ufm = (from: string, to: string) => ({ subnetManager: { kind: "ufm", guids: { from, to } } });

const hgxServer = HGX["server"] as { nics: Record<string, unknown>[] };

const withNics = (change: (nic: Record<string, unknown>) => object) => ({
  server: { ...hgxServer, nics: hgxServer.nics.map((nic) => ({ ...nic, ...change(nic) })) },
});

const OTHER = { labels: { "example.com/servers": "other" } };

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
    "infiniband/shared-partition": {
      severity: "warning",
      trips: [
        {
          when: "a team in the partition of all pods",
          pools: { dgx: ib({ pkey: "0x0010", tenants: { vision: "0x0010" } }) },
          at: ["nodeGroups", "dgx", "fabric", "tenants", "vision"],
          message: "vision and all pods of dgx reach each other",
        },
        {
          when: "two teams in one, on two pools",
          pools: { dgx: ib({ tenants: { vision: "0x0010" } }), more: ib({ tenants: { language: "0x0010" } }, OTHER) },
          at: ["nodeGroups", "more", "fabric", "tenants", "language"],
          message: "0x0010 is the partition of vision, too",
        },
      ],
      passes: [
        {
          when: "one team in its partition on two pools",
          pools: { dgx: ib({ tenants: { vision: "0x0010" } }), more: ib({ tenants: { vision: "0x0010" } }, OTHER) },
        },
        { when: "two teams in two", pools: { dgx: ib({ tenants: { vision: "0x0010", language: "0x0011" } }) } },
      ],
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
