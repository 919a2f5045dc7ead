import { KUEUE_JOBS } from "../config/facts/kueue";
import { queuedPools, queueQuotas, topologyLevels } from "../config/kueue/resolve";
import { clusterOf } from "../config/sites/kubernetes/environment";
import type { SiteEnvironment } from "../config/sites/environment";
import type { Queues } from "../constructs/platform/kueue/queues";

/** What Kueue holds in queues; null where the environment has none. */
export function queuesOf(env: SiteEnvironment): Queues | null {
  if (!env.kueue) return null;
  const { sharing, jobs, operators, readyMinutes, keepFinishedHours } = env.kueue;
  const quotas = queueQuotas(env);
  return {
    pools: queuedPools(env).map((pool) => ({
      name: pool.name,
      nodeSelector: pool.nodeSelector,
      taints: pool.taints,
      offers: pool.sharing.offers.map(({ resource, perGpu }) => ({ resource, perGpu })),
      levels: topologyLevels(pool, clusterOf(env)?.cluster.layersFrom),
    })),
    teams: Object.entries(env.teams).map(([name, { share }]) => ({
      name,
      share,
      gpus: Object.fromEntries(quotas.get(name) ?? []),
    })),
    sharing,
    frameworks: jobs.map((kind) => KUEUE_JOBS[kind].framework),
    operators,
    readyMinutes,
    keepFinishedHours,
  };
}
