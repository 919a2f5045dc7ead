import { SLURM_MOUNTS } from "../facts/slurm-mounts";
import type { Rule } from "./rule";

/** What Slurm's pods mount, and where nothing else may be. */
export const SLURM_MOUNT_RULES: readonly Rule[] = [
  {
    id: "slurm/mount-collision",
    title: "The file system is mounted beside what Slurm's pods mount, not over it.",
    severity: "error",
    why: "Kubernetes refuses a pod with two mounts at one path: no slurmd and no login pod would start. Above or below one, scripts or scratch space would be hidden, or Lustre emptied with it.",
    source:
      "https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#volumes-1 (mountPath must be unique)",
    *check({ env: { lustre, slurm } }) {
      if (!lustre || !slurm) return;
      const { mountPath } = lustre.config;
      const at = folder(mountPath);
      const taken = Object.values(SLURM_MOUNTS).find(
        (path) => at.startsWith(folder(path)) || folder(path).startsWith(at),
      );
      if (taken === undefined) return;
      yield {
        path: ["lustre", "mountPath"],
        message: `a mount at ${mountPath} collides with ${taken}, where Slurm's pods have a volume of their own`,
        fix: 'write mountPath: "/fsx", or another folder of its own',
      };
    },
  },
];

const folder = (path: string): string => `${path}/`.replace(/\/+/g, "/");
