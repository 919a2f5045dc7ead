import type { Violation, Severity } from "../../kernel/rule";
import type { ExistingPool } from "./resolve";

/** What rules of pools look at: servers that are in a cluster already, and the cluster. */
export interface PoolInput {
  readonly pools: readonly ExistingPool[];
  /** Kubernetes minor of the cluster; null: unknown. */
  readonly kubernetes: string | null;
  /** Values of charts that config has, by chart. */
  readonly helmValues: Readonly<Record<string, unknown>>;
}

/** A named rule over pools of servers that exist. Pure. */
export interface PoolRule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly why: string;
  readonly source: string;
  check(input: PoolInput): Iterable<Violation>;
}
