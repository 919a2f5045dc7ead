/** What multiplying matrices of one shape in bf16 reached on a GPU that nothing is wrong with. */
export interface GemmAnchor {
  /** As instance types and servers name it. */
  readonly models: readonly string[];
  /** Rows, columns and the dimension between. */
  readonly shape: readonly [m: number, n: number, k: number];
  readonly tflops: number;
}

/**
 * Published for one board each, at the shape that was fastest: another shape is slower, so the check takes the same one. The page
 * says that sound boards of one node differ by 5 % and more.
 */
export const GEMM_ANCHORS: readonly GemmAnchor[] = [
  { models: ["A100-40GB", "A100-80GB"], shape: [1024, 10_240, 5120], tflops: 271.2 },
  { models: ["H100-80GB", "H200-141GB"], shape: [2048, 2048, 13_312], tflops: 794.5 },
  { models: ["B200"], shape: [1792, 16_128, 3072], tflops: 1745 },
  { models: ["B300"], shape: [12_288, 18_432, 1024], tflops: 1769 },
  { models: ["GB200"], shape: [4096, 9728, 2048], tflops: 1822 },
];

export const GEMM_SOURCE =
  "https://github.com/stas00/ml-engineering/blob/744d01e/compute/accelerator/README.md#maximum-achievable-matmul-flops-comparison-table";

/** Shape where nobody has published a rate: large enough to fill any GPU. */
export const GEMM_SHAPE = [8192, 8192, 8192] as const;
