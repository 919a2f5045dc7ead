import type { InstanceType } from "../facts/instance-types";

/** GPUs of a node, as Slurm and Kubernetes name them. */
export interface ResolvedGpus {
  readonly model: string;
  /** Slurm GRES type: `h100`, `b200`, `l40s`. */
  readonly type: string;
  readonly count: number;
  readonly memoryMiB: number;
  /** `gpu:h100:8` */
  readonly gres: string;
}

/** `H100-80GB` → `h100`, `RTX-PRO-6000-96GB` → `rtxpro6000`: short, legal in Slurm, and the same for every memory size. */
export function gresType(model: string): string {
  return model
    .replace(/-\d+GB$/, "")
    .replaceAll("-", "")
    .toLowerCase();
}

/** GPUs of a node of an instance type, with the name of their kind in Slurm; null where it has none. */
export function resolveGpus({ gpu }: Pick<InstanceType, "gpu">): ResolvedGpus | null {
  if (!gpu) return null;
  const type = gresType(gpu.model);
  return { model: gpu.model, type, count: gpu.count, memoryMiB: gpu.memoryMiB, gres: `gpu:${type}:${gpu.count}` };
}
