import type { Rule } from "../kernel/rule";
import { groupNamesInPartitions } from "../slurm/partitions";
import { groupPath } from "./written-groups";

/** Images that wait on nodes. */
export const PRE_PULL_RULES: readonly Rule[] = [
  {
    id: "nodes/pre-pull-slurm",
    title: "Images of Slurm's jobs are imported for Enroot, not pulled by containerd.",
    severity: "warning",
    why: "Pyxis reads no image of containerd: those that wait on nodes take room, and each job pulls its own again.",
    source: "https://github.com/NVIDIA/enroot/blob/v4.1.2/doc/configuration.md",
    *check({ env }) {
      if (env.slurm?.containers.kind !== "pyxis") return;
      const inSlurm = groupNamesInPartitions(env);
      for (const pool of env.nodeGroups) {
        if (!pool.prePull || !inSlurm.has(pool.name)) continue;
        yield {
          path: groupPath(pool, "prePull"),
          message: `a partition of Slurm has the nodes of ${pool.name}, and its jobs run images by Pyxis`,
          fix: "write the images in slurm.containers.images, by their digests (railyard pin); leave prePull for pods of your own",
        };
      }
    },
  },
  {
    id: "nodes/pre-pull-twice",
    title: "Each image waits once.",
    severity: "error",
    why: "A container for each image keeps it: two of one image do what one does.",
    source: "https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/",
    *check({ env }) {
      for (const pool of env.nodeGroups) {
        const index = (pool.prePull ?? []).findIndex((image, at, all) => all.indexOf(image) !== at);
        if (index < 0) continue;
        yield {
          path: groupPath(pool, "prePull", index),
          message: `${pool.prePull![index]} is there already`,
          fix: "take one of them out",
        };
      }
    },
  },
];
