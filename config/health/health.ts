import type { PodRepairStep } from "../facts/node-repairs";
import { NODE_CHECKS, type CheckReaction } from "../facts/node-checks";
import { isHostCheck, type HostCheckName, type StartupCheck } from "../facts/startup-checks";
import type { ResolvedPool } from "../pools/pool";
import { startupChecksOf } from "../pools/startup-checks";
import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "../slurm/partitions";
import { replacerOf, type Replacer } from "../slurm/repair";

/** A check of a node while it runs. */
export interface HealthCheck extends Pick<StartupCheck, "limitSeconds" | "fault"> {
  readonly name: HostCheckName;
  readonly reaction: "cordon" | "tell";
}

/** What nodes of a pool are asked, and how they are repaired. */
export interface PoolHealthLoop {
  readonly pool: ResolvedPool;
  /** None that is off, or that looks at what the nodes do not have. */
  readonly checks: readonly HealthCheck[];
  readonly cordonsAtOnce: number;
  /** Null: people repair them. */
  readonly repair: {
    readonly steps: readonly PodRepairStep[];
    readonly stepsPerHour: number;
    readonly atOnce: number;
    readonly floorPercent: number;
    readonly replacedBy: Replacer;
  } | null;
}

/** Part of a pool that may be cordoned for faults where config names no number. */
const SHARE = 1 / 4;

/** Pools that no partition of Slurm has. */
export function podPools({ nodeGroups, ...env }: SiteEnvironment): readonly ResolvedPool[] {
  const used = groupNamesInPartitions({ nodeGroups, ...env });
  return nodeGroups.filter(({ name }) => !used.has(name));
}

/** What the nodes of each pool are asked that Slurm has not; empty: config has no `health`, or Slurm has all of them. */
export function healthLoopOf(env: SiteEnvironment): readonly PoolHealthLoop[] {
  const { health } = env;
  if (!health) return [];
  const { steps, stepsPerHour, atOnce, floorPercent, mode } = health.repair;
  return podPools(env).map((pool) => ({
    pool,
    checks: startupChecksOf(pool).flatMap(({ name, limitSeconds, fault }): HealthCheck[] => {
      if (!isHostCheck(name)) return [];
      const reaction = health.checks[name] ?? USUAL[reactionOf(name)];
      return reaction === "off" ? [] : [{ name, limitSeconds, fault, reaction }];
    }),
    cordonsAtOnce: health.cordonsAtOnce ?? Math.max(1, Math.floor(pool.count.max * SHARE)),
    repair: mode === "off" ? null : { steps, stepsPerHour, atOnce, floorPercent, replacedBy: replacerOf(pool) },
  }));
}

const USUAL: Readonly<Record<CheckReaction, "cordon" | "tell">> = { drain: "cordon", tell: "tell" };

const reactionOf = (name: HostCheckName): CheckReaction => NODE_CHECKS.find((check) => check.name === name)!.reaction;
