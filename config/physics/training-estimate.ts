import { peakTflops } from "../facts/gpu-peaks";
import { MFU_ANCHORS } from "../facts/training-anchors";
import { trainingHour, type TrainingHour } from "../money/training-hour";
import type { SizeProps } from "./estimate";
import type { FailureRow } from "./failure-row";
import type { LayoutEstimate } from "./layout-estimate";
import { trainingTime } from "./training-time";

/** A training that goes forward in a smaller share of its time takes a hundred times as long: it never ends. */
export const LEAST_GOODPUT = 0.01;

/** Where the MFU comes from where nobody gives one. */
const ESTIMATED = "estimate of the first layout, which published trainings of 70B and more were within 15 % of";

/** Time and money until its last token. */
export interface TrainingEstimate {
  readonly mfu: number | null;
  readonly mfuFrom: string | null;
  /** The rate at which it goes forward in less than {@link LEAST_GOODPUT} of its time; null: it ends at all of them. */
  readonly neverEndsAt: string | null;
  /** With the goodput of the lower rate and of the higher one, days; null: it never ends, or MFU, peak or goodput are unknown. */
  readonly days: readonly [number, number] | null;
  readonly gpuHours: readonly [number, number] | null;
  /** Null: a price is unknown. */
  readonly usd: readonly [number, number] | null;
  /** What an hour of it costs, of which `usd` is made; null: a price is unknown. */
  readonly hour: TrainingHour | null;
  /** For a thousand million tokens, at the lower and at the higher rate; null: as `usd`. */
  readonly usdPerBillionTokens: readonly [number, number] | null;
  /** What a hundredth of the peak more would save of the whole, USD, at the lower rate; null: as `usd`. */
  readonly usdPerPercentOfMfu: number | null;
}

/** Failures of the lowest and of the highest rate are in it. */
export function trainingEstimate(
  { environment, pool, nodes, ...props }: SizeProps & { readonly tokens: number },
  gpus: number,
  failures: readonly FailureRow[],
  { best, model: { activeParams, layers, hidden, sequence } }: LayoutEstimate,
): TrainingEstimate {
  const model = pool.gpus!.model;
  const anchor = MFU_ANCHORS.find(({ models }) => models.includes(model));
  const [layout] = best;
  const mfu = props.mfu ?? layout?.mfu ?? anchor?.mfu ?? null;
  const mfuFrom = props.mfu !== null ? "given" : layout ? ESTIMATED : anchor ? `${anchor.of} (${anchor.source})` : null;
  const peak = peakTflops(model);
  const goodputs = failures.flatMap(({ checkpoints }) => checkpoints?.goodput ?? []);
  const neverEndsAt =
    failures.find(({ checkpoints }) => checkpoints !== null && checkpoints.goodput < LEAST_GOODPUT)?.rate ?? null;
  if (mfu === null || peak === null || goodputs.length === 0 || neverEndsAt !== null)
    return {
      mfu,
      mfuFrom,
      neverEndsAt,
      days: null,
      gpuHours: null,
      usd: null,
      hour: trainingHour(environment, pool, nodes),
      usdPerBillionTokens: null,
      usdPerPercentOfMfu: null,
    };
  // an estimated MFU has the work of attention in it; what people publish and measure mostly has not
  const attention = props.mfu === null && layout ? { attention: { layers, hidden, sequence } } : {};
  const at = (goodput: number) =>
    trainingTime({
      shape: { params: activeParams, ...attention },
      tokens: props.tokens,
      gpus,
      peakTflops: peak,
      mfu,
      goodput,
    });
  const [fast, slow] = [at(Math.max(...goodputs)), at(Math.min(...goodputs))];
  const hour = trainingHour(environment, pool, nodes);
  const usdOf = ({ days }: typeof fast) => days * 24 * ((hour?.nodes ?? 0) + (hour?.rest ?? 0));
  const usd = hour && ([usdOf(fast), usdOf(slow)] as const);
  const billions = props.tokens / 1e9;
  return {
    mfu,
    mfuFrom,
    neverEndsAt,
    days: [fast.days, slow.days],
    gpuHours: [fast.gpuHours, slow.gpuHours],
    usd,
    hour,
    usdPerBillionTokens: usd && [usd[0] / billions, usd[1] / billions],
    usdPerPercentOfMfu: usd && usd[0] * (1 - mfu / (mfu + 0.01)),
  };
}
