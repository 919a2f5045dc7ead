import { DATASET_RULES } from "../../../config/datasets/rules";
import { ruleCases } from "../../helpers/rule-cases";

const bucket = { kind: "bucket", name: "lab", prefix: "imagenet/" };
const one = (more: object = {}) => ({ datasets: { imagenet: { place: bucket, ...more } } });
const on = (volume: string, more: object = {}) => ({
  datasets: { imagenet: { place: { kind: "volume", volume, path: "/data" }, ...more } },
});
const toLustre = { kind: "volume", volume: "lustre", path: "/data" };
const at = (...keys: string[]) => ["datasets", "imagenet", ...keys];

ruleCases(DATASET_RULES, {
  "datasets/volume-exists": {
    severity: "error",
    trips: [
      { change: on("lustr"), at: at("place", "volume"), message: ['no volume "lustr"'], fix: ["did you mean lustre?"] },
      {
        change: one({ copyTo: { ...toLustre, volume: "scratch" } }),
        at: at("copyTo", "volume"),
        message: ['no volume "scratch"'],
      },
      {
        when: "a volume that is read alone",
        change: {
          storage: { nas: { kind: "nfs", server: "10.20.0.9", export: "/data", readOnly: true } },
          ...one({ copyTo: { ...toLustre, volume: "nas" } }),
        },
        at: at("copyTo", "volume"),
        message: ["mounted to be read alone"],
      },
    ],
    passes: [{ change: on("lustre") }, { change: one({ copyTo: toLustre }) }],
  },
  "datasets/copy-source": {
    severity: "error",
    trips: [{ change: on("lustre", { copyTo: { kind: "nodes" } }), at: at("copyTo"), fix: ["take copyTo out"] }],
    passes: [{ change: one({ copyTo: { kind: "nodes" } }) }, { change: on("lustre") }],
  },
  "datasets/room": {
    severity: "error",
    trips: [
      {
        change: one({ copyTo: toLustre, sizeGiB: 40_000 }),
        at: at("copyTo"),
        message: ["40,000 GiB", "lustre 38,400"],
      },
      {
        when: "disks of nodes that are smaller",
        change: one({ copyTo: { kind: "nodes" }, sizeGiB: 40_000 }),
        at: at("copyTo"),
        message: ["each node of h100 28,312"],
        fix: ["stream it"],
      },
      {
        when: "disks that nobody uses",
        change: { nodeGroups: { h100: { localStorage: "none" } }, ...one({ copyTo: { kind: "nodes" }, sizeGiB: 1 }) },
        at: at("copyTo"),
        message: ["each node of h100 0"],
      },
    ],
    passes: [
      { change: one({ copyTo: toLustre, sizeGiB: 38_400 }) },
      { change: one({ copyTo: { kind: "nodes" }, sizeGiB: 28_000 }) },
      { when: "a size that nobody says", change: one({ copyTo: toLustre }) },
      { when: "one that is copied nowhere", change: one({ sizeGiB: 40_000 }) },
    ],
  },
  "datasets/shards": {
    severity: "warning",
    trips: [
      { change: one({ format: "webdataset", files: 31 }), at: at("files"), message: ["31 shards", "32 GPUs"] },
      {
        when: "those of a workload",
        change: {
          workloads: { pretrain: { params: "7B", nodes: 2 } },
          ...one({ format: "tfrecord", files: 15 }),
        },
        at: at("files"),
        message: ["2 nodes of h100 have 16 GPUs"],
      },
    ],
    passes: [
      { change: one({ format: "webdataset", files: 32 }) },
      { when: "files that nobody shares out whole", change: one({ format: "parquet", files: 1 }) },
      { when: "a number that nobody says", change: one({ format: "webdataset" }) },
      {
        when: "enough for the workloads",
        change: { workloads: { pretrain: { params: "7B", nodes: 2 } }, ...one({ format: "tfrecord", files: 16 }) },
      },
    ],
  },
});
