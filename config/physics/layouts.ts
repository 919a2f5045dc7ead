import { allBytes, memoryOfLayout, stepTokens, type Layout, type MemoryParts } from "./layout";
import type { Machine } from "./machine";
import type { Transformer } from "./model-shape";
import type { ZeroStage } from "./model-state";
import { mfuOfStep, stepSeconds, stepTime, type StepTime } from "./step-time";

/** What is laid out. Numbers that somebody wrote are kept; the others are tried. */
export interface LayoutGoal {
  readonly model: Transformer;
  readonly machine: Machine;
  /** Tokens of a step. */
  readonly batch: number;
  readonly tensor?: number | undefined;
  readonly pipeline?: number | undefined;
  readonly context?: number | undefined;
  readonly expert?: number | undefined;
  readonly zero?: ZeroStage | undefined;
}

export interface RatedLayout {
  readonly layout: Layout;
  readonly memory: MemoryParts;
  readonly memoryBytes: number;
  readonly time: StepTime;
  readonly stepSeconds: number;
  /** Tokens of a step: the batch, rounded to whole sequences of each rank. */
  readonly tokens: number;
  readonly tokensPerSecond: number;
  readonly mfu: number;
}

/** Share of a GPU's memory for a training; CUDA, NCCL and what lies between pieces have the rest. */
export const MEMORY_SHARE = 0.9;

const MICRO = [1, 2, 4, 8] as const;
const MOST_CHUNKS = 8;

/** Numbers that divide this one, up to a limit. */
export const divisors = (of: number, most = of): number[] =>
  Array.from({ length: Math.min(of, most) }, (_, at) => at + 1).filter((part) => of % part === 0);

/**
 * Whether layers can be laid out over so many stages: they divide, or do so with the first and the last part of the model counted
 * as a layer each, as Llama 3 405B has it.
 * @see https://arxiv.org/abs/2407.21783 section 3.3.2
 */
export const stagesDivide = (layers: number, stages: number): boolean =>
  layers % stages === 0 || (stages > 1 && (layers + 2) % stages === 0);

/** All ways to cut a model, before anything is said of memory. */
export function* layoutCuts({
  model,
  machine,
  ...given
}: LayoutGoal): Generator<Pick<Layout, "tensor" | "context" | "pipeline" | "data" | "expert">> {
  const gpus = machine.nodes * machine.gpusPerNode;
  const tensors =
    given.tensor === undefined
      ? divisors(model.heads, machine.linkedGpus).filter((part) => machine.linkedGpus % part === 0)
      : [given.tensor];
  const pipelines =
    given.pipeline === undefined
      ? Array.from({ length: Math.min(gpus, model.layers) }, (_, at) => at + 1)
      : [given.pipeline];
  for (const tensor of tensors) {
    if (model.heads % tensor !== 0) continue;
    for (const pipeline of pipelines) {
      if (!stagesDivide(model.layers, pipeline) || gpus % (tensor * pipeline) !== 0) continue;
      const left = gpus / (tensor * pipeline);
      // a sequence is cut where somebody says so
      const context = given.context ?? 1;
      if (left % context !== 0 || model.sequence % (2 * context) !== 0) continue;
      const data = left / context;
      const experts = model.experts ? model.experts.count : 1;
      const choices = given.expert === undefined ? divisors(experts) : [given.expert];
      for (const expert of choices)
        if (experts % expert === 0 && data % expert === 0) yield { tensor, context, pipeline, data, expert };
    }
  }
}

/** Every layout that divides, whether or not it fits. */
function* candidates(goal: LayoutGoal): Generator<Layout> {
  const { model, batch } = goal;
  for (const cut of layoutCuts(goal)) {
    const chunks =
      cut.pipeline === 1 ? [1] : divisors(Math.max(1, Math.floor(model.layers / cut.pipeline)), MOST_CHUNKS);
    for (const micro of MICRO) {
      const times = batch / (model.sequence * cut.data * micro);
      // a batch of half as many tokens is another training
      if (times < 0.75) continue;
      const accumulation = Math.max(1, Math.round(times));
      for (const part of chunks) {
        // stages take turns with their chunks in rounds of all stages
        if (part > 1 && accumulation % cut.pipeline !== 0) continue;
        for (const zero of goal.zero === undefined ? ([1, 2, 3] as const) : [goal.zero])
          for (const recompute of [false, true]) yield { ...cut, chunks: part, zero, micro, accumulation, recompute };
      }
    }
  }
}

/** What a layout takes, and how fast it is. */
export function rated(model: Transformer, layout: Layout, machine: Machine): RatedLayout {
  const memory = memoryOfLayout(model, layout);
  const time = stepTime(model, layout, machine);
  const seconds = stepSeconds(time);
  const tokens = stepTokens(model, layout);
  return {
    layout,
    memory,
    memoryBytes: allBytes(memory),
    time,
    stepSeconds: seconds,
    tokens,
    tokensPerSecond: tokens / seconds,
    mfu: mfuOfStep(model, layout, machine),
  };
}

/** What came of looking for layouts. */
export interface LayoutSearch {
  /** How many were tried. */
  readonly tried: number;
  readonly fit: number;
  /** Those that fit, the fastest first: the best of each way to cut the model. */
  readonly best: readonly RatedLayout[];
  /** The one that takes least memory, whether it fits or not; null: none divides. */
  readonly smallest: RatedLayout | null;
}

/** Tries all layouts. */
export function searchLayouts(goal: LayoutGoal): LayoutSearch {
  const { model, machine } = goal;
  const limit = MEMORY_SHARE * machine.memoryBytes;
  const best = new Map<string, RatedLayout>();
  let smallest: Layout | null = null;
  let least = Infinity;
  let [tried, fit] = [0, 0];
  for (const layout of candidates(goal)) {
    tried += 1;
    const bytes = allBytes(memoryOfLayout(model, layout));
    if (bytes < least) [smallest, least] = [layout, bytes];
    if (bytes > limit) continue;
    fit += 1;
    const way = [layout.tensor, layout.context, layout.pipeline, layout.expert].join("×");
    const one = rated(model, layout, machine);
    const other = best.get(way);
    if (!other || one.tokensPerSecond > other.tokensPerSecond) best.set(way, one);
  }
  return {
    tried,
    fit,
    best: [...best.values()].toSorted((one, other) => other.tokensPerSecond - one.tokensPerSecond),
    smallest: smallest && rated(model, smallest, machine),
  };
}

/** A training after nodes are gone: how often ranks compute so that a step has as many tokens. */
export interface ShrunkWorld {
  readonly nodes: number;
  /** Null: so few nodes hold no whole copy of the model. */
  readonly data: number | null;
  readonly accumulation: number | null;
  readonly tokens: number | null;
}

/** The same model on fewer nodes: ranks that share its data go, and the others compute more of each step. */
export function shrunk(model: Transformer, layout: Layout, { nodes, gpusPerNode }: Machine, lost: number): ShrunkWorld {
  const left = nodes - lost;
  const copy = layout.tensor * layout.context * layout.pipeline;
  const most = Math.floor((left * gpusPerNode) / copy);
  const data = most - (most % layout.expert);
  if (data < 1) return { nodes: left, data: null, accumulation: null, tokens: null };
  const sequences = layout.data * layout.accumulation;
  // stages take turns with their chunks in rounds of all stages
  const round = layout.chunks > 1 ? layout.pipeline : 1;
  const accumulation = Math.max(round, Math.round(sequences / data / round) * round);
  return {
    nodes: left,
    data,
    accumulation,
    tokens: stepTokens(model, { ...layout, data, accumulation }),
  };
}
