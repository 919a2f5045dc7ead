import { orList } from "../kernel/nearest";
import { allBytes } from "./layout";
import { layoutCuts, MEMORY_SHARE, stagesDivide, type LayoutGoal, type LayoutSearch } from "./layouts";
import { gib } from "./model-state";

/** Why no layout works, and the nearest that does. */
export interface LayoutProblem {
  readonly kind: "cut" | "batch" | "memory";
  /** Key of `parallel` that is at fault; null: none alone. */
  readonly key: "tensor" | "pipeline" | "context" | "expert" | null;
  readonly message: string;
  readonly fix: string;
}

const KEYS = ["tensor", "pipeline", "context", "expert"] as const;

const whole = (value: number): string => Math.ceil(value).toLocaleString("en-US");

/** What is in the way of all layouts; null: at least one fits. */
export function layoutProblem(goal: LayoutGoal, search: LayoutSearch): LayoutProblem | null {
  if (search.fit > 0) return null;
  if (search.tried > 0) return tooLarge(goal, search);
  const cuts = [...layoutCuts(goal)];
  return cuts.length === 0 ? undivided(goal) : tooFewSequences(goal, Math.min(...cuts.map(({ data }) => data)));
}

function undivided(goal: LayoutGoal): LayoutProblem {
  const { model, machine } = goal;
  const gpus = machine.nodes * machine.gpusPerNode;
  // the one without which the others divide is at fault
  const freed = KEYS.flatMap((key) => {
    const given = goal[key];
    if (given === undefined) return [];
    const values = new Set([...layoutCuts({ ...goal, [key]: undefined })].map((cut) => cut[key]));
    return values.size === 0 ? [] : [{ key, given, values: [...values].toSorted((one, other) => one - other) }];
  });
  const [fault] = freed;
  if (!fault)
    return {
      kind: "cut",
      key: null,
      message: `no layout divides ${whole(gpus)} GPUs, ${model.layers} layers, ${model.heads} heads and sequences of ${whole(model.sequence)} tokens as it is written`,
      fix: "leave numbers of parallel out: what is left out is chosen",
    };
  const { key, given, values } = fault;
  return {
    kind: "cut",
    key,
    message: `${key} ${given} does not divide: ${reason(goal, key, given, gpus)}`,
    fix: `${key}: ${orList(values.map(String))}`,
  };
}

function reason({ model }: LayoutGoal, key: (typeof KEYS)[number], given: number, gpus: number): string {
  if (key === "tensor" && model.heads % given !== 0) return `layers have ${model.heads} heads`;
  if (key === "pipeline" && !stagesDivide(model.layers, given)) return `there are ${model.layers} layers`;
  if (key === "context" && model.sequence % (2 * given) !== 0)
    return `a sequence has ${whole(model.sequence)} tokens, of which each rank has two parts`;
  if (key === "expert" && (model.experts?.count ?? 1) % given !== 0)
    return model.experts ? `there are ${model.experts.count} experts` : "the model has no experts";
  return `there are ${whole(gpus)} GPUs, of which the rest of the layout takes its part`;
}

function tooFewSequences({ model, batch }: LayoutGoal, ranks: number): LayoutProblem {
  return {
    kind: "batch",
    key: null,
    message: `a batch of ${whole(batch)} tokens has ${whole(batch / model.sequence)} sequences of ${whole(model.sequence)}, and ${whole(ranks)} ranks share the data at the least`,
    fix: `a batch of ${whole(ranks * model.sequence)} tokens or more, fewer nodes, or more stages`,
  };
}

function tooLarge({ model, machine }: LayoutGoal, { smallest }: LayoutSearch): LayoutProblem {
  const { layout, memory } = smallest!;
  const limit = gib(MEMORY_SHARE * machine.memoryBytes);
  const written = `tensor ${layout.tensor}, pipeline ${layout.pipeline}, zero ${layout.zero}`;
  return {
    kind: "memory",
    key: null,
    message: `${whole(model.params / 1e9)}B parameters do not fit: the layout that takes least (${written}) has ${whole(gib(allBytes(memory)))} GiB on a GPU, and ${whole(limit)} are free for it`,
    fix: "more nodes, GPUs with more memory, shorter sequences, or a smaller model",
  };
}
