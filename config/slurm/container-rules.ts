import type { Rule } from "../kernel/rule";
import { imagesFolderOf } from "./images-folder";

const PATH = ["slurm", "containers"];

/** Containers of jobs. */
export const SLURM_CONTAINER_RULES: readonly Rule[] = [
  {
    id: "slurm/images-volume",
    title: "Imported images lie on a volume that all nodes mount.",
    severity: "error",
    why: "In a pod's own folder they are gone with the job that imported them, and no node sees them.",
    source: "https://github.com/NVIDIA/pyxis/wiki/Usage",
    *check({ env }) {
      const { slurm, storage } = env;
      if (slurm?.containers.kind !== "pyxis" || Object.keys(slurm.containers.images).length === 0) return;
      const found = imagesFolderOf(env);
      if (found && found.volume !== null) return;
      const mounted = storage.map(({ mount }) => mount.mountPath);
      yield {
        path: [...PATH, found ? "imagesFolder" : "images"],
        message: found
          ? `${found.folder} lies on none of the volumes of the environment (${mounted.join(", ") || "there is none"})`
          : "there is no volume to hold the images",
        fix:
          mounted.length > 0
            ? `write imagesFolder: "${mounted[0]}/images"`
            : "add a volume to storage, or take images out",
      };
    },
  },
];
