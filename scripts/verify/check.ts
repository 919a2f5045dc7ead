import type { ResolvedPool } from "../../config/pools/pool";
import type { Verdict } from "./verdict";

/** When checks are run: before a node's first job, before a cluster is handed over, and once a week. */
export const SUITES = ["join", "accept", "weekly"] as const;
export type Suite = (typeof SUITES)[number];

/** What one run of a check asks Slurm for: whole nodes, a program on each. */
export interface CheckJob {
  readonly tasksPerNode: number;
  /** Container image in which it runs; null: what the nodes have. */
  readonly image: string | null;
  /** Whether ranks find each other by MPI. */
  readonly mpi: boolean;
  /** Environment variables of the tasks. */
  readonly env: Readonly<Record<string, string>>;
  /** Bash that each task runs; it ends with 0 whatever it finds, as what it prints is judged. */
  readonly script: string;
}

/** A check as it is run on nodes of one pool. */
export interface PlannedCheck {
  readonly job: (nodes: readonly string[]) => CheckJob;
  /** @throws UnreadableOutputError */
  readonly judge: (output: string, nodes: readonly string[]) => Verdict;
}

/** What a check needs to know beside the pool. */
export interface CheckProps {
  /** Image with nccl-tests; null: that of the fabric. */
  readonly image: string | null;
}

/** One thing that is proved of the nodes of a pool. */
export interface Check {
  /** As `--only` takes it. */
  readonly id: string;
  readonly title: string;
  readonly suites: readonly Suite[];
  /**
   * - `node`: each node by itself, many at once.
   * - `pair`: two nodes at a time, every node once or twice; what is slow is named.
   * - `all`: all nodes together that nothing is wrong with.
   */
  readonly group: "node" | "pair" | "all";
  /** Longest time of one run. */
  readonly minutes: number;
  /** How it is run on a pool; a sentence where it does not apply. */
  readonly plan: (pool: ResolvedPool, props: CheckProps) => PlannedCheck | string;
}
