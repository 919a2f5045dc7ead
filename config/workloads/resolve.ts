import { amount } from "../kernel/amount";
import type { ResolvedPool } from "../pools/pool";
import type { WorkloadConfig } from "./schema";

/** A training with everything that follows from its keys and from the nodes of the environment. */
export interface ResolvedWorkload extends Omit<WorkloadConfig, "params" | "tokens" | "batch" | "pool" | "nodes"> {
  readonly name: string;
  readonly params: number;
  /** Null: nobody said. */
  readonly tokens: number | null;
  /** Tokens of one step. */
  readonly batch: number;
  /** Name of a pool with GPUs; null: there is none, or none of the name that is written. */
  readonly pool: string | null;
  readonly nodes: number;
}

/** Pools that a training can run on. */
export const poolsWithGpus = (pools: readonly ResolvedPool[]): ResolvedPool[] =>
  pools.filter(({ gpus, count }) => gpus !== null && count.max > 0);

const size = ({ gpus, count }: ResolvedPool): number => gpus!.count * count.max;

/** The pool with most GPUs, the first of equal ones; null: none has any. */
export const largestPool = (pools: readonly ResolvedPool[]): ResolvedPool | null =>
  poolsWithGpus(pools).toSorted((one, other) => size(other) - size(one))[0] ?? null;

/** What follows from the workloads of an environment. Never fails: what cannot be is left for the rules to tell. */
export function resolveWorkloads(
  written: Readonly<Record<string, WorkloadConfig>>,
  pools: readonly ResolvedPool[],
): ResolvedWorkload[] {
  return Object.entries(written).map(([name, { params, tokens, batch, pool: wanted, nodes, ...workload }]) => {
    const pool =
      wanted === undefined ? largestPool(pools) : (poolsWithGpus(pools).find((one) => one.name === wanted) ?? null);
    return {
      ...workload,
      name,
      params: amount(params) ?? 0,
      tokens: tokens === undefined ? null : amount(tokens),
      batch: amount(batch) ?? 0,
      pool: pool?.name ?? null,
      nodes: nodes ?? pool?.count.max ?? 0,
    };
  });
}
