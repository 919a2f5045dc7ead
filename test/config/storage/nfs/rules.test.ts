import { NFS_RULES } from "../../../../config/storage/nfs/rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import type { Change } from "../../../helpers/environment";
import { ruleCases } from "../../../helpers/rule-cases";

const nfs = (change: object = {}) => ({ kind: "nfs", server: "files.example.com", export: "/export/data", ...change });
const data = (change: object, more: object = {}): Change => ({ storage: { data: nfs(change) }, ...more });
const users = { slurm: { users: { jane: { uid: 20001 } } } };
const pool = (change: object): Change => ({ nodeGroups: { dgx: change } });
const written = {
  gpu: { model: "H100-80GB", count: 8, memoryGB: 80 },
  sockets: 2,
  coresPerSocket: 56,
  threadsPerCore: 2,
  memoryGiB: 2048,
};

ruleCases(
  NFS_RULES,
  {
    "nfs/server-here": {
      severity: "error",
      trips: ["localhost", "127.0.0.1", "::1", "0:0:0:0:0:0:0:1", "::ffff:7f00:1"].map((server) => ({
        when: server,
        change: data({ server }),
        at: ["storage", "data", "server"],
        message: [`${server} is the node`],
      })),
      passes: [
        { when: "a name", change: data({}) },
        { when: "an address of IPv6", change: data({ server: "fd00::9" }) },
      ],
    },
    "nfs/rdma-cards": {
      severity: "error",
      trips: [
        {
          when: "a pool without a card",
          change: { ...data({ transport: "rdma" }), ...pool({ server: written, fabric: { kind: "none" } }) },
          at: ["storage", "data", "transport"],
          message: ["nodes of dgx have no RDMA card"],
        },
        {
          when: "compute cards that pods get whole",
          change: {
            ...data({ transport: "rdma" }),
            ...pool({
              fabric: { kind: "infiniband", access: "host-device" },
              server: { ...written, nics: [{ pci: "0000:18:00.0", gbps: 400, link: "infiniband" }] },
            }),
          },
          at: ["storage", "data", "transport"],
          message: ["access: host-device"],
        },
      ],
      passes: [
        { when: "compute cards that stay with the host", change: data({ transport: "rdma" }) },
        {
          when: "storage cards",
          change: { ...data({ transport: "rdma" }), ...pool({ fabric: { kind: "none" } }) },
        },
        { when: "TCP", change: { ...data({}), ...pool({ server: written, fabric: { kind: "none" } }) } },
      ],
    },
    "nfs/shared-connections": {
      severity: "warning",
      trips: [
        {
          when: "other numbers",
          change: { storage: { data: nfs({ nconnect: 8 }), more: nfs({ export: "/export/more" }) } },
          at: ["storage", "more", "nconnect"],
          message: ["for 1 connections", "data for 8"],
        },
      ],
      passes: [
        {
          when: "the same number",
          change: { storage: { data: nfs({ nconnect: 8 }), more: nfs({ export: "/more", nconnect: 8 }) } },
        },
        {
          when: "two servers",
          change: { storage: { data: nfs({ nconnect: 8 }), more: nfs({ server: "10.0.0.9" }) } },
        },
        {
          when: "two versions, which share none",
          change: { storage: { data: nfs({ nconnect: 8 }), more: nfs({ version: "4.2" }) } },
        },
      ],
    },
    "nfs/one-driver": {
      severity: "error",
      trips: [
        {
          when: "a driver that is there and is installed",
          change: { storage: { data: nfs(), more: nfs({ driver: "existing", mountPath: "/more" }) } },
          at: ["storage", "more", "driver"],
          message: ["data has it installed"],
        },
      ],
      passes: [
        { when: "one that is there for all", change: { storage: { data: nfs({ driver: "existing" }) } } },
        {
          when: "a kubelet beside it",
          change: { storage: { data: nfs(), more: nfs({ driver: "none", mountPath: "/more" }) } },
        },
      ],
    },
    "nfs/gpu-direct-over-rdma": {
      severity: "error",
      trips: [
        {
          when: "GPUDirect Storage over TCP",
          change: data({ gpuDirect: true }),
          at: ["storage", "data", "gpuDirect"],
          message: ["mounted over TCP"],
        },
      ],
      passes: [
        { when: "over RDMA", change: data({ gpuDirect: true, transport: "rdma" }) },
        { when: "TCP without it", change: data({}) },
      ],
    },
    "nfs/homes-squashed": {
      severity: "warning",
      trips: [
        {
          when: "homes on an export that makes root nobody",
          change: data({ mountPath: "/home" }, users),
          at: ["storage", "data", "rootSquash"],
          message: ["cannot make the homes", "/home"],
        },
      ],
      passes: [
        { when: "an export that does not", change: data({ mountPath: "/home", rootSquash: false }, users) },
        { when: "homes elsewhere", change: data({}, users) },
        { when: "no users", change: data({ mountPath: "/home" }) },
      ],
    },
  },
  CLUSTER_SAMPLE,
);
