import { z } from "zod";
import { key } from "../kernel/key";
import { releasedImageSchema } from "../slurm/container-schema";

/** Images that wait on the nodes of a pool, on any site. */
export const PRE_PULL_OF_POOL = key(z.array(releasedImageSchema).max(20).default([]), {
  description:
    "Images that a daemon pulls onto each node and keeps there, so that pods start at once: on the NVMe disks where they carry containers. Each must have the program sleep. A pod finds it only under the same name, which is that of its mirror where platform.images.mirrors has one. Jobs of Slurm with Pyxis do not read them: slurm.containers.images does that.",
  example: ["nvcr.io/nvidia/pytorch:25.06-py3"],
  update: "in-place",
  updateNote: "New images are pulled on one tenth of the nodes at a time; nothing is drained.",
});
