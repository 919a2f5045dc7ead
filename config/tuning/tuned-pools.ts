import type { ConfigPath } from "../kernel/issues";
import type { RuleInput } from "../kernel/rule";
import type { ResolvedPool } from "../pools/pool";
import { groupPath } from "../pools/written-groups";
import type { WrittenTuning } from "./schema";
import type { ResolvedTuning } from "./tuning";

/** A pool with a profile, wherever it stands. */
export interface TunedPool {
  readonly pool: ResolvedPool;
  readonly written: WrittenTuning;
  readonly tuning: ResolvedTuning;
  /** Place of a key of the profile in config. */
  at(...keys: readonly (string | number)[]): ConfigPath;
}

/** Pools of an environment that have a profile, on any site. */
export function tunedPools({ config, env }: Pick<RuleInput, "config" | "env">): TunedPool[] {
  return env.nodeGroups.flatMap((pool): TunedPool[] => {
    const group: { readonly tuning?: WrittenTuning } | undefined = config.nodeGroups[pool.name];
    if (!group?.tuning || !pool.tuning) return [];
    const at: TunedPool["at"] = (...keys) => groupPath(pool, "tuning", ...keys);
    return [{ pool, written: group.tuning, tuning: pool.tuning, at }];
  });
}
