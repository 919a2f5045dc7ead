import type { ResolvedPool } from "../../../config/pools/pool";
import type { Check, CheckJob, RunnerKind } from "../check";

/** Where jobs of checks run: a runner, or a recording. */
export interface CheckCluster {
  /** Nodes of a pool that nobody uses, and those that are left alone, with the reason. */
  readonly nodes: (pool: ResolvedPool) => Promise<PoolNodes>;
  /**
   * Runs a job to its end on these nodes, whole and alone.
   * @returns what all tasks printed
   * @throws CheckNotRunError
   */
  readonly run: (job: CheckJob, on: { check: Check; pool: ResolvedPool; nodes: readonly string[] }) => Promise<string>;
}

export interface PoolNodes {
  readonly free: readonly string[];
  readonly left: readonly { readonly node: string; readonly why: string }[];
}

/** What runs jobs of checks on one cluster. */
export interface CheckRunner extends CheckCluster {
  readonly kind: RunnerKind;
  /**
   * Ends and removes what this start or an earlier one of the same environment and suite left behind: nobody would hear its
   * results. Nobody else's jobs are touched.
   */
  readonly clear: () => Promise<void>;
}

/** A job did not run to its end. */
export class CheckNotRunError extends Error {
  constructor(
    message: string,
    readonly output: string,
  ) {
    super(message);
    this.name = "CheckNotRunError";
  }
}
