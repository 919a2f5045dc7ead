import type { InstanceType } from "../facts/instance-types";
import type { ResolvedFabric } from "./interfaces";

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

export function resolveGpus({ gpu }: InstanceType): ResolvedGpus | null {
  if (!gpu) return null;
  const type = gresType(gpu.model);
  return { model: gpu.model, type, count: gpu.count, memoryMiB: gpu.memoryMiB, gres: `gpu:${type}:${gpu.count}` };
}

/**
 * Huge pages that a pod with EFA asks for: AWS's NCCL examples request 5120 MiB of 2 MiB pages.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/node-efa.html
 */
export const EFA_HUGEPAGES_MIB = 5120;

/** What a pod that takes a whole node asks for, beside CPU and memory. Fewer EFA devices would be fewer Gbps. */
export function wholeNodeRequests(gpus: ResolvedGpus | null, fabric: ResolvedFabric): Record<string, string> {
  return {
    ...(gpus && { "nvidia.com/gpu": String(gpus.count) }),
    ...(fabric.kind === "efa" && {
      "vpc.amazonaws.com/efa": String(fabric.efaDevices),
      "hugepages-2Mi": `${EFA_HUGEPAGES_MIB}Mi`,
    }),
  };
}
