import { GPU_DIRECT_RULES } from "../../../config/storage/gpu-direct-rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const weka = { kind: "weka", fileSystem: "default", folder: "railyard", secretName: "weka-api", gpuDirect: true };
const storage = { fast: weka };

/** Servers beside those with cards, whose GPUs are used otherwise. */
const small = (sharing: object, nodeGroups: readonly string[]) => ({
  storage,
  nodeGroups: { small: { labels: { "example.com/servers": "small" }, nodes: 4, server: "dgx-h100", sharing } },
  ...(nodeGroups.length > 0 && { slurm: { partitions: { small: { nodeGroups } } } }),
});
const MIG = { kind: "mig", layout: "all-balanced" };

ruleCases(
  GPU_DIRECT_RULES,
  {
    "storage/gpu-direct-cards": {
      severity: "error",
      trips: [
        {
          when: "GPUs without RDMA cards",
          change: { storage, nodeGroups: { dgx: { fabric: { kind: "none" } } } },
          at: ["storage", "fast", "gpuDirect"],
          message: ["GPUs of dgx read WEKA fast straight", "no RDMA card"],
        },
        {
          when: "a second pool of whole GPUs without cards",
          change: small({ kind: "whole" }, ["small"]),
          at: ["storage", "fast", "gpuDirect"],
          message: ["GPUs of small"],
        },
        {
          when: "cards that pods share, which have no addresses there",
          change: { storage, nodeGroups: { dgx: { fabric: { kind: "infiniband", access: "shared-device" } } } },
          at: ["storage", "fast", "gpuDirect"],
          message: ["access: shared-device"],
        },
      ],
      passes: [
        { when: "cards of their own", change: { storage } },
        { when: "GPUs of virtual machines", change: small({ kind: "passthrough" }, []) },
        { when: "GPUs that no partition has", change: small({ kind: "whole" }, []) },
        { when: "instances of GPUs, which have no fabric", change: small(MIG, ["small"]) },
        {
          when: "mounts that need no list",
          change: {
            storage: { data: { kind: "nfs", server: "files", export: "/data", transport: "rdma", gpuDirect: true } },
            nodeGroups: { dgx: { fabric: { kind: "infiniband", access: "shared-device" } } },
          },
        },
        {
          when: "nobody who asked for it",
          change: {
            storage: { fast: { ...weka, gpuDirect: false } },
            nodeGroups: { dgx: { fabric: { kind: "none" } } },
          },
        },
      ],
    },
    "storage/gpu-direct-shared": {
      severity: "warning",
      trips: [
        {
          when: "instances of GPUs",
          change: small(MIG, ["small"]),
          at: ["storage", "fast", "gpuDirect"],
          message: ["jobs of small share GPUs (mig)", "no RDMA card"],
          fix: ["ignore this rule"],
        },
        {
          when: "pods on whole GPUs that no partition has, without cards",
          change: small({ kind: "whole" }, []),
          at: ["storage", "fast", "gpuDirect"],
          message: ["pods of small have no RDMA card"],
          fix: ["ignore this rule"],
        },
      ],
      passes: [
        { when: "GPUs of virtual machines", change: small({ kind: "passthrough" }, []) },
        { when: "whole GPUs", change: small({ kind: "whole" }, ["small"]) },
      ],
    },
  },
  CLUSTER_SAMPLE,
);
