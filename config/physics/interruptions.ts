/** How a long job fails and starts again. All hours. */
export interface Interruptions {
  /** Mean time between failures of the whole job. */
  readonly mtbfHours: number;
  /** What a checkpoint keeps the job from going on. */
  readonly stallHours: number;
  /** From a failure to the first new step: detection, nodes, start, reading. */
  readonly restartHours: number;
}

const HOURS_PER_DAY = 24;

/** Hours between failures of a job on so many nodes. @param perThousandNodeDays failures in a thousand days of one node */
export const mtbfHours = (nodes: number, perThousandNodeDays: number): number =>
  (HOURS_PER_DAY * 1000) / (nodes * perThousandNodeDays);

/**
 * Interval between checkpoints by Young's first-order formula.
 * @see https://doi.org/10.1145/361147.361115
 */
export const youngHours = ({ mtbfHours, stallHours }: Interruptions): number => Math.sqrt(2 * stallHours * mtbfHours);

/**
 * Interval by Daly's higher-order formula, which holds where a checkpoint takes a good part of the time between failures, too.
 * @see https://doi.org/10.1016/j.future.2004.11.016
 */
export function dalyHours({ mtbfHours, stallHours }: Interruptions): number {
  if (stallHours >= 2 * mtbfHours) return mtbfHours;
  const ratio = stallHours / (2 * mtbfHours);
  return Math.sqrt(2 * stallHours * mtbfHours) * (1 + Math.sqrt(ratio) / 3 + ratio / 9) - stallHours;
}

/**
 * Share of time in which the job goes forward, with a checkpoint after each interval of work: failures come at any time, also while
 * a checkpoint is written or the job starts again.
 * @see https://doi.org/10.1016/j.future.2004.11.016
 */
export const goodput = (intervalHours: number, job: Interruptions): number => Math.exp(logGoodput(intervalHours, job));

/** Its logarithm, which is a number also where the goodput itself is too small for one: the search needs to see a slope. */
function logGoodput(intervalHours: number, { mtbfHours, stallHours, restartHours }: Interruptions): number {
  const cycle = (intervalHours + stallHours) / mtbfHours;
  // log(expm1(x)), which is x for a large one
  const lost = cycle > 1 ? cycle + Math.log1p(-Math.exp(-cycle)) : Math.log(Math.expm1(cycle));
  return Math.log(intervalHours / mtbfHours) - restartHours / mtbfHours - lost;
}

/** Golden section: the goodput has one maximum. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The interval of the highest goodput, by search. */
export function bestInterval(job: Interruptions): {
  readonly intervalHours: number;
  readonly goodput: number;
} {
  // on a scale of logarithms: intervals span from seconds to weeks
  let [low, high] = [Math.log(job.mtbfHours * 1e-7), Math.log(job.mtbfHours * 10)];
  const at = (x: number) => logGoodput(Math.exp(x), job);
  for (let step = 0; step < 120; step += 1) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (at(left) < at(right)) low = left;
    else high = right;
  }
  const intervalHours = Math.exp((low + high) / 2);
  return { intervalHours, goodput: goodput(intervalHours, job) };
}

/** Until a node that failed is back, or another one there, where config says nothing of it: a day, which is our own. */
export const REPAIR_MINUTES = 24 * 60;

interface SpareProps {
  readonly nodes: number;
  readonly perThousandNodeDays: number;
  /** Until a node that failed is back, or another one there. */
  readonly repairHours: number;
  /** Share of time in which all nodes that are asked for are there: 0.95. */
  readonly share: number;
}

/** Nodes beside those of the job, so that failures that come while others are mended leave enough of them: Poisson. */
export function spareNodes({ nodes, perThousandNodeDays, repairHours, share }: SpareProps): number {
  const expected = (nodes * perThousandNodeDays * repairHours) / (1000 * HOURS_PER_DAY);
  let term = Math.exp(-expected);
  let sum = term;
  let spares = 0;
  while (sum < share && spares < nodes) {
    spares += 1;
    term *= expected / spares;
    sum += term;
  }
  return spares;
}
