import { lifeUsd, payingDays, stepCosts, type Moved } from "../../../config/physics/archive";
import type { PriceBook } from "../../../config/money/price-book";

const prices: PriceBook = { region: "us-east-1", own: {} };
const shape = { gib: 1, objects: 1, puts: 0, gets: 0 };
// the least that a bucket keeps of old versions
const moved: Moved = { steps: [{ afterDays: 1, to: "GLACIER_IR" }], shape, oldVersionDays: 1 };

test("an archive costs more to use than it saves until its least charge is earned, day by day", () => {
  const days = payingDays(0, moved, prices)!;
  // of 0.023 a month for all days against a day of it, 90 days of 0.004 and 0.00002 for the request
  expect(days).toBe(Math.ceil(1 + (90 * 0.004 + 30 * 0.00002) / 0.023) - 1);
  for (let each = 2; each < 400; each += 1) expect(stepCosts(each, 0, moved, prices)! <= 0).toBe(each >= days);
});

test("a life costs what its days in each class cost", () => {
  const life = { bornDay: 0, deletedDay: 100, oldVersionDays: 1 };
  expect(lifeUsd(life, { steps: [], shape }, prices)).toBeCloseTo((101 * 0.023) / 30, 9);
  expect(lifeUsd(life, moved, prices)).toBeCloseTo((1 * 0.023 + 100 * 0.004) / 30 + 0.02 / 1000, 9);
});

test("old versions are days that are paid anyway: the longer they stay, the sooner a step pays", () => {
  const of = (oldVersionDays: number) => payingDays(0, { ...moved, oldVersionDays }, prices)!;
  expect([of(1), of(5), of(30)]).toEqual([16, 12, 2]);
});

test("a class that charges longer pays later, small objects never, and what has no price is unknown", () => {
  const deep = (size: Partial<typeof shape>): Moved => ({
    ...moved,
    steps: [
      { afterDays: 0, to: "STANDARD_IA" },
      { afterDays: 1, to: "DEEP_ARCHIVE" },
    ],
    shape: { ...shape, ...size },
  });
  expect(payingDays(1, deep({}), prices)!).toBeGreaterThan(1);
  // a request for each of a thousand million objects of 1 KiB, which do not move at all
  expect(stepCosts(500, 1, deep({ objects: 2 ** 20 }), prices)).toBe(0);
  expect(payingDays(0, moved, { region: "eu-north-1", own: {} })).toBeNull();
});
