import { itemPrice, type PriceBook } from "../money/price-book";
import {
  DAYS_PER_MONTH,
  midnight,
  s3Charges,
  type LifecycleStep,
  type StoredLife,
  type StoredShape,
} from "./s3-charges";

/** Objects that a lifecycle moves. */
export interface Moved {
  readonly steps: readonly LifecycleStep[];
  readonly shape: StoredShape;
  /** Days that the bucket keeps what is deleted. */
  readonly oldVersionDays: number;
}

/** Longest life that is looked at, days: a step that has not paid by then never does, for what anybody plans. */
const LONGEST_DAYS = 3650;

/** What S3 charges of one checkpoint that is deleted one day, until its old versions are gone, USD; null: a price is unknown. */
export function lifeUsd(
  life: StoredLife & { readonly deletedDay: number },
  { steps, shape }: Pick<Moved, "steps" | "shape">,
  prices: PriceBook,
): number | null {
  let all = 0;
  for (const { item, fromDay, toDay, units } of s3Charges(life, shape, steps)) {
    const usd = itemPrice(prices, item);
    if (usd === null) return null;
    all += usd * units * (toDay === null ? 1 : (toDay - fromDay) / DAYS_PER_MONTH);
  }
  return all;
}

/** What the step at that place costs more than to leave objects where they are before it, USD; less than 0: it saves. Null: a price is unknown. */
export function stepCosts(days: number, index: number, moved: Moved, prices: PriceBook): number | null {
  const life = { bornDay: 0, deletedDay: Math.max(1, midnight(days)), oldVersionDays: moved.oldVersionDays };
  const [with_, without] = [index + 1, index].map((steps) =>
    lifeUsd(life, { ...moved, steps: moved.steps.slice(0, steps) }, prices),
  );
  return with_ == null || without == null ? null : with_ - without;
}

/**
 * Age at which objects must be deleted at the earliest, so that the step costs no more than to leave them where they are before
 * it: under it, the days that the class charges at least and the requests are more than what is saved. Null: it never pays, or a
 * price is unknown.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html
 */
export function payingDays(index: number, moved: Moved, prices: PriceBook): number | null {
  for (let days = LONGEST_DAYS; days > moved.steps[index]!.afterDays; days -= 1) {
    const more = stepCosts(days, index, moved, prices);
    if (more === null) return null;
    if (more > 1e-12) return days === LONGEST_DAYS ? null : days + 1;
  }
  return moved.steps[index]!.afterDays + 1;
}
