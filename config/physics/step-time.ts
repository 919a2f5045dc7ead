import { KEY_VALUE_HEADS } from "../facts/model-shapes";
import { DATA_OVERLAP } from "../facts/training-rates";
import { stepTokens, type Layout } from "./layout";
import type { Machine } from "./machine";
import { expertParams, type Transformer } from "./model-shape";
import { flopsPerToken } from "./training-time";

/** Where the time of one step goes, s. They follow each other: what goes on beside the work is not in them. */
export interface StepTime {
  readonly compute: number;
  readonly tensor: number;
  readonly context: number;
  readonly expert: number;
  /** Stages that wait for the first and the last sequences. */
  readonly bubble: number;
  /** What stages hand to each other. */
  readonly stages: number;
  readonly data: number;
}

/** Bytes of a number in bf16. */
const BF16 = 2;

/** Passes over a layer: forward, backward twice as long; and forward once more where it is computed again. */
const RECOMPUTED = 4 / 3;

/**
 * Estimate of one step.
 * - compute: operations of model and attention, over what the GPUs attain;
 * - tensor: two all-reduces of a layer's result forward and two backward, two more with recomputation;
 * - context: keys and values gathered forward and backward, and their gradients scattered;
 * - expert: tokens sent to their experts and back, both ways;
 * - bubble: (stages − 1) / (accumulation × chunks) of all these;
 * - data: gradients reduced and weights gathered, as often as ZeRO does it, less what goes on beside the work.
 * @see https://arxiv.org/abs/2104.04473 section 2.2 the bubble
 * @see https://arxiv.org/abs/1909.08053 section 3 the all-reduces
 * @see https://arxiv.org/abs/1910.02054 section 7 what ZeRO sends
 */
export function stepTime(model: Transformer, layout: Layout, machine: Machine): StepTime {
  const { tensor, context, pipeline, chunks, data, expert, micro, accumulation, recompute } = layout;
  const gpus = tensor * context * pipeline * data;
  const shape = {
    params: model.activeParams,
    attention: { layers: model.layers, hidden: model.hidden, sequence: model.sequence },
  };
  const operations = stepTokens(model, layout) * flopsPerToken(shape) * (recompute ? RECOMPUTED : 1);
  const compute = operations / (gpus * machine.peakTflops * 1e12 * machine.attained);

  const layersOfStage = model.layers / pipeline;
  const turns = accumulation * layersOfStage;
  const result = BF16 * micro * (model.sequence / context) * model.hidden;
  const tensorTime = turns * (recompute ? 6 : 4) * 2 * sent(tensor, result, groupRate(machine, tensor, 1));

  const keysAndValues =
    (BF16 * 2 * micro * model.sequence * model.hidden * Math.min(KEY_VALUE_HEADS, model.heads)) /
    (model.heads * tensor);
  const contextTime = turns * (recompute ? 4 : 3) * sent(context, keysAndValues, groupRate(machine, context, tensor));

  const routed = (result * (model.experts?.perToken ?? 0)) / tensor;
  const expertTime =
    turns * (recompute ? 6 : 4) * sent(expert, routed, exchangeRate(machine, expert, tensor * context));

  const work = compute + tensorTime + contextTime + expertTime;
  const bubble = ((pipeline - 1) / (accumulation * chunks)) * work;
  const handed = pipeline === 1 ? 0 : (2 * accumulation * chunks * result) / tensor;
  const stages = handed / (1e9 * ofNode(machine, 1));

  return {
    compute,
    tensor: tensorTime,
    context: contextTime,
    expert: expertTime,
    bubble,
    stages: stages * (1 - DATA_OVERLAP),
    data: exposed(dataTime(model, layout, machine), work),
  };
}

/** Gradients and weights of what one GPU has, over all ranks with the same part. */
function dataTime(model: Transformer, layout: Layout, machine: Machine): number {
  const { tensor, context, pipeline, data, expert, zero, accumulation } = layout;
  // how often all of it goes round: reduced and gathered once, reduced for each part of the batch, or gathered twice as well
  const rounds = { 0: 2, 1: 2, 2: accumulation + 1, 3: 3 * accumulation }[zero];
  const parts = expertParams(model);
  const bytes = (params: number) => (BF16 * params) / (tensor * pipeline);
  const ranks = data * context;
  const others = sent(ranks, bytes(parts.others), groupRate(machine, ranks, tensor));
  const experts = sent(
    ranks / expert,
    bytes(parts.experts / expert),
    groupRate(machine, ranks / expert, tensor * expert),
  );
  return rounds * (others + experts);
}

/** What is left of it after the work that goes on at the same time. */
const exposed = (seconds: number, work: number): number => seconds - Math.min(DATA_OVERLAP * seconds, work);

/** A round through a ring: every rank sends all parts but its own. */
const sent = (ranks: number, bytes: number, GBps: number): number =>
  ranks <= 1 ? 0 : (((ranks - 1) / ranks) * bytes) / (GBps * 1e9);

/** What of a node's cards so many of its GPUs have. */
const ofNode = ({ nodeGBps, linkGBps, gpusPerNode }: Machine, ranks: number): number =>
  nodeGBps === 0 ? linkGBps : Math.min(linkGBps, (nodeGBps * ranks) / gpusPerNode);

/**
 * GB/s of a ring of ranks that stand this far apart. Within NVLink it has all of it; beyond, every node sends for each of its
 * groups at once, and a group has the share of its ranks there.
 */
function groupRate(machine: Machine, ranks: number, apart: number): number {
  if (ranks * apart <= machine.linkedGpus) return machine.linkGBps;
  return ofNode(machine, Math.min(ranks, Math.max(1, Math.floor(machine.linkedGpus / apart))));
}

/** GB/s of a GPU that sends to all others of its group: what leaves the node shares its cards. */
function exchangeRate(machine: Machine, ranks: number, apart: number): number {
  return ranks * apart <= machine.linkedGpus ? machine.linkGBps : ofNode(machine, 1);
}

/** All of it, s. */
export const stepSeconds = (time: StepTime): number =>
  Object.values(time).reduce((sum: number, part: number) => sum + part, 0);

/** Share of the peak that the model's own operations have of a step. */
export function mfuOfStep(model: Transformer, layout: Layout, machine: Machine): number {
  const { tensor, context, pipeline, data } = layout;
  const shape = {
    params: model.activeParams,
    attention: { layers: model.layers, hidden: model.hidden, sequence: model.sequence },
  };
  const operations = stepTokens(model, layout) * flopsPerToken(shape);
  const peak = tensor * context * pipeline * data * machine.peakTflops * 1e12;
  return operations / (peak * stepSeconds(stepTime(model, layout, machine)));
}
