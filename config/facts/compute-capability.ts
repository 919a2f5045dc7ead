/** Compute capability of GPUs, by the name of their type; one that is not here is unknown. @see https://developer.nvidia.com/cuda-gpus read in 2026-11 */
export const COMPUTE_CAPABILITY: Readonly<Record<string, string>> = {
  a100: "8.0",
  l4: "8.9",
  l40: "8.9",
  l40s: "8.9",
  h100: "9.0",
  h200: "9.0",
  b200: "10.0",
  gb200: "10.0",
  rtxpro6000: "12.0",
};
