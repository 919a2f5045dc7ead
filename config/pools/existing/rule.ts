import type { RuleHead, Violation } from "../../kernel/rule";
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
export interface PoolRule extends RuleHead {
  check(input: PoolInput): Iterable<Violation>;
}

/** What an environment on any site says of its cluster. */
interface InCluster {
  readonly cluster: { readonly version: string };
  readonly platform: Pick<PoolInput, "helmValues">;
}

/** A rule over pools, as one over an environment. @param poolsOf its pools of servers that exist */
export const overPools = <Env extends InCluster>(
  rule: PoolRule,
  poolsOf: (env: Env) => readonly ExistingPool[],
): RuleHead & { check(input: { readonly env: Env }): Iterable<Violation> } => ({
  ...rule,
  check: ({ env }) =>
    rule.check({ pools: poolsOf(env), kubernetes: env.cluster.version, helmValues: env.platform.helmValues }),
});
