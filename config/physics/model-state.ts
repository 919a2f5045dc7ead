/** GiB in bytes. */
const GIB = 2 ** 30;

/**
 * Bytes of each parameter while it is trained with Adam in mixed precision: weights and gradients of two bytes, and in four each
 * the weights once more, momentum and variance.
 * @see https://arxiv.org/abs/1910.02054 section 3.1
 */
export const STATE_BYTES = { weights: 2, gradients: 2, optimizer: 12 } as const;

/** What ranks share of the state: nothing, the optimizer, the gradients as well, or all of it, as FSDP does. */
export type ZeroStage = 0 | 1 | 2 | 3;

export interface Sharding {
  /** Ranks that hold the same part of the model and share its state. */
  readonly data: number;
  /** Ranks over which each layer is cut. @default 1 */
  readonly tensor?: number;
  /** Ranks over which the layers are laid out. @default 1 */
  readonly pipeline?: number;
  readonly zero: ZeroStage;
}

/** Bytes of weights, gradients and optimizer on one GPU. Activations and buffers of the network come on top. */
export function stateBytesPerGpu(params: number, { data, tensor = 1, pipeline = 1, zero }: Sharding): number {
  const own = params / (tensor * pipeline);
  const { weights, gradients, optimizer } = STATE_BYTES;
  return (
    own * (weights / (zero >= 3 ? data : 1) + gradients / (zero >= 2 ? data : 1) + optimizer / (zero >= 1 ? data : 1))
  );
}

/**
 * Bytes of each parameter in a checkpoint: the weights in bf16 and fp32, momentum and variance. Gradients are made anew.
 * @see https://github.com/mlcommons/storage the sizes of its checkpoints of 8B, 70B and 405B
 */
export const CHECKPOINT_BYTES = 14;

/** Bytes of a checkpoint, whole, however many ranks write it. */
export const checkpointBytes = (params: number): number => params * CHECKPOINT_BYTES;

export const gib = (bytes: number): number => bytes / GIB;
