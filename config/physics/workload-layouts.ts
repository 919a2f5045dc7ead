import { amount } from "../kernel/amount";
import type { ResolvedPool } from "../pools/pool";
import type { ResolvedWorkload } from "../workloads/resolve";
import { machineOf, type Machine } from "./machine";
import { layoutProblem, type LayoutProblem } from "./layout-problems";
import { searchLayouts, type LayoutGoal, type LayoutSearch } from "./layouts";
import { shapeLike, type Transformer } from "./model-shape";

/** A model as layouts see it: what is written of its shape, or that of the published model that it is like. */
export function transformerOf({
  params,
  sequence,
  shape,
}: Pick<ResolvedWorkload, "params" | "sequence" | "shape">): Transformer {
  if (!shape) return { ...shapeLike(params), params, activeParams: params, sequence, experts: null };
  const { layers, hidden, heads, experts, expertsPerToken, activeParams } = shape;
  return {
    params,
    activeParams: activeParams === undefined ? params : Math.min(params, amount(activeParams) ?? params),
    layers,
    hidden,
    heads,
    sequence,
    experts: experts === undefined ? null : { count: experts, perToken: Math.min(experts, expertsPerToken) },
    like: null,
  };
}

export type WorkloadLayouts =
  | {
      readonly model: Transformer;
      readonly machine: Machine;
      readonly search: LayoutSearch;
      /** Why none fits; null: one does. */
      readonly problem: LayoutProblem | null;
    }
  | { readonly model: Transformer; readonly unknown: string };

/** Layouts of a workload on nodes of a pool. */
export function layoutsOf(
  workload: Pick<ResolvedWorkload, "params" | "sequence" | "shape" | "batch" | "parallel">,
  pool: ResolvedPool,
  nodes: number,
): WorkloadLayouts {
  const model = transformerOf(workload);
  const facts = machineOf(pool, nodes);
  if ("unknown" in facts) return { model, unknown: facts.unknown };
  const { machine } = facts;
  const goal: LayoutGoal = { model, machine, batch: workload.batch, ...workload.parallel };
  const search = searchLayouts(goal);
  return { model, machine, search, problem: layoutProblem(goal, search) };
}
