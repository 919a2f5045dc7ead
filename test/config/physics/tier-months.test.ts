import { S3_STORAGE_CLASSES, type S3StorageClass, type S3StorageClassFacts } from "../../../config/facts/s3";
import { itemPrice, type PriceBook } from "../../../config/money/price-book";
import { tierMonths, type BucketTier, type TierMonths, type TierPlan } from "../../../config/physics/tier-months";

const prices: PriceBook = { region: "us-east-1", own: {} };
/** The simulation goes by quarters of a day. */
const TICK = 0.25;

interface Stored {
  readonly number: number;
  readonly born: number;
  isCurrent: boolean;
  deletedOn: number;
  in: S3StorageClass;
  since: number;
}

/** What S3 would do with each object, tick by tick: it shares nothing with what is tested but the facts. */
function simulated(plan: TierPlan, bucket: BucketTier): { gib: number[]; usd: number[] } {
  const [gib, usd] = [Array.from({ length: plan.months }, () => 0), Array.from({ length: plan.months }, () => 0)];
  const objects: Stored[] = [];
  const { shape, steps } = bucket;
  const price = (item: string) => itemPrice(prices, item)!;
  const perMonth = (of: Stored, now: number): number => {
    const { minBillableKB, overheadKB }: S3StorageClassFacts = S3_STORAGE_CLASSES[of.in];
    const kb = Math.max((shape.gib * 2 ** 20) / shape.objects, minBillableKB ?? 0);
    const age = now - of.since;
    const kind = age < 30 ? "frequent" : age < 90 ? "infrequent" : "archive-instant";
    const perGB = of.in === "INTELLIGENT_TIERING" ? price(`s3/${of.in}/${kind}`) : price(`s3/${of.in}`);
    const each = kb * perGB + (overheadKB ? overheadKB.here * perGB + overheadKB.standard * price("s3/STANDARD") : 0);
    const watched = of.in === "INTELLIGENT_TIERING" ? (shape.objects / 1000) * price(`s3/${of.in}/monitoring`) : 0;
    return (shape.objects * each) / 2 ** 20 + watched;
  };
  let written = 0;
  for (let tick = 0; tick < (plan.months * 30) / TICK; tick += 1) {
    const [now, month] = [tick * TICK, Math.floor((tick * TICK) / 30)];
    const writes = plan.everyDays * bucket.takesEach;
    if (now > 0 && now % writes === 0 && now <= (plan.trainingDays ?? Infinity)) {
      written += 1;
      objects.push({ number: written, born: now, isCurrent: true, deletedOn: Infinity, in: "STANDARD", since: now });
      usd[month]! += (shape.puts * price("s3/STANDARD/put") + shape.gets * price("s3/STANDARD/get")) / 1000;
    }
    if (Number.isInteger(now)) {
      for (const of of objects.filter(({ isCurrent }) => isCurrent)) {
        const isTagged =
          bucket.keepLast !== null &&
          written - of.number >= bucket.keepLast &&
          (bucket.keepEach === null || of.number % bucket.keepEach !== 0);
        if ((isTagged && now - of.born >= 1) || now - of.born >= (bucket.expireAfterDays ?? Infinity)) {
          of.isCurrent = false;
          of.deletedOn = now;
          continue;
        }
        const due = steps.findLast(({ afterDays }) => now - of.born >= afterDays);
        if (due && due.to !== of.in) {
          usd[month]! += (shape.objects / 1000) * price(`s3/${due.to}/transition`);
          of.in = due.to;
          of.since = now;
        }
      }
      for (const of of objects.filter(({ deletedOn }) => now - deletedOn >= bucket.oldVersionDays)) {
        const missing = S3_STORAGE_CLASSES[of.in].minDurationDays - (now - of.since);
        if (missing > 0) usd[month]! += (missing / 30) * shape.gib * price(`s3/${of.in}`);
        objects.splice(objects.indexOf(of), 1);
      }
    }
    for (const of of objects) {
      gib[month]! += (shape.gib * TICK) / 30;
      usd[month]! += (perMonth(of, now) * TICK) / 30;
    }
  }
  return { gib, usd };
}

const shape = { gib: 912, objects: 128, puts: 128 * 3, gets: 128 };
const BUCKET: BucketTier = {
  keepLast: null,
  keepEach: null,
  takesEach: 1,
  steps: [],
  expireAfterDays: null,
  oldVersionDays: 30,
  shape,
};
const PLAN: TierPlan = {
  everyDays: 1.25,
  trainingDays: 200,
  months: 10,
  gib: 912,
  hot: { keepLast: 2, keepEach: null, item: null },
  warm: { keepLast: 24, keepEach: 10, item: "fsx-lustre/persistent-2-ssd/250" },
  cold: BUCKET,
  archive: null,
};
const of = (tiers: readonly TierMonths[], name: string) => tiers.find(({ tier }) => tier === name)!;
const cold = (bucket: Partial<BucketTier>, plan: Partial<TierPlan> = {}) => {
  const whole = { ...PLAN, ...plan, cold: { ...BUCKET, ...bucket } };
  return { ...of(tierMonths(whole, prices), "cold"), whole };
};
const sum = (values: readonly (number | null)[]) => values.reduce<number>((all, value) => all + value!, 0);

const CASES: [string, Partial<BucketTier>, Partial<TierPlan>][] = [
  ["everything stays", {}, {}],
  ["the last ones stay", { keepLast: 7 }, {}],
  ["and each fifth", { keepLast: 7, keepEach: 5 }, { everyDays: 0.5 }],
  ["Intelligent-Tiering at once", { steps: [{ afterDays: 0, to: "INTELLIGENT_TIERING" }], keepLast: 20 }, {}],
  [
    "Standard-IA, which charges 30 days",
    { steps: [{ afterDays: 30, to: "STANDARD_IA" }], keepLast: 30, oldVersionDays: 1 },
    {},
  ],
  [
    "an archive that is left too early",
    { steps: [{ afterDays: 1, to: "GLACIER_IR" }], keepLast: 3, oldVersionDays: 2 },
    {},
  ],
  [
    "down to the deepest class",
    {
      steps: [
        { afterDays: 0, to: "GLACIER_IR" },
        { afterDays: 90, to: "GLACIER" },
        { afterDays: 180, to: "DEEP_ARCHIVE" },
      ],
      expireAfterDays: 220,
    },
    { months: 14 },
  ],
  [
    "an end that comes before a move",
    { steps: [{ afterDays: 60, to: "GLACIER" }], expireAfterDays: 61, keepLast: 9 },
    {},
  ],
  ["nobody says when it ends", { keepLast: 4, keepEach: 3 }, { trainingDays: null, months: 5 }],
  ["milestones alone", { takesEach: 8, steps: [{ afterDays: 1, to: "DEEP_ARCHIVE" }] }, { everyDays: 0.75 }],
  ["checkpoints more often than S3 deletes", { keepLast: 1 }, { everyDays: 0.25, trainingDays: 40, months: 3 }],
];

test.each(CASES)("is what a simulation tick by tick has: %s", (_, bucket, plan) => {
  const found = cold(bucket, plan);
  const by = simulated(found.whole, found.whole.cold);
  for (const [month, usd] of found.usd.entries()) {
    // a checkpoint on the border of two months is told a tick later
    expect(found.gib[month]).toBeCloseTo(by.gib[month]!, 4);
    expect(usd).toBeCloseTo(by.usd[month]!, 4);
  }
  expect(sum(found.usd)).toBeGreaterThan(0);
});

test("who keeps less, for less long or writes less often never has more lying there", () => {
  const usd = (...given: Parameters<typeof cold>) => sum(cold(...given).usd);
  for (let keepLast = 1; keepLast < 60; keepLast += 3)
    expect(usd({ keepLast })).toBeLessThanOrEqual(usd({ keepLast: keepLast + 3 }));
  for (const oldVersionDays of [1, 7, 30])
    expect(usd({ keepLast: 5, oldVersionDays })).toBeLessThan(usd({ keepLast: 5, oldVersionDays: 60 }));
  expect(usd({ keepLast: 5 })).toBeLessThanOrEqual(usd({ keepLast: 5, keepEach: 10 }));
  expect(usd({ expireAfterDays: 50 })).toBeLessThan(usd({ expireAfterDays: 51 }));
  expect(usd({ keepLast: null })).toBeGreaterThan(usd({ keepLast: null }, { everyDays: 2.5 }));
});

test("disks have what is kept, and NVMe is paid with its nodes", () => {
  const tiers = tierMonths(PLAN, prices);
  const [hot, warm] = [of(tiers, "hot"), of(tiers, "warm")];
  expect(hot.gib[3]).toBeCloseTo(2 * 912, 6);
  expect(hot.usd.every((usd) => usd === null)).toBe(true);
  // of 160 checkpoints 24 are the last ones, and each tenth of the others stays
  expect(warm.checkpoints.at(-1)).toBe(24 + 13);
  expect(warm.usd.at(-1)).toBeCloseTo((24 + 13) * 912 * 0.21, 6);
});

/** Numbers whose contents are there when so many were written, by folders that are deleted and released one by one. */
function contents(written: number, keepLast: number | null, keepEach: number | null, keepData: number): number {
  let there: number[] = [];
  for (let now = 1; now <= written; now += 1) {
    there.push(now);
    there = there.filter(
      (number) => keepLast === null || now - number < keepLast || (keepEach !== null && number % keepEach === 0),
    );
  }
  return there.slice(-keepData).length;
}

test.each([
  [24, null, 3],
  [24, 10, 3],
  [null, null, 3],
  [2, 10, 5],
  [2, 10, 1000],
  [3, null, 9],
])("Lustre has the contents that are not released alone: keepLast %p, each %p, keepData %p", (last, each, keepData) => {
  const warm = { keepLast: last, keepEach: each, keepData, item: "fsx-lustre/persistent-2-ssd/250" };
  const found = of(tierMonths({ ...PLAN, warm, trainingDays: null }, prices), "warm");
  for (const [month, count] of found.checkpoints.entries())
    expect(count).toBe(contents((month + 1) * 24, last, each, keepData));
  expect(found.gib.at(-1)).toBeLessThanOrEqual(keepData * 912 + 1e-6);
  expect(found.usd.at(-1)).toBeCloseTo(found.gib.at(-1)! * 0.21, 6);
});

test("a price that is unknown makes the months unknown in which it is needed, and no others", () => {
  const elsewhere: PriceBook = { region: "eu-north-1", own: {} };
  const { usd, gib } = of(tierMonths(PLAN, elsewhere), "cold");
  expect(usd.every((value) => value === null)).toBe(true);
  expect(sum(gib)).toBeGreaterThan(0);
});
