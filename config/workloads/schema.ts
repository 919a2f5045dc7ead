import { REPAIR_MINUTES } from "../physics/interruptions";
import { z } from "zod";
import { amountProblem, MOST_PARAMS, MOST_TOKENS } from "../kernel/amount";
import { key } from "../kernel/key";

/** Which of them are told and counted with: peaks of GPUs and published rates are of bf16 alone. */
export const PRECISIONS = ["bf16"] as const;

const count = (most: string) =>
  z.string().refine((text) => amountProblem(text, most) === null, {
    error: ({ input }) => amountProblem(String(input), most) ?? undefined,
  });
const ranks = z.int().min(1).max(65_536);

const shape = z.strictObject({
  layers: key(z.int().min(1).max(1000), {
    description: "Layers of the transformer.",
    unit: "layers",
    update: "none",
  }),
  hidden: key(z.int().min(64).max(131_072), {
    description: "Width of what one layer hands to the next, for each token.",
    update: "none",
  }),
  heads: key(z.int().min(1).max(1024), {
    description: "Heads of attention of a layer: tensor parallelism shares them out.",
    unit: "heads",
    update: "none",
  }),
  experts: key(z.int().min(2).max(4096).optional(), {
    description: "Experts of a layer in a mixture of experts.",
    unit: "experts",
    defaultNote: "a dense model",
    update: "none",
  }),
  expertsPerToken: key(z.int().min(1).max(256).default(2), {
    description: "Experts that each token meets.",
    unit: "experts",
    update: "none",
    source: "https://arxiv.org/abs/2006.16668",
  }),
  activeParams: key(count(MOST_PARAMS).optional(), {
    description: "Parameters that each token meets in a mixture of experts; time follows from them, memory from all.",
    example: "37B",
    defaultNote: "all parameters",
    update: "none",
  }),
});

const parallel = z.strictObject({
  tensor: key(ranks.optional(), {
    description: "GPUs over which each layer is cut.",
    unit: "GPUs",
    defaultNote: "the layout that is fastest by estimate",
    update: "none",
    source: "https://arxiv.org/abs/1909.08053",
  }),
  pipeline: key(ranks.optional(), {
    description: "Stages over which the layers are laid out.",
    unit: "stages",
    defaultNote: "the layout that is fastest by estimate",
    update: "none",
    source: "https://arxiv.org/abs/2104.04473",
  }),
  context: key(ranks.optional(), {
    description: "GPUs over which the tokens of a sequence are cut.",
    unit: "GPUs",
    defaultNote: "1",
    update: "none",
    source: "https://arxiv.org/abs/2407.21783 section 3.3.2",
  }),
  expert: key(ranks.optional(), {
    description: "GPUs over which the experts of a layer are laid out, among those that share data.",
    unit: "GPUs",
    defaultNote: "1",
    update: "none",
    source: "https://arxiv.org/abs/2006.16668",
  }),
  zero: key(z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).optional(), {
    description:
      "What GPUs of the same part of the model share: 0 nothing, 1 the optimizer, 2 gradients as well, 3 weights as well, as FSDP does.",
    defaultNote: "the layout that is fastest by estimate",
    update: "none",
    source: "https://arxiv.org/abs/1910.02054",
  }),
});

const checkpoint = z.strictObject({
  everyMinutes: key(z.number().positive().max(525_600).optional(), {
    description: "Time between two checkpoints.",
    unit: "minutes",
    defaultNote: "the interval of the highest goodput",
    update: "none",
  }),
  async: key(z.boolean().default(false), {
    description:
      "Whether the training goes on while a checkpoint is written: it then waits only until its state is copied to the memory of the hosts.",
    update: "none",
  }),
  stallSeconds: key(z.number().positive().max(86_400).optional(), {
    description: "How long a checkpoint holds the training up, where somebody has measured it.",
    unit: "seconds",
    defaultNote: "until it is written; with async, until it is copied",
    update: "none",
  }),
  keep: key(z.int().min(1).max(1000).default(3), {
    description: "Checkpoints that the file system is to hold at one time.",
    unit: "checkpoints",
    update: "none",
  }),
});

/** A training that an environment is meant for. It installs nothing: `railyard size`, rules and reviews count with it. */
export const workloadSchema = z.strictObject({
  params: key(count(MOST_PARAMS), {
    description: `Parameters of the model: K, M, B and T are thousands, millions, 10^9 and 10^12; at most ${MOST_PARAMS}.`,
    example: "70B",
    update: "none",
  }),
  tokens: key(count(MOST_TOKENS).optional(), {
    description: `Tokens that it is trained on, at most ${MOST_TOKENS}.`,
    unit: "tokens",
    example: "2T",
    defaultNote: "time and money of the whole training are not told",
    update: "none",
  }),
  pool: key(z.string().optional(), {
    description: "Node group that it runs on.",
    defaultNote: "the one with most GPUs",
    update: "none",
  }),
  nodes: key(z.int().min(1).optional(), {
    description: "How many of its nodes it takes.",
    unit: "nodes",
    defaultNote: "all",
    update: "none",
  }),
  precision: key(z.enum(PRECISIONS).default("bf16"), {
    description: "In which numbers it computes. Peaks of GPUs and published rates are of bf16.",
    update: "none",
  }),
  sequence: key(z.int().min(128).max(10_000_000).default(8192), {
    description: "Tokens of one sequence.",
    unit: "tokens",
    update: "none",
  }),
  batch: key(count(MOST_TOKENS).default("4M"), {
    description:
      "Tokens of one step, over all GPUs; rounded to whole sequences for each of them. 4M is with what Llama 3 405B began.",
    unit: "tokens",
    example: "16M",
    update: "none",
    source: "https://arxiv.org/abs/2407.21783 section 3.4.1",
  }),
  shape: key(shape.optional(), {
    description: "Layers and width of the model, from which its activations and what may be cut follow.",
    defaultNote: "that of the published family member nearest in size, scaled",
    update: "none",
  }),
  parallel: key(parallel.prefault({}), {
    description: "How the model is laid out over GPUs. What is left out is chosen; the other GPUs share the data.",
    update: "none",
  }),
  checkpoint: key(checkpoint.prefault({}), {
    description: "How often it is saved, and how.",
    update: "none",
  }),
  mfu: key(z.number().gt(0).max(1).optional(), {
    description: "Share of the peak of its GPUs that it reaches, where somebody has measured it.",
    defaultNote: "the estimate of the layout; without one, what somebody published for its GPUs",
    update: "none",
  }),
  restartMinutes: key(z.number().positive().max(525_600).default(10), {
    description: "From a failure to the first new step: detection, nodes, start, reading.",
    unit: "minutes",
    update: "none",
  }),
  repairMinutes: key(z.number().positive().max(525_600).default(REPAIR_MINUTES), {
    description: "Until a node that failed is back, or another one there.",
    unit: "minutes",
    update: "none",
  }),
});

/** What is written of a workload, with its defaults. */
export type WorkloadConfig = z.output<typeof workloadSchema>;
