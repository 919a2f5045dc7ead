import { NVME_OF_RULES } from "../../../../config/storage/nvme-of/rules";
import { CLUSTER_SAMPLE } from "../../../helpers/cluster";
import { ruleCases } from "../../../helpers/rule-cases";

const uuid = "58668891-c3e4-45d0-b90e-824525c16080";
const target = (change: object = {}) => ({
  kind: "nvme-of",
  address: "10.0.8.30",
  nqn: "nqn.2027-01.com.example:data",
  device: { uuid },
  fileSystem: "xfs",
  ...change,
});
const other = {
  nqn: "nqn.2027-01.com.example:more",
  mountPath: "/more",
  device: { uuid: "0d9f51d3-7c0b-4f0a-9a7e-0c3a5d1b2e4f" },
};
const server = {
  gpu: { model: "H100-80GB", count: 8, memoryGB: 80 },
  sockets: 2,
  coresPerSocket: 56,
  threadsPerCore: 2,
  memoryGiB: 2048,
};

ruleCases(
  NVME_OF_RULES,
  {
    "nvme-of/rdma-cards": {
      severity: "error",
      trips: [
        {
          when: "a pool without a card",
          change: {
            storage: { data: target({ transport: "rdma" }) },
            nodeGroups: { dgx: { server, fabric: { kind: "none" } } },
          },
          at: ["storage", "data", "transport"],
          message: ["dgx have no RDMA card"],
        },
      ],
      passes: [
        { when: "cards that stay with the host", change: { storage: { data: target({ transport: "rdma" }) } } },
        { when: "TCP", change: { storage: { data: target() } } },
      ],
    },
    "nvme-of/one-subsystem": {
      severity: "error",
      trips: [
        {
          when: "two volumes of one subsystem",
          change: { storage: { data: target(), more: target({ mountPath: "/more" }) } },
          at: ["storage", "more", "nqn"],
          message: ["the subsystem of data"],
        },
        {
          when: "the same one in capitals",
          change: {
            storage: { data: target(), more: target({ nqn: "nqn.2027-01.com.example:DATA", mountPath: "/more" }) },
          },
          at: ["storage", "more", "nqn"],
          message: ["the subsystem of data"],
        },
      ],
      passes: [{ when: "two subsystems", change: { storage: { data: target(), more: target(other) } } }],
    },
    "nvme-of/target-here": {
      severity: "error",
      trips: ["localhost", "127.0.0.1", "127.1.2.3", "::1"].map((address) => ({
        when: address,
        change: { storage: { data: target({ address }) } },
        at: ["storage", "data", "address"],
        message: [`${address} is the node that mounts it`],
      })),
      passes: [{ when: "another machine", change: { storage: { data: target({ address: "10.8.0.4" }) } } }],
    },
    "nvme-of/one-device": {
      severity: "error",
      trips: [uuid, uuid.toUpperCase()].map((given) => ({
        when: given,
        change: { storage: { data: target(), more: target({ ...other, device: { uuid: given } }) } },
        at: ["storage", "more", "device"],
        message: [`${given} is the namespace of data`],
      })),
      passes: [
        { when: "two namespaces", change: { storage: { data: target(), more: target(other) } } },
        {
          when: "one subsystem, of which another rule tells",
          change: { storage: { data: target(), more: target({ mountPath: "/more" }) } },
        },
        {
          when: "an EUI beside it",
          change: { storage: { data: target(), more: target({ ...other, device: { eui: "0123456789abcdef" } }) } },
        },
      ],
    },
    "nvme-of/compute-pods": {
      severity: "warning",
      trips: [
        {
          when: "no Slurm",
          change: { slurm: null, storage: { data: target() } },
          at: ["storage", "data"],
          message: ["nothing mounts data"],
        },
      ],
      passes: [{ when: "Slurm", change: { storage: { data: target() } } }],
    },
  },
  CLUSTER_SAMPLE,
);
