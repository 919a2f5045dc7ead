import { SYSTEM_PODS } from "../facts/system-pods";
import type { ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";
import { isInSlurm } from "../slurm/partitions";
import { DEFINITIONS, podRow, unless, type Component, type Deciding } from "./component";

const NO_POOL = "no node group is scaled by karpenter";

/** Whether Karpenter starts the nodes of a pool. */
const isKarpenters = ({ machines }: Pick<ResolvedPool, "machines">): boolean =>
  machines.kind === "aws" && machines.karpenter !== null;

/** Whether it ends them as well: what is held in a reservation or Capacity Block stays. */
export const isScaled = ({ machines }: Pick<ResolvedPool, "machines">): boolean =>
  isKarpenters({ machines }) &&
  machines.kind === "aws" &&
  (machines.capacity.kind === "on-demand" || machines.capacity.kind === "spot");

const withPools = ({ nodeGroups }: Deciding): true | string => unless(nodeGroups.some(isKarpenters), NO_POOL);

const NO_JOBS = "no partition of Slurm has a pool that karpenter scales";

/** Whether as many nodes of a pool run as Slurm's jobs ask for. */
export function followsJobs(
  { slurm }: Pick<SiteEnvironment, "slurm">,
  pool: Pick<ResolvedPool, "name" | "machines">,
): boolean {
  return isInSlurm(slurm, pool.name) && isScaled(pool);
}

/** What starts nodes and ends them. */
export const SCALING = {
  "karpenter-crd": {
    stack: "crds",
    when: withPools,
    review: {
      ...DEFINITIONS,
      data: "every NodePool is deleted, and with each all of its nodes and the jobs on them",
    },
  },
  karpenter: {
    stack: "platform",
    when: withPools,
    pods: () => [podRow("karpenter", 2, SYSTEM_PODS.karpenter)],
    crdsElsewhere: true,
    review: {
      gone: "nobody starts, ends or replaces nodes of its pools any more: those that run go on, and are paid",
      changed: "it restarts; no node starts or ends for a minute, and a new version may replace idle nodes",
    },
  },
  // in the stack of the objects that it looks after: they have finalizers of it, and go before it
  keda: {
    stack: "slurm",
    when: (env) =>
      unless(
        env.nodeGroups.some((pool) => followsJobs(env, pool)),
        NO_JOBS,
      ),
    pods: () => [
      podRow("keda-operator", 1, SYSTEM_PODS.kedaOperator),
      podRow("keda-metrics-server", 1, SYSTEM_PODS.kedaMetricsServer),
    ],
    review: {
      gone: "pools of Slurm no longer follow its jobs: nodes that run go on, and are paid, and jobs that need more wait",
      changed: "it restarts: for a minute no node starts for a job, and none ends",
    },
  },
} as const satisfies Readonly<Record<string, Component>>;
