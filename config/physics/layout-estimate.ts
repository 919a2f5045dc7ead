import type { ResolvedPool } from "../pools/pool";
import type { ResolvedWorkload } from "../workloads/resolve";
import type { LayoutProblem } from "./layout-problems";
import { shrunk, type RatedLayout, type ShrunkWorld } from "./layouts";
import type { Machine } from "./machine";
import type { Transformer } from "./model-shape";
import type { StepTime } from "./step-time";
import { layoutsOf } from "./workload-layouts";

/** What bounds a step. */
export interface Bound {
  /** Part of the step that takes longest, after its own work. */
  readonly part: keyof StepTime;
  /** Its share of the step. */
  readonly share: number;
  /** Operations for each byte of a layer's widest product of matrices. */
  readonly intensity: number;
  /** Operations for each byte from which on GPUs compute longer than they read; null: unknown. */
  readonly ridge: number | null;
}

/** Layouts of a training, as people and programs read them. */
export interface LayoutEstimate {
  readonly model: Transformer;
  /** Null: see `unknown`. */
  readonly machine: Machine | null;
  /** Why no layout is rated; null: they are. */
  readonly unknown: string | null;
  readonly tried: number;
  readonly fit: number;
  /** The fastest ones, best first. */
  readonly best: readonly RatedLayout[];
  /** Null: nothing fits, or nothing is known. */
  readonly bound: Bound | null;
  readonly problem: LayoutProblem | null;
  /** The first one after nodes are gone. */
  readonly shrunk: readonly ShrunkWorld[];
}

/** So many are told. */
const TOLD = 5;

/** Layouts of a training on nodes of a pool, with what bounds the first. */
export function layoutEstimate(
  workload: Pick<ResolvedWorkload, "params" | "sequence" | "shape" | "batch" | "parallel">,
  pool: ResolvedPool,
  nodes: number,
): LayoutEstimate {
  const found = layoutsOf(workload, pool, nodes);
  const { model } = found;
  if ("unknown" in found)
    return {
      model,
      machine: null,
      unknown: found.unknown,
      tried: 0,
      fit: 0,
      best: [],
      bound: null,
      problem: null,
      shrunk: [],
    };
  const { machine, search, problem } = found;
  const [first] = search.best;
  const lost = [...new Set([1, Math.ceil(nodes / 8), Math.ceil(nodes / 2)])].filter((count) => count < nodes);
  return {
    model,
    machine,
    unknown: null,
    tried: search.tried,
    fit: search.fit,
    best: search.best.slice(0, TOLD),
    bound: first ? boundOf(model, first, machine) : null,
    problem,
    shrunk: first ? lost.map((count) => shrunk(model, first.layout, machine, count)) : [],
  };
}

function boundOf(model: Transformer, { layout, time, stepSeconds }: RatedLayout, { ridge }: Machine): Bound {
  const intensity = productIntensity(
    (layout.micro * model.sequence) / layout.context,
    (4 * model.hidden) / layout.tensor,
    model.hidden,
  );
  const [part, seconds] = Object.entries(time).toSorted(([, one], [, other]) => other - one)[0]! as [
    keyof StepTime,
    number,
  ];
  return { part, share: seconds / stepSeconds, intensity, ridge };
}

/** Operations for each byte of a product of matrices in bf16: two for each multiplication, and every number read or written once. */
export const productIntensity = (rows: number, columns: number, between: number): number =>
  (2 * rows * columns * between) / (2 * (rows * between + between * columns + rows * columns));
