import { FAILURE_RATES, failuresPerDay, SMALL_JOBS, type FailureRate } from "../../../config/facts/failure-rates";
import { SPARE_SHARE } from "../../../config/physics/failure-row";
import { REPAIR_MINUTES, spareNodes } from "../../../config/physics/interruptions";
import { rateBasis } from "../../../config/physics/rate-basis";
import type { ResolvedPool } from "../../../config/pools/pool";

/** Failures that are to be expected at full size. */
export interface ExpectedFailures {
  /** Nodes that are counted: those with as many GPUs as the nodes that were measured. */
  readonly nodes: number;
  /** Failures a day by the lowest and by the highest published rate; null: no rate fits any node. */
  readonly perDay: { readonly low: number; readonly high: number } | null;
  /** Hours between two failures, by the highest and by the lowest rate. */
  readonly hoursBetween: { readonly low: number; readonly high: number } | null;
  /** Nodes of each counted pool that are to be free, so that failures leave as many as jobs use; Poisson. */
  readonly spares: {
    /** Until a node that failed is back, or another one there. */
    readonly repairHours: number;
    /** Share of time in which all others are there. */
    readonly share: number;
    readonly pools: readonly PoolSpares[];
  };
  readonly formula: string;
  readonly rates: readonly FailureRate[];
  /** What the number takes for granted, or leaves out. */
  readonly notes: readonly string[];
}

/** Of the nodes of a pool, at full size, by the lowest and by the highest published rate. */
export interface PoolSpares {
  readonly pool: string;
  readonly nodes: number;
  readonly low: number;
  readonly high: number;
}

const REPAIR_HOURS = REPAIR_MINUTES / 60;

/** Of that many nodes, spares and all: the more are spared the fewer are used. */
function poolSpares({ name, count: { max } }: ResolvedPool): PoolSpares {
  const needed = FAILURE_RATES.map(({ perThousandNodeDays }) =>
    leastSpares(max, (nodes) =>
      spareNodes({ nodes, perThousandNodeDays, repairHours: REPAIR_HOURS, share: SPARE_SHARE }),
    ),
  );
  return { pool: name, nodes: max, low: Math.min(...needed), high: Math.max(...needed) };
}

/** The fewest that are enough for the nodes that are left. */
function leastSpares(all: number, needed: (nodes: number) => number): number {
  let spares = 0;
  while (spares < all && needed(all - spares) > spares) spares += 1;
  return spares;
}

/** How often hardware of an environment is expected to fail, after what is published of large clusters. */
export function expectedFailures(groups: readonly ResolvedPool[]): ExpectedFailures {
  const counted = groups.filter(({ hardware }) => rateBasis(hardware) !== "unknown");
  const nodes = counted.reduce((sum, group) => sum + group.count.max, 0);
  const all = FAILURE_RATES.map((rate) => failuresPerDay(nodes, rate));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return {
    nodes,
    perDay: nodes > 0 ? { low, high } : null,
    hoursBetween: nodes > 0 ? { low: 24 / high, high: 24 / low } : null,
    spares: { repairHours: REPAIR_HOURS, share: SPARE_SHARE, pools: counted.map(poolSpares) },
    formula: "failures a day = nodes × failures in 1000 node-days ÷ 1000",
    rates: FAILURE_RATES,
    notes: notesOn(groups, counted),
  };
}

function notesOn(groups: readonly ResolvedPool[], counted: readonly ResolvedPool[]): string[] {
  const measured = FAILURE_RATES.map(({ gpu }) => gpu).join(" and ");
  const assumed = counted.filter(({ hardware }) => rateBasis(hardware) === "assumed");
  const left = groups.filter((group) => !counted.includes(group));
  return [
    ...(assumed.length
      ? [`The rates were measured on ${measured}: that they hold for ${typesOf(assumed)} is an assumption.`]
      : []),
    ...(left.length ? [`Unknown, and not counted: ${typesOf(left)}. No published rate is of such nodes.`] : []),
    ...(counted.length
      ? [
          `Jobs on few nodes also fail of their software: in RSC-1, jobs on ${SMALL_JOBS.gpus.toLocaleString("en-US")} GPUs ran ${SMALL_JOBS.measuredHours} hours, not the ${SMALL_JOBS.hoursByRate} that the rate of nodes gives.`,
        ]
      : []),
  ];
}

const typesOf = (groups: readonly ResolvedPool[]): string =>
  [...new Set(groups.map(({ machineType }) => machineType))].join(", ");
