import { NODE_CHECKS, type CheckPlatform, type NodeCheck } from "../facts/node-checks";
import type { ResolvedPool } from "../pools/pool";
import { isHybrid } from "../sites/aws-eks/hybrid/pool";
import type { SiteEnvironment } from "../sites/environment";
import { groupNamesInPartitions } from "./partitions";

/** What the nodes of a pool are asked, and how many of them may be drained for it. */
export interface PoolHealth {
  readonly pool: string;
  /** With what config makes of a finding; none that is off, or that looks at what the nodes do not have. */
  readonly checks: readonly NodeCheck[];
  readonly drainsAtOnce: number;
  readonly drainsPerHour: number;
}

/** Part of a pool that may be drained by checks where config names no number. */
const SHARE = 1 / 4;

/** What each pool of Slurm is asked; null: config has no `slurm.health`. */
export function healthOf(env: SiteEnvironment): readonly PoolHealth[] | null {
  const health = env.slurm?.health;
  if (!health) return null;
  const used = groupNamesInPartitions(env);
  return env.nodeGroups
    .filter(({ name }) => used.has(name))
    .map((pool) => {
      const drainsAtOnce = health.drainsAtOnce ?? Math.max(1, Math.floor(pool.count.max * SHARE));
      const checks = NODE_CHECKS.flatMap((check): NodeCheck[] => {
        const reaction = health.checks[check.name] ?? check.reaction;
        return reaction === "off" || !hasPlatform(check.platform, pool, env) ? [] : [{ ...check, reaction }];
      });
      return { pool: pool.name, checks, drainsAtOnce, drainsPerHour: health.drainsPerHour ?? drainsAtOnce };
    });
}

function hasPlatform(platform: CheckPlatform, pool: ResolvedPool, env: SiteEnvironment): boolean {
  switch (platform) {
    case "any":
      return true;
    case "gpu":
      return pool.gpus !== null;
    case "fabric":
      return pool.fabric.health !== null && pool.fabric.devices > 0;
    case "huge-pages":
      return pool.fabric.hugepagesMiB > 0;
    case "scratch":
      return hasScratch(pool, env);
    case "volume":
      return env.storage.length > 0 && !isHybrid(pool);
  }
}

/** As the pod of slurmd has it. */
const hasScratch = ({ localStorage, machines }: ResolvedPool, { slurm }: SiteEnvironment): boolean =>
  localStorage === "raid0" ||
  localStorage === "raid10" ||
  (machines.kind === "existing" && machines.scratch !== undefined) ||
  slurm?.containers.kind !== "none";
