import { SLURM_MOUNTS } from "../facts/slurm-mounts";
import { freeFolder } from "../storage/free-folder";
import { SHORT_FORM } from "../storage/names";
import { folderText } from "../storage/mount-folders";
import type { Rule } from "../kernel/rule";

/** What Slurm's pods mount, and where nothing else may be. */
export const SLURM_MOUNT_RULES: readonly Rule[] = [
  {
    id: "slurm/mount-collision",
    title: "Volumes are mounted beside what Slurm's pods mount, not over it.",
    severity: "error",
    why: "Kubernetes refuses a pod with two mounts at one path: no slurmd and no login pod would start. Above or below one, scripts or scratch space would be hidden, or files emptied with it.",
    source:
      "https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#volumes-1 (mountPath must be unique)",
    *check({ env: { storage, slurm } }) {
      if (!slurm) return;
      for (const { path, name, mount } of storage) {
        const at = folderText(mount.mountPath);
        const taken = Object.values(SLURM_MOUNTS).find(
          (other) => at.startsWith(folderText(other)) || folderText(other).startsWith(at),
        );
        if (taken === undefined) continue;
        yield {
          path: [...path, "mountPath"],
          message: `a mount at ${mount.mountPath} collides with ${taken}, where Slurm's pods have a volume of their own`,
          fix: `write mountPath: "${freeFolder(name, storage, name === SHORT_FORM ? "/fsx" : undefined)}", or another folder of its own`,
        };
      }
    },
  },
];
