import { driverLabels, wantsOperatorDriver } from "../../../gpu/driver";
import type { ExistingPool } from "../../../pools/existing/resolve";
import { resolveExistingPool } from "../../../pools/existing/resolve";
import { GPU_TAINT } from "../../../pools/pool";
import { groupLabels, pluginLabels, railyardLabels } from "../nodes/labels";
import type { AwsConfig } from "../schema";
import type { HybridPoolConfig } from "./pool-schema";

/** Servers on premises that join the cluster as hybrid nodes. */
export interface HybridPool extends ExistingPool {
  readonly hybrid: {
    readonly os: HybridPoolConfig["os"];
    /** Labels with which its nodes register: those of config, and those by which Railyard finds them. */
    readonly labels: Readonly<Record<string, string>>;
  };
}

/**
 * Nodes are found by Railyard's own labels, with which nodeadm registers them.
 * @param ofEnvironment `gpu.allocation` of the environment, for pools that say nothing of it
 * @param inSlurm whether a partition has its nodes
 */
export function resolveHybridPool(
  name: string,
  { kind: _, os, labels, ...written }: HybridPoolConfig,
  ofEnvironment: Pick<AwsConfig, "gpu" | "nodeGroups">,
  inSlurm = false,
): HybridPool {
  const place = { ownSite: true, hostLustre: false };
  const pool = resolveExistingPool(name, { ...written, labels: groupLabels(name) }, ofEnvironment.gpu, place, inSlurm);
  return {
    ...pool,
    taints: pool.gpus ? [GPU_TAINT, ...pool.taints] : pool.taints,
    hybrid: {
      os,
      labels: {
        ...labels,
        ...(pool.gpus && {
          ...pluginLabels(pool.allocation),
          ...driverLabels(pool.driver, wantsOperatorDriver(ofEnvironment)),
        }),
        ...railyardLabels(name, pool.gpus, pool.fabric),
      },
    },
  };
}

/** Whether nodes of a pool are hybrid nodes. */
export const isHybrid = (pool: object): pool is HybridPool => "hybrid" in pool;

/** Pools of hybrid nodes of an environment. */
export const hybridPools = ({ nodeGroups }: { readonly nodeGroups: readonly object[] }): HybridPool[] =>
  nodeGroups.filter(isHybrid);
