import { partShare, partUsd } from "../../../config/money/gpu-parts";
import { nodeHourOf } from "../../../config/money/cost-nodes";
import { isNodeGroup, type ResolvedPool } from "../../../config/pools/pool";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";

/** What jobs and pods are priced by. */
export interface UsagePrices {
  /**
   * USD for one GPU in an hour, or for the part of one that the type or the resource is as config cuts GPUs today: its node's by the
   * number of its GPUs. Null: not known, or not the same wherever it may have been.
   */
  readonly gpuHour: (where: Where) => number | null;
  /** USD for a CPU in an hour, on nodes without GPUs; 0 on nodes whose GPUs bear their price. Null as above. */
  readonly cpuHour: (where: Where) => number | null;
}

/** Where something ran, as far as that is known. */
export interface Where {
  /** Pool of its node. @default - unknown, as of nodes that are gone */
  readonly pool?: string | undefined;
  /** Pools that it may have run on. @default - all */
  readonly pools?: readonly string[] | undefined;
  /** Type of its GPUs in Slurm, or of parts of them. @default - any */
  readonly type?: string;
  /** What a pod asked for, as metrics spell it: `nvidia_com_mig_1g_10gb`. @default - whole GPUs */
  readonly resource?: string;
}

/** Prices of today: list prices, or those of config. Of machines that somebody owns nobody has told any. */
export function usagePrices(env: SiteEnvironment): UsagePrices {
  const prices = awsOf(env)?.prices;
  const nodeHour = (pool: ResolvedPool): number | null =>
    prices && isNodeGroup(pool) ? nodeHourOf(pool, prices).usd : null;
  const candidates = ({ pool, pools }: Where): readonly ResolvedPool[] =>
    env.nodeGroups.filter(({ name }) => (pool === undefined ? (pools?.includes(name) ?? true) : name === pool));
  return {
    gpuHour: (where) =>
      same(
        candidates(where).flatMap((pool) => {
          const share = partShare(pool, where);
          return pool.gpus && share !== null ? [partUsd(divided(nodeHour(pool), pool.gpus.count), share)] : [];
        }),
      ),
    cpuHour: (where) =>
      same(candidates(where).map((pool) => (pool.gpus ? 0 : divided(nodeHour(pool), pool.hardware.vcpus)))),
  };
}

const divided = (usd: number | null, by: number): number | null => (usd === null ? null : usd / by);

/** The one price that all of them have. */
const same = (all: readonly (number | null)[]): number | null => (new Set(all).size === 1 ? (all[0] ?? null) : null);
