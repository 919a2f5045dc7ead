import {
  baselineMBps,
  capacityStep,
  LUSTRE_CLIENT_GBPS,
  LUSTRE_DEPLOYMENTS,
  type LustreDeployment,
  type LustreDeploymentFacts,
  type LustreSize,
} from "../facts/lustre";
import { itemPrice, type PriceBook } from "../money/price-book";

/** AWS calls 1000 GiB a TiB in its tables; counted is 1024, the careful side. */
const GIB_PER_TIB = 1024;

/**
 * What the servers take from all clients together, MB/s; null: no document says, as of Intelligent-Tiering and scratch-1.
 * @see https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreConfiguration.html PerUnitStorageThroughput is of reads and writes
 */
export function lustreWriteMBps({ deployment, throughput, capacityGiB }: LustreSize): number | null {
  if (capacityGiB === null) return null;
  const { fixedThroughput }: LustreDeploymentFacts = LUSTRE_DEPLOYMENTS[deployment];
  const perTiB = fixedThroughput ? fixedThroughput.write : throughput;
  return perTiB === null ? null : (capacityGiB / GIB_PER_TIB) * perTiB;
}

/** Most that so many clients send, MB/s: far more than most file systems take. */
export const lustreClientsMBps = (nodes: number, efa: boolean): number =>
  (nodes * LUSTRE_CLIENT_GBPS[efa ? "efa" : "tcp"] * 1000) / 8;

/** What all clients together read, MB/s: the disks or the clients, whichever is less. Null: no document says how fast its disks are. */
export function lustreReadMBps(size: LustreSize, nodes: number): number | null {
  const servers = baselineMBps(size);
  return servers === null ? null : Math.min(servers, lustreClientsMBps(nodes, size.efa));
}

export interface LustreGoal {
  /** What it holds, GiB. */
  readonly capacityGiB: number;
  /** What it takes, MB/s. */
  readonly writeMBps: number;
  /** Whether clients reach it over EFA. */
  readonly efa: boolean;
}

export interface LustreOption {
  readonly deployment: LustreDeployment;
  /** MB/s for each TiB. */
  readonly throughput: number;
  /** The smallest size that AWS makes and that meets the goal, GiB. */
  readonly capacityGiB: number;
  readonly writeMBps: number;
  /** Null: the price is unknown. */
  readonly usdPerMonth: number | null;
}

/** Kinds that keep what they hold, and whose throughput is bought by the TiB. */
const KINDS = ["persistent-2-ssd", "persistent-1-ssd", "persistent-1-hdd"] as const;

/** The smallest file system of each tier that meets a goal, the cheapest first; those without a price are last. */
export function lustreOptions(goal: LustreGoal, prices: PriceBook): LustreOption[] {
  const options = KINDS.flatMap((deployment) =>
    LUSTRE_DEPLOYMENTS[deployment].throughputs.flatMap((throughput): LustreOption[] => {
      const step = capacityStep(deployment, throughput, goal.efa);
      if (!step) return [];
      const needed = Math.max(goal.capacityGiB, (goal.writeMBps / throughput) * GIB_PER_TIB);
      const capacityGiB =
        step.firstGiB.find((size) => size >= needed) ?? Math.max(1, Math.ceil(needed / step.stepGiB)) * step.stepGiB;
      const perGB = itemPrice(prices, `fsx-lustre/${deployment}/${throughput}`);
      return [
        {
          deployment,
          throughput,
          capacityGiB,
          writeMBps: (capacityGiB / GIB_PER_TIB) * throughput,
          usdPerMonth: perGB === null ? null : perGB * capacityGiB,
        },
      ];
    }),
  );
  return options.toSorted((one, other) => (one.usdPerMonth ?? Infinity) - (other.usdPerMonth ?? Infinity));
}
