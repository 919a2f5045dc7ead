import { awsOf } from "../sites/aws-eks/environment";
import { estimate, type Estimate, type SizeProps } from "./estimate";
import { goodput } from "./interruptions";
import { lustreOptions, type LustreOption } from "./lustre";
import { checkpointBytes, gib } from "./model-state";

/** Goodput at one interval between checkpoints. */
export interface IntervalPoint {
  readonly hours: number;
  readonly goodput: number;
}

/** Points of a curve over a scale of logarithms. */
const POINTS = 49;

/** Values from one to the other, at equal ratios. */
const spread = (from: number, to: number, points: number): number[] =>
  Array.from({ length: points }, (_, at) => from * (to / from) ** (at / (points - 1)));

/** Goodput over the interval at each published rate, around the best one; empty: nobody knows the stall. */
export function intervalCurves(
  { restartMinutes }: SizeProps,
  { failures, checkpoint: { stallSeconds } }: Estimate,
): { readonly rate: string; readonly best: IntervalPoint; readonly points: readonly IntervalPoint[] }[] {
  return failures.flatMap(({ rate, mtbfHours, checkpoints }) => {
    if (checkpoints === null || stallSeconds === null) return [];
    const job = { mtbfHours, stallHours: stallSeconds / 3600, restartHours: restartMinutes / 60 };
    const points = spread(checkpoints.everyHours / 30, checkpoints.everyHours * 30, POINTS).map((hours) => ({
      hours,
      goodput: goodput(hours, job),
    }));
    return [{ rate, best: { hours: checkpoints.everyHours, goodput: checkpoints.goodput }, points }];
  });
}

/** The cheapest file system that writes a checkpoint within some time. */
export interface CostPoint extends LustreOption {
  readonly withinSeconds: number;
  readonly usdPerMonth: number;
}

/** What Lustre costs that writes a checkpoint faster and faster; empty outside AWS and where prices are unknown. */
export function storageCurve({ environment, params, keep }: SizeProps): CostPoint[] {
  const aws = awsOf(environment);
  if (!aws) return [];
  return spread(600, 10, 15).flatMap((withinSeconds) => {
    const [cheapest] = lustreOptions(
      {
        capacityGiB: keep * gib(checkpointBytes(params)),
        writeMBps: checkpointBytes(params) / 1e6 / withinSeconds,
        efa: environment.lustre?.size.efa ?? false,
      },
      aws.prices,
    );
    return cheapest?.usdPerMonth == null ? [] : [{ ...cheapest, usdPerMonth: cheapest.usdPerMonth, withinSeconds }];
  });
}

/** The training on so many nodes. */
export interface NodesPoint {
  readonly nodes: number;
  readonly days: number;
  /** Share of a GPU's rate on the number of nodes that has the highest. */
  readonly efficiency: number;
}

/** Time over nodes, with the best layout of each; empty: nothing fits, or time is unknown. */
export function nodesCurve(props: SizeProps): NodesPoint[] {
  const { count } = props.pool;
  const counts = new Set([props.nodes, count.max]);
  for (let nodes = 1; nodes <= count.max; nodes *= 2) counts.add(nodes);
  const found = [...counts]
    .toSorted((one, other) => one - other)
    .flatMap((nodes) => {
      const { training, layouts } = estimate({ ...props, nodes });
      return training?.days && layouts.best[0] ? [{ nodes, days: training.days[1] }] : [];
    });
  const best = Math.min(...found.map(({ nodes, days }) => nodes * days));
  return found.map(({ nodes, days }) => ({ nodes, days, efficiency: best / (nodes * days) }));
}
