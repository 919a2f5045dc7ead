import { VOCABULARY } from "../facts/model-shapes";
import { expertParams, type Transformer } from "./model-shape";
import { STATE_BYTES, type ZeroStage } from "./model-state";

/** How a model lies on GPUs. Tensor, context, pipeline and data multiply to all of them. */
export interface Layout {
  /** GPUs over which each layer is cut. */
  readonly tensor: number;
  /** GPUs over which the tokens of a sequence are cut. */
  readonly context: number;
  /** Stages of layers. */
  readonly pipeline: number;
  /** Parts of the layers of a stage, which take turns: more of them wait less at the begin and end of a step. */
  readonly chunks: number;
  /** Ranks that have the same part of the model and other data. */
  readonly data: number;
  /** Of them those over which experts are laid out. */
  readonly expert: number;
  readonly zero: ZeroStage;
  /** Sequences that one rank computes at one time. */
  readonly micro: number;
  /** How often it does so in one step. */
  readonly accumulation: number;
  /** Whether all of a layer but its input is computed again on the way back. */
  readonly recompute: boolean;
}

/** Tokens of one step. */
export const stepTokens = ({ sequence }: Pick<Transformer, "sequence">, layout: Layout): number =>
  layout.data * layout.accumulation * layout.micro * sequence;

/**
 * Bytes that a layer keeps for the way back, for each token and each unit of its width, with heads of attention that are
 * computed block by block, and what one layer keeps where all of it is computed again: its input.
 * @see https://arxiv.org/abs/2205.05198 section 4, equation 6 and table 2
 */
export const ACTIVATION_BYTES = { kept: 34, input: 2 } as const;

/**
 * Bytes beside them where the scores of attention are kept, which is the case without FlashAttention and selective recomputation.
 * @see https://arxiv.org/abs/2205.05198 equation 1
 */
export const scoreBytes = ({ heads, sequence, hidden }: Pick<Transformer, "heads" | "sequence" | "hidden">): number =>
  (5 * heads * sequence) / hidden;

/** Layers of the first stage, which keeps most: each of its chunks waits for all others. */
export function layersHeld({ layers }: Transformer, { pipeline, chunks, accumulation }: Layout): number {
  const own = Math.ceil(layers / pipeline);
  if (pipeline === 1) return own;
  // one sequence for each stage is on its way, and part of another with chunks
  const inFlight = Math.min(
    accumulation,
    chunks > 1 ? pipeline * (1 + (pipeline - 1) / (pipeline * chunks)) : pipeline,
  );
  return own * inFlight;
}

export interface MemoryParts {
  readonly state: number;
  readonly activations: number;
  /** Layers that ZeRO 3 has gathered, and results of the last layer. */
  readonly buffers: number;
}

/** Bytes on the GPU that holds most. */
export function memoryOfLayout(model: Transformer, layout: Layout): MemoryParts {
  const { tensor, context, pipeline, data, expert, zero, micro, recompute } = layout;
  const parts = expertParams(model);
  const cut = tensor * pipeline;
  const sharers = data * context;
  const state =
    zeroBytes(parts.others / cut, sharers, zero) + zeroBytes(parts.experts / (cut * expert), sharers / expert, zero);
  const tokens = (micro * model.sequence) / context;
  const perLayer = (tokens * model.hidden) / tensor;
  const held = layersHeld(model, layout);
  const activations = recompute
    ? perLayer * (held * ACTIVATION_BYTES.input + ACTIVATION_BYTES.kept)
    : perLayer * held * ACTIVATION_BYTES.kept;
  // this layer and the next one
  const gathered = zero === 3 ? (2 * STATE_BYTES.weights * model.params) / (model.layers * tensor * expert) : 0;
  // a stage has either the first layers, which keep most, or the last ones
  const results = pipeline === 1 ? (4 * tokens * VOCABULARY) / tensor : 0;
  return { state, activations, buffers: gathered + results };
}

function zeroBytes(own: number, ranks: number, zero: ZeroStage): number {
  const { weights, gradients, optimizer } = STATE_BYTES;
  const shared = (bytes: number, from: ZeroStage) => bytes / (zero >= from ? ranks : 1);
  return own * (shared(weights, 3) + shared(gradients, 2) + shared(optimizer, 1));
}

export const allBytes = ({ state, activations, buffers }: MemoryParts): number => state + activations + buffers;
