import type { FailureRate } from "../facts/failure-rates";
import type { SizeProps } from "./estimate";
import { bestInterval, dalyHours, goodput, mtbfHours, spareNodes } from "./interruptions";
import { rateBasis } from "./rate-basis";

/** Share of time in which the spares are enough. */
export const SPARE_SHARE = 0.95;

/** What failures at one rate make of a training. */
export interface FailureRow {
  readonly rate: string;
  readonly mtbfHours: number;
  /** Null: nobody knows how long a checkpoint takes. */
  readonly checkpoints: {
    readonly everyHours: number;
    /** The interval of the highest goodput; `everyHours` is another one where one is given. */
    readonly bestHours: number;
    readonly dalyHours: number;
    readonly goodput: number;
    /** Share of time in which a checkpoint holds it up. */
    readonly stalled: number;
  } | null;
  /** Null: no published rate is of such nodes. */
  readonly spares: number | null;
}

/** @param stallSeconds null: nobody knows how long a checkpoint holds it up */
export function failureRow(
  { pool, nodes, restartMinutes, repairMinutes, everyMinutes, async }: SizeProps,
  { id, perThousandNodeDays }: Pick<FailureRate, "id" | "perThousandNodeDays">,
  stallSeconds: number | null,
  writeSeconds: number | null,
): FailureRow {
  const hours = mtbfHours(nodes, perThousandNodeDays);
  const job = {
    mtbfHours: hours,
    stallHours: (stallSeconds ?? 0) / 3600,
    restartHours: restartMinutes / 60,
  };
  // one is written before the next one begins
  const leastHours = async ? (writeSeconds ?? 0) / 3600 : 0;
  const bestHours = Math.max(bestInterval(job).intervalHours, leastHours);
  const everyHours = everyMinutes === null ? bestHours : everyMinutes / 60;
  return {
    rate: id,
    mtbfHours: hours,
    checkpoints:
      stallSeconds === null
        ? null
        : {
            everyHours,
            bestHours,
            dalyHours: dalyHours(job),
            goodput: goodput(everyHours, job),
            stalled: job.stallHours / (everyHours + job.stallHours),
          },
    spares:
      rateBasis(pool.hardware) === "unknown"
        ? null
        : spareNodes({ nodes, perThousandNodeDays, repairHours: repairMinutes / 60, share: SPARE_SHARE }),
  };
}
