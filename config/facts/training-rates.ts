/** What trainings kept of a GPU's peak where nothing but its own work was in their way. */
export interface AttainedShare {
  /** As instance types and servers name them. */
  readonly models: readonly string[];
  /** Of the dense peak in bf16, with everything that is computed again counted as work. */
  readonly share: number;
  /** What it was set by. */
  readonly of: string;
  readonly source: string;
}

/**
 * One figure for each generation, set by published trainings of 70 thousand million weights and more; all that are known are what the step time is tested
 * against, in `test/config/physics/published-mfu.test.ts`.
 */
export const ATTAINED_SHARES: readonly AttainedShare[] = [
  {
    models: ["A100-40GB", "A100-80GB"],
    // between what a training of 70B on 64 and trainings of 530B on 2,240 kept
    share: 0.65,
    of: "Llama 3 70B with FSDP2 on 64 A100, 51.7 % of MFU, and a GPT of 530B on 2,240 A100, 54.2 %",
    source:
      "https://github.com/pytorch/torchtitan/blob/v0.1.0/docs/performance.md and https://arxiv.org/abs/2205.05198",
  },
  {
    models: ["H100-80GB", "H200-141GB"],
    share: 0.53,
    of: "GPT-3 175B in Megatron-LM on 96 H100, 47 % of MFU",
    source: "https://github.com/NVIDIA/Megatron-LM/blob/d98e8a64dd/README.md",
  },
];

/**
 * What the memory of a GPU carries, TB/s, by data sheet.
 * @see https://www.nvidia.com/en-us/data-center/h100/ and the pages of the others beside it
 */
export const MEMORY_TBPS: Readonly<Record<string, number>> = {
  "A100-40GB": 1.555,
  "A100-80GB": 2.039,
  "H100-80GB": 3.35,
  "H200-141GB": 4.8,
  B200: 8,
  "L40S-48GB": 0.864,
};

/**
 * Share of what GPUs send each other for their data that goes on beside the work: frameworks fetch the next layer while they
 * compute this one. With it, Llama 3.1 8B keeps what was measured from 8 to 128 GPUs.
 * @see https://github.com/pytorch/torchtitan/blob/31a17bf/benchmarks/llama3_h100_202412_torchtitan.md
 */
export const DATA_OVERLAP = 0.8;
