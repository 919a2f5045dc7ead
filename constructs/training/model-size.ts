/** A model that `model.py` knows. */
export interface ModelSize {
  readonly name: "125m" | "1b" | "8b" | "70b";
  /** Weights, thousand million. */
  readonly billions: number;
}

/** Smallest first; a test counts the weights of those in `model.py`. */
export const MODEL_SIZES: readonly ModelSize[] = [
  { name: "125m", billions: 0.162 },
  { name: "1b", billions: 1.498 },
  { name: "8b", billions: 8.03 },
  { name: "70b", billions: 70.554 },
];

/**
 * Bytes of a weight while it is trained by AdamW in mixed precision: two of itself, two of its gradient, twelve of the optimizer.
 * @see https://arxiv.org/abs/1910.02054 section 3.1
 */
export const STATE_BYTES = 16;

/** Share of a GPU's memory that the state may take: activations, buffers of NCCL and what is gathered of a layer need the rest. */
const STATE_SHARE = 0.5;

/**
 * The largest model that GPUs hold.
 * @param sharedBy GPUs that hold the state together: 1 with DDP
 * @param gpuMemoryGiB of one GPU, GiB
 * @returns null: none of them
 */
export function largestModel(sharedBy: number, gpuMemoryGiB: number): ModelSize | null {
  const room = STATE_SHARE * gpuMemoryGiB * 2 ** 30 * sharedBy;
  return MODEL_SIZES.findLast(({ billions }) => billions * 1e9 * STATE_BYTES <= room) ?? null;
}
