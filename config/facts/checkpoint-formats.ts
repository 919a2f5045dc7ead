/** How a checkpoint lies in files. None of them compresses: the size is that of its tensors. */
export interface CheckpointFormat {
  readonly id: "safetensors" | "dcp" | "torch-save";
  readonly name: string;
  /** What is read where all nodes go on from it: each part once, or all of it by each node. */
  readonly reads: "parts" | "whole";
  /** Whether whoever wrote the file can have code run as it is read. */
  readonly runsCode: "no" | "yes" | "unless weights_only";
  readonly source: string;
}

/** What people write checkpoints in. */
export const CHECKPOINT_FORMATS: readonly CheckpointFormat[] = [
  {
    id: "safetensors",
    name: "safetensors",
    reads: "parts",
    runsCode: "no",
    source: "https://github.com/huggingface/safetensors",
  },
  {
    // tensors are read with weights_only, but its file .metadata with pickle
    id: "dcp",
    name: "torch.distributed.checkpoint",
    reads: "parts",
    runsCode: "yes",
    source:
      "https://github.com/pytorch/pytorch/blob/0140b62d8bab203e4699faeba802b5204fa51d26/torch/distributed/checkpoint/filesystem.py",
  },
  {
    id: "torch-save",
    name: "torch.save, one file",
    reads: "whole",
    runsCode: "unless weights_only",
    source: "https://docs.pytorch.org/docs/stable/generated/torch.load.html",
  },
];
