/** Share of a GPU's peak that a training reached. */
export interface MfuAnchor {
  /** As instance types and servers name it. */
  readonly models: readonly string[];
  readonly mfu: number;
  /** What was trained, on what. */
  readonly of: string;
  readonly source: string;
}

/** Published for 70 thousand million weights and more, in bf16. Others have none, and a training on them only measures. */
export const MFU_ANCHORS: readonly MfuAnchor[] = [
  {
    models: ["A100-80GB"],
    mfu: 0.517,
    of: "Llama 3 70B with FSDP2 and recomputation on 64 GPUs",
    source: "https://github.com/pytorch/torchtitan/blob/v0.1.0/docs/performance.md",
  },
  {
    models: ["H100-80GB", "H200-141GB"],
    // 0.43 and 0.41 at shorter sequences
    mfu: 0.38,
    of: "Llama 3 405B on 16,384 H100 at its longest sequences",
    source: "https://arxiv.org/abs/2407.21783 table 4",
  },
];

/** Tokens a second of a GPU, by one node and by sixteen, of the same job. */
export const SCALING_ANCHOR = {
  one: 5762,
  many: 5605,
  nodes: 16,
  of: "Llama 3.1 8B with FSDP on 8 and on 128 H100",
  source: "https://github.com/pytorch/torchtitan/blob/31a17bf/benchmarks/llama3_h100_202412_torchtitan.md",
} as const;

/** Lowest right share of what one node does, of each node of eight. Below {@link SCALING_ANCHOR}, which has twice as many. */
export const SCALING_FLOOR = 0.9;

/** Share of its time that a long training must go forward. @see https://arxiv.org/abs/2407.21783 section 3.3.4: more than 0.9 on 16,384 GPUs */
export const GOODPUT_FLOOR = 0.9;
