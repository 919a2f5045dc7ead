import type { SiteEnvironment } from "../sites/environment";
import type { ResolvedWorkload } from "../workloads/resolve";
import { estimate, type Estimate, type SizeProps } from "./estimate";

/** Within which `railyard size` asks for a checkpoint to be written, s, where nobody says another time. */
export const WITHIN_SECONDS = 60;

/** For which `railyard size` counts what lies in tiers, where nobody says another number. */
export const TIER_MONTHS = 12;

/** A workload as it is written, on its nodes; null: it has no nodes with GPUs. */
export function workloadProps(environment: SiteEnvironment, workload: ResolvedWorkload): SizeProps | null {
  const pool = environment.nodeGroups.find(({ name }) => name === workload.pool);
  if (!pool?.gpus || workload.nodes < 1) return null;
  const { checkpoint } = workload;
  return {
    environment,
    pool,
    nodes: workload.nodes,
    params: workload.params,
    tokens: workload.tokens,
    sequence: workload.sequence,
    batch: workload.batch,
    shape: workload.shape,
    parallel: workload.parallel,
    mfu: workload.mfu ?? null,
    async: checkpoint.async,
    everyMinutes: checkpoint.everyMinutes ?? null,
    stallSeconds: checkpoint.stallSeconds ?? null,
    withinSeconds: WITHIN_SECONDS,
    keep: checkpoint.keep,
    restartMinutes: workload.restartMinutes,
    repairMinutes: workload.repairMinutes,
    dataset: null,
    months: TIER_MONTHS,
    spotEveryHours: null,
    owned: null,
  };
}

const known = new WeakMap<ResolvedWorkload, Estimate | null>();

/** What a workload takes; null: it has no nodes with GPUs. Several rules ask, and a resolved environment is frozen: it is computed once. */
export function workloadEstimate(environment: SiteEnvironment, workload: ResolvedWorkload): Estimate | null {
  const before = known.get(workload);
  if (before !== undefined) return before;
  const props = workloadProps(environment, workload);
  const found = props && estimate(props);
  known.set(workload, found);
  return found;
}
