import { peakTflops } from "../config/facts/gpu-peaks";
import type { SiteEnvironment } from "../config/sites/environment";
import type { TrainingGpu } from "../constructs/training/training-jobs";

/** A GPU of a node group that has some, as reference jobs of training see it. @throws Error where it has none */
export function trainingGpu(env: SiteEnvironment, name: string): TrainingGpu {
  const gpus = env.nodeGroups.find((pool) => pool.name === name)?.gpus;
  if (!gpus) throw new Error(`${env.name} has no GPUs in ${name}`);
  return { memoryGiB: gpus.memoryMiB / 1024, peakTflops: peakTflops(gpus.model) };
}
