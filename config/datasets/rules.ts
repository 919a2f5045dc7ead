import { didYouMean, orList } from "../kernel/nearest";
import type { Rule } from "../kernel/rule";
import type { SiteEnvironment } from "../sites/environment";
import { SHARD_FORMATS } from "./schema";
import type { ResolvedDataset } from "./resolve";

const RAILYARD =
  "https://kubernetes.io/docs/concepts/storage/persistent-volumes/; Railyard's own design: datasets name volumes of their environment";

const GIB_OF_GB = 1e9 / 2 ** 30;

const volumeExists: Rule = {
  id: "datasets/volume-exists",
  title: "Volumes that datasets name are there, and those that they are copied to have folders.",
  severity: "error",
  why: "Nothing would be read where no volume is mounted; and a bucket that is mounted nowhere has no folder.",
  source: RAILYARD,
  *check({ env: { datasets, storage } }) {
    const names = storage.map(({ name }) => name);
    for (const { name, place, copyTo } of datasets) {
      const uses = [
        ...(place.kind === "volume" ? [{ key: "place", volume: place.volume, folder: false }] : []),
        ...(copyTo?.kind === "volume" ? [{ key: "copyTo", volume: copyTo.volume, folder: true }] : []),
      ];
      for (const { key, volume, folder } of uses) {
        const found = storage.find((one) => one.name === volume);
        const path = ["datasets", name, key, "volume"];
        if (!found) {
          const message = `there is no volume ${JSON.stringify(volume)}${names.length ? `; there ${names.length === 1 ? "is" : "are"} ${orList(names)}` : ""}`;
          yield { path, message, fix: didYouMean(volume, names) ?? "name a volume of storage" };
        } else if (folder && (found.mount.files || found.mount.readOnly)) {
          yield {
            path,
            message: `${volume} is ${found.mount.files ? "a bucket, and no file system" : "mounted to be read alone"}: nothing can be copied to it`,
            fix: "name a volume with files that jobs may write, or take copyTo out",
          };
        }
      }
    }
  },
};

const copyOfBucket: Rule = {
  id: "datasets/copy-source",
  title: "What is copied near lies in a bucket.",
  severity: "error",
  why: "The job that copies reads a store by its API: it has nothing to do for files on a volume, which nodes read where they are.",
  source: RAILYARD,
  *check({ env: { datasets, storage } }) {
    for (const { name, place, copyTo } of datasets) {
      if (!copyTo || place.kind === "bucket") continue;
      const volume = storage.find((one) => one.name === place.volume);
      // of a volume that is not there the other rule tells
      if (!volume || volume.mount.files) continue;
      yield {
        path: ["datasets", name, "copyTo"],
        message: `${place.path} of ${place.volume} is a folder that nodes read already`,
        fix: "take copyTo out; cp or rsync in the job of a training brings it nearer",
      };
    }
  },
};

/** Where a copy of it goes, and what has room there. */
function rooms({ storage, nodeGroups }: SiteEnvironment, { copyTo }: ResolvedDataset) {
  if (copyTo?.kind === "volume") {
    const capacity = storage.find(({ name }) => name === copyTo.volume)?.capacityGiB;
    return capacity === undefined ? [] : [{ what: copyTo.volume, gib: capacity }];
  }
  if (copyTo?.kind !== "nodes") return [];
  return nodeGroups.flatMap(({ name, gpus, hardware, localStorage }) => {
    if (!gpus || hardware.nvme.totalGB === null) return [];
    // disks of a mirror of stripes hold half
    const share = localStorage === "none" ? 0 : localStorage === "raid10" ? 0.5 : 1;
    return [{ what: `each node of ${name}`, gib: Math.floor(hardware.nvme.totalGB * GIB_OF_GB * share) }];
  });
}

const room: Rule = {
  id: "datasets/room",
  title: "A dataset fits to where it is copied.",
  severity: "error",
  why: "The copy is refused before it begins, and the training starts without its data.",
  source: `${RAILYARD}; https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-store-volumes.html (sizes of disks)`,
  *check({ env }) {
    for (const dataset of env.datasets) {
      const { name, sizeGiB } = dataset;
      if (sizeGiB === null) continue;
      const all = rooms(env, dataset);
      const small = all.filter(({ gib }) => gib < sizeGiB);
      if (all.length === 0 || small.length < all.length) continue;
      yield {
        path: ["datasets", name, "copyTo"],
        message: `it has ${sizeGiB.toLocaleString("en-US")} GiB, and ${small.map(({ what, gib }) => `${what} ${gib.toLocaleString("en-US")}`).join(", ")} at the most`,
        fix: "copy it to a larger volume, or leave copyTo out and stream it from the bucket",
      };
    }
  },
};

const shards: Rule = {
  id: "datasets/shards",
  title: "A dataset has a shard for each GPU of the trainings that read it.",
  severity: "warning",
  why: "Ranks take whole shards: those without one wait for the others, or read what others read.",
  source: "https://github.com/webdataset/webdataset#readme (shards are split by node and worker)",
  *check({ env: { datasets, nodeGroups, workloads } }) {
    const ofWorkloads = workloads.flatMap(({ pool, nodes }) => {
      const group = nodeGroups.find(({ name }) => name === pool);
      return group?.gpus ? [{ what: `${nodes} nodes of ${group.name}`, gpus: nodes * group.gpus.count }] : [];
    });
    const ofGroups = nodeGroups.flatMap(({ name, gpus, count }) =>
      gpus ? [{ what: `${count.max} nodes of ${name}`, gpus: count.max * gpus.count }] : [],
    );
    const [most] = (ofWorkloads.length > 0 ? ofWorkloads : ofGroups).toSorted((a, b) => b.gpus - a.gpus);
    if (!most) return;
    for (const { name, format, files } of datasets) {
      if (files === null || !SHARD_FORMATS.some((one) => one === format) || files >= most.gpus) continue;
      yield {
        path: ["datasets", name, "files"],
        message: `${files} shards, and ${most.what} have ${most.gpus} GPUs`,
        fix: `write it anew in ${most.gpus} shards or more, best a multiple of ${most.gpus}; or leave it for trainings on fewer GPUs and ignore this rule`,
      };
    }
  },
};

/** Where datasets lie, and where they are copied to. */
export const DATASET_RULES: readonly Rule[] = [volumeExists, copyOfBucket, room, shards];
