/** What a GPU computes at the most. */
export interface GpuPeak {
  /** As instance types and servers name it. */
  readonly model: string;
  /** Dense bf16, TFLOP/s: of the two figures in data sheets the one without sparsity, which is half of the other. */
  readonly bf16Tflops: number;
}

/**
 * Peaks by which people count MFU: other models have no figure here, and jobs on them say none.
 * @see https://github.com/pytorch/torchtitan/blob/main/torchtitan/tools/utils.py the same figures, each with its data sheet
 */
export const GPU_PEAKS: readonly GpuPeak[] = [
  { model: "A100-40GB", bf16Tflops: 312 },
  { model: "A100-80GB", bf16Tflops: 312 },
  { model: "H100-80GB", bf16Tflops: 989 },
  { model: "H200-141GB", bf16Tflops: 989 },
  { model: "B200", bf16Tflops: 2250 },
  { model: "L40S-48GB", bf16Tflops: 362 },
];

/** Dense bf16 TFLOP/s of a model; null: unknown. */
export function peakTflops(model: string): number | null {
  return GPU_PEAKS.find((peak) => peak.model === model)?.bf16Tflops ?? null;
}
