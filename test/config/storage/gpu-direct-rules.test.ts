import { GPU_DIRECT_RULES } from "../../../config/storage/gpu-direct-rules";
import { CLUSTER_SAMPLE } from "../../helpers/cluster";
import { ruleCases } from "../../helpers/rule-cases";

const weka = { kind: "weka", fileSystem: "default", folder: "railyard", secretName: "weka-api", gpuDirect: true };
const storage = { fast: weka };

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
          when: "cards that pods share, which have no addresses there",
          change: { storage, nodeGroups: { dgx: { fabric: { kind: "infiniband", access: "shared-device" } } } },
          at: ["storage", "fast", "gpuDirect"],
          message: ["access: shared-device"],
        },
      ],
      passes: [
        { when: "cards of their own", change: { storage } },
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
  },
  CLUSTER_SAMPLE,
);
