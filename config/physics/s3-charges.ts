import { S3_LIMITS, S3_STORAGE_CLASSES, type S3StorageClass, type S3StorageClassFacts } from "../facts/s3";

/** A step of a lifecycle. */
export interface LifecycleStep {
  readonly afterDays: number;
  readonly to: S3StorageClass;
}

/** What a checkpoint is in a bucket. */
export interface StoredShape {
  readonly gib: number;
  readonly objects: number;
  /** Requests that put it there. */
  readonly puts: number;
  /** Requests that read it back once it is there. */
  readonly gets: number;
}

/** When its objects come and go, in days. */
export interface StoredLife {
  readonly bornDay: number;
  /** When they are deleted; null: never. */
  readonly deletedDay: number | null;
  /** Days that the bucket keeps what is deleted, as old versions; they stay in their class. */
  readonly oldVersionDays: number;
}

/** Something that S3 charges: once on a day, or by the month from one day to another. */
export interface Charge {
  /** Its row in the table of prices. */
  readonly item: string;
  readonly fromDay: number;
  /** Null: it comes once. */
  readonly toDay: number | null;
  /** Of what the row prices; where it lasts, in each month. */
  readonly units: number;
}

/** Days of a month here. AWS counts the hours of each month: over a year it is the same but for five days. */
export const DAYS_PER_MONTH = 30;
const KIB_PER_GIB = 2 ** 20;

/** S3 does at midnight what a rule asks for. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html */
export const midnight = (day: number): number => Math.ceil(day - 1e-9);

/**
 * All that S3 charges of one checkpoint from its birth to its last day. Who deletes before the days are over that a class charges
 * at least pays the rest of them then.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-transition-general-considerations.html
 */
export function s3Charges(life: StoredLife, shape: StoredShape, steps: readonly LifecycleStep[]): Charge[] {
  const { bornDay, deletedDay, oldVersionDays } = life;
  const { gib, objects, puts, gets } = shape;
  const goneDay = deletedDay === null ? Infinity : deletedDay + oldVersionDays;
  const once = (item: string, fromDay: number, units: number): Charge => ({ item, fromDay, toDay: null, units });
  const moves =
    kibOf(shape) < S3_LIMITS.defaultMinTransitionKB
      ? []
      : steps
          .map(({ afterDays, to }) => ({ day: midnight(bornDay + afterDays), to }))
          // what is deleted on the same day does not move
          .filter(({ day }) => deletedDay === null || day < deletedDay);
  const stays = [{ day: bornDay, to: "STANDARD" as S3StorageClass }, ...moves];
  const charges = stays.flatMap(({ day, to }, index): Charge[] => {
    const end = stays[index + 1]?.day ?? goneDay;
    const { minDurationDays, minBillableKB }: S3StorageClassFacts = S3_STORAGE_CLASSES[to];
    const paidGib = Math.max(gib, ((minBillableKB ?? 0) * objects) / KIB_PER_GIB);
    return [
      ...(index === 0 ? [] : [once(`s3/${to}/transition`, day, objects / 1000)]),
      ...stored(to, { ...shape, gib: paidGib }, day, end),
      once(`s3/${to}`, end, (paidGib * Math.max(0, minDurationDays - (end - day))) / DAYS_PER_MONTH),
    ];
  });
  return [
    once("s3/STANDARD/put", bornDay, puts / 1000),
    once("s3/STANDARD/get", bornDay, gets / 1000),
    ...charges,
  ].filter(({ units, fromDay, toDay }) => units > 0 && (toDay === null || toDay > fromDay));
}

const kibOf = ({ gib, objects }: StoredShape): number => (gib * KIB_PER_GIB) / objects;

/** What lies in a class from one day to another. */
function stored(to: S3StorageClass, shape: StoredShape, fromDay: number, toDay: number): Charge[] {
  const { gib, objects } = shape;
  const { overheadKB }: S3StorageClassFacts = S3_STORAGE_CLASSES[to];
  if (to === "INTELLIGENT_TIERING") return intelligent(shape, fromDay, toDay);
  const extra = (kb: number) => (kb * objects) / KIB_PER_GIB;
  return [
    { item: `s3/${to}`, fromDay, toDay, units: gib + extra(overheadKB?.here ?? 0) },
    { item: "s3/STANDARD", fromDay, toDay, units: extra(overheadKB?.standard ?? 0) },
  ];
}

/** Nobody reads a checkpoint that lies there: it becomes cheaper by itself. */
function intelligent(shape: StoredShape, fromDay: number, toDay: number): Charge[] {
  const { infrequent, archiveInstant } = S3_LIMITS.intelligentTieringDays;
  const item = "s3/INTELLIGENT_TIERING";
  if (kibOf(shape) < S3_LIMITS.intelligentTieringMinMonitoredKB)
    return [{ item: `${item}/frequent`, fromDay, toDay, units: shape.gib }];
  const [first, second] = [fromDay + infrequent, fromDay + archiveInstant].map((day) => Math.min(day, toDay)) as [
    number,
    number,
  ];
  return [
    { item: `${item}/frequent`, fromDay, toDay: first, units: shape.gib },
    { item: `${item}/infrequent`, fromDay: first, toDay: second, units: shape.gib },
    { item: `${item}/archive-instant`, fromDay: second, toDay, units: shape.gib },
    { item: `${item}/monitoring`, fromDay, toDay, units: shape.objects / 1000 },
  ];
}
