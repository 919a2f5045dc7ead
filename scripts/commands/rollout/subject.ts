import { didYouMean } from "../../../config/kernel/nearest";
import type { ResolvedPool } from "../../../config/pools/pool";
import { isOnAws } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { partitionsOf } from "../../../config/slurm/partitions";
import { replacerOf, type Replacer } from "../../../config/slurm/repair";
import { UsageError } from "../../lib/errors/usage";
import type { WatchedNodes } from "../../lib/slurm/pool-nodes";
import type { RolloutLimits, RolloutShare, RolloutWay } from "../../lib/slurm/rollout-state";

/** What is rolled out, and within which bounds. */
export interface RolloutSubject {
  readonly pool: ResolvedPool;
  readonly way: RolloutWay;
  readonly replacedBy: Replacer;
  /** The node group in EKS; null where no Auto Scaling group replaces nodes. */
  readonly managedGroup: string | null;
  readonly limits: RolloutLimits;
  readonly shares: readonly RolloutShare[];
  /** Pools of all its partitions. */
  readonly watched: readonly WatchedNodes[];
}

/** @throws UsageError where the environment has no such pool, or it cannot be made anew in this way */
export function rolloutSubject(env: SiteEnvironment, name: string, by: RolloutWay | undefined): RolloutSubject {
  const pool = env.nodeGroups.find((one) => one.name === name);
  if (!pool) {
    const names = env.nodeGroups.map((one) => one.name);
    const meant = didYouMean(name, names);
    throw new UsageError(`${env.name} has no pool "${name}": it has ${names.join(", ")}${meant ? `; ${meant}` : ""}`);
  }
  const partitions = partitionsOf(env).filter(([, { nodeGroups }]) => nodeGroups.includes(name));
  if (!env.slurm || partitions.length === 0)
    throw new UsageError(
      `no partition of Slurm has ${name}: there are no jobs of Slurm to wait for, and kubectl drain does it`,
    );
  const replacedBy = replacerOf(pool);
  const way = by ?? (replacedBy === "list" ? "reboot" : "replace");
  if (way === "replace" && replacedBy === "list")
    throw new UsageError(
      `--by replace: nobody replaces servers of ${name} but people; restart and reboot are possible`,
    );
  const pools = new Set(partitions.flatMap(([, { nodeGroups }]) => nodeGroups));
  const { floorPercent, failuresInRow } = env.slurm.rollout;
  return {
    pool,
    way,
    replacedBy,
    managedGroup: replacedBy === "group" && isOnAws(env) ? env.names.resource(name) : null,
    limits: {
      floorPercent,
      failuresInRow,
      comesBack: pool.count.owner !== "autoscaler",
      hasChecks: env.slurm.health !== undefined,
    },
    shares: [
      { title: `pool ${name}`, pools: [name] },
      ...partitions.map(([title, { nodeGroups }]) => ({ title: `partition ${title}`, pools: nodeGroups })),
    ],
    watched: env.nodeGroups
      .filter((one) => pools.has(one.name))
      .map((one) => ({ name: one.name, nodeSelector: one.nodeSelector })),
  };
}
