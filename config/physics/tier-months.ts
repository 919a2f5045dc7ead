import { itemPrice, type PriceBook } from "../money/price-book";
import { checkpointLives, type CheckpointLife, type Keeping, type Writing } from "./kept-checkpoints";
import { DAYS_PER_MONTH, midnight, s3Charges, type Charge, type LifecycleStep, type StoredShape } from "./s3-charges";

/** A tier on disks: what it does not keep goes at once. */
export interface DiskTier extends Keeping {
  /** Row of the price of a GB and month; null: it is paid with something else. */
  readonly item: string | null;
}

/** A tier in a bucket. */
export interface BucketTier extends Keeping {
  /** Only each so many-th checkpoint comes there. */
  readonly takesEach: number;
  readonly steps: readonly LifecycleStep[];
  readonly expireAfterDays: number | null;
  readonly oldVersionDays: number;
  readonly shape: StoredShape;
}

/** Checkpoints of one training, and what each tier does with them; null: there is no such tier. */
export interface TierPlan extends Writing {
  /** Months that are counted, from the start of the training on. */
  readonly months: number;
  /** Of one checkpoint. */
  readonly gib: number;
  readonly hot: DiskTier | null;
  readonly warm: DiskTier | null;
  readonly cold: BucketTier | null;
  readonly archive: BucketTier | null;
}

export const TIER_NAMES = ["hot", "warm", "cold", "archive"] as const;
export type TierName = (typeof TIER_NAMES)[number];

/** What one row of the table of prices makes of a tier. */
export interface TierItem {
  readonly item: string;
  /** Of what the row prices, by month. */
  readonly units: readonly number[];
  /** Null: its price is unknown. */
  readonly usd: readonly number[] | null;
}

/** A tier, month by month. */
export interface TierMonths {
  readonly tier: TierName;
  /** What lies there, old versions included: the mean of each month, GiB. */
  readonly gib: readonly number[];
  /** Checkpoints whose contents are in it at the end of each month, without those that are deleted and kept as old versions. */
  readonly checkpoints: readonly number[];
  /** Null where a price of that month is unknown, and where it is paid with something else. */
  readonly usd: readonly (number | null)[];
  readonly items: readonly TierItem[];
}

/** What lies in each tier and what it costs, by the month. */
export function tierMonths(plan: TierPlan, prices: PriceBook): TierMonths[] {
  return TIER_NAMES.flatMap((tier): TierMonths[] => {
    if (tier === "hot" || tier === "warm") return plan[tier] ? [onDisks(tier, plan, plan[tier], prices)] : [];
    return plan[tier] ? [inBucket(tier, plan, plan[tier], prices)] : [];
  });
}

function onDisks(tier: TierName, plan: TierPlan, disks: DiskTier, prices: PriceBook): TierMonths {
  const untilDay = plan.months * DAYS_PER_MONTH;
  const lives = checkpointLives(plan, disks, untilDay);
  const stays = lives.map(({ bornDay, supersededDay }): Charge => ({
    item: disks.item ?? "",
    fromDay: bornDay,
    toDay: supersededDay ?? Infinity,
    units: plan.gib,
  }));
  const gib = byMonth(stays, plan.months);
  const items = disks.item === null ? [] : [priced(disks.item, gib, prices)];
  return { tier, gib, checkpoints: countAt(plan.months, stays), usd: sums(items, plan.months), items };
}

function inBucket(tier: TierName, plan: TierPlan, bucket: BucketTier, prices: PriceBook): TierMonths {
  const { months } = plan;
  const writing = { ...plan, everyDays: plan.everyDays * bucket.takesEach };
  const lives = checkpointLives(writing, bucket, months * DAYS_PER_MONTH).map((life) => ({
    bornDay: life.bornDay,
    deletedDay: deletedDay(life, bucket),
    oldVersionDays: bucket.oldVersionDays,
  }));
  const stay = (toDay: (life: (typeof lives)[number]) => number) =>
    lives.map((life): Charge => ({ item: "", fromDay: life.bornDay, toDay: toDay(life), units: bucket.shape.gib }));
  const charges = new Map<string, Charge[]>();
  for (const charge of lives.flatMap((life) => s3Charges(life, bucket.shape, bucket.steps))) {
    const of = charges.get(charge.item);
    if (of) of.push(charge);
    else charges.set(charge.item, [charge]);
  }
  const items = [...charges].map(([item, of]) => priced(item, byMonth(of, months), prices));
  const gone = stay((life) => (life.deletedDay ?? Infinity) + life.oldVersionDays);
  return {
    tier,
    gib: byMonth(gone, months),
    checkpoints: countAt(
      months,
      stay((life) => life.deletedDay ?? Infinity),
    ),
    usd: sums(items, months),
    items,
  };
}

/** S3 deletes what has the tag of the pruner and is a day old, and what is as old as the rule says, whichever comes first. */
function deletedDay({ bornDay, supersededDay }: CheckpointLife, { expireAfterDays }: BucketTier): number | null {
  const day = Math.min(
    supersededDay === null ? Infinity : Math.max(supersededDay, bornDay + 1),
    expireAfterDays === null ? Infinity : bornDay + expireAfterDays,
  );
  return day === Infinity ? null : midnight(day);
}

/** Units of each month: of what lasts its part of the month, of what comes once all in the month of its day. */
function byMonth(charges: readonly Charge[], months: number): number[] {
  const units = Array.from({ length: months }, () => 0);
  for (const { fromDay, toDay, units: of } of charges) {
    const first = Math.floor(fromDay / DAYS_PER_MONTH);
    if (toDay === null) {
      if (first < months) units[first]! += of;
      continue;
    }
    for (let month = first; month < months && month * DAYS_PER_MONTH < toDay; month += 1) {
      const from = Math.max(fromDay, month * DAYS_PER_MONTH);
      units[month]! += (of * (Math.min(toDay, (month + 1) * DAYS_PER_MONTH) - from)) / DAYS_PER_MONTH;
    }
  }
  return units;
}

const countAt = (months: number, stays: readonly Charge[]): number[] =>
  Array.from({ length: months }, (_, month) => {
    const day = (month + 1) * DAYS_PER_MONTH;
    return stays.filter(({ fromDay, toDay }) => fromDay <= day && day < (toDay ?? fromDay)).length;
  });

function priced(item: string, units: readonly number[], prices: PriceBook): TierItem {
  const usd = itemPrice(prices, item);
  return { item, units, usd: usd === null ? null : units.map((of) => of * usd) };
}

/** Null: a price is unknown of something that the month has. */
const sums = (items: readonly TierItem[], months: number): (number | null)[] =>
  Array.from({ length: months }, (_, month) => {
    const of = items.filter(({ units }) => units[month]! > 0);
    return items.length === 0 || of.some(({ usd }) => usd === null)
      ? null
      : of.reduce((all, { usd }) => all + usd![month]!, 0);
  });
