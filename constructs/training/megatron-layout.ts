import type { ModelSize } from "./model-size";

/** How Megatron divides a model: tensor parallel within a node, pipeline over nodes, and copies of both. */
export interface MegatronLayout {
  readonly tensor: number;
  readonly pipeline: number;
  readonly data: number;
}

/** What Megatron is told of a model; weights as in `model.py`. */
export interface MegatronModel {
  readonly layers: number;
  readonly width: number;
  readonly heads: number;
  readonly keyHeads: number;
  readonly hidden: number;
  readonly sequence: number;
}

export const MEGATRON_MODELS: Readonly<Partial<Record<ModelSize["name"], MegatronModel>>> = {
  "8b": { layers: 32, width: 4096, heads: 32, keyHeads: 8, hidden: 14336, sequence: 8192 },
  "70b": { layers: 80, width: 8192, heads: 64, keyHeads: 8, hidden: 28672, sequence: 8192 },
};

/**
 * Weights and gradients of a process fit into this share of its GPU; the optimizer is shared by all copies
 * (`--use-distributed-optimizer`).
 */
const WEIGHTS_SHARE = 0.4;
/** Bytes of a weight: two of itself, and four of its gradient in fp32. */
const WEIGHT_BYTES = 6;
/** Bytes of a weight in the optimizer: fp32 of itself and of two moments. */
const OPTIMIZER_BYTES = 12;

/**
 * As few parts as the memory allows, since each costs messages: first within the node, then over nodes.
 * @returns null: the model does not fit
 */
export function megatronLayout(
  billions: number,
  model: MegatronModel,
  cluster: { nodes: number; gpus: number; memoryGiB: number },
): MegatronLayout | null {
  const world = cluster.nodes * cluster.gpus;
  for (let pipeline = 1; pipeline <= cluster.nodes; pipeline++) {
    if (cluster.nodes % pipeline !== 0 || model.layers % pipeline !== 0) continue;
    for (let tensor = 1; tensor <= cluster.gpus; tensor *= 2) {
      if (cluster.gpus % tensor !== 0 || model.keyHeads % tensor !== 0) continue;
      // stages of a pipeline are whole nodes
      if (pipeline > 1 && tensor !== Math.min(cluster.gpus, model.keyHeads)) continue;
      const data = world / tensor / pipeline;
      const each = (billions * 1e9) / tensor / pipeline;
      const bytes = each * (WEIGHT_BYTES + OPTIMIZER_BYTES / data);
      if (bytes <= WEIGHTS_SHARE * cluster.memoryGiB * 2 ** 30) return { tensor, pipeline, data };
    }
  }
  return null;
}
