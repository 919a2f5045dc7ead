import { archiveCost, breakEvenDays, type ArchiveStep } from "../../../config/physics/archive";

// S3 Standard and Glacier Instant Retrieval, which charges 90 days
const step: ArchiveStep = { afterDays: 1, from: 0.023, to: 0.004, leastDays: 90 };
const left = (days: number) => (days * step.from) / 30;

test("an archive costs more to use than it saves until its least charge is earned, day by day", () => {
  const days = breakEvenDays(step)!;
  expect(days).toBeCloseTo(1 + (90 * 0.004) / 0.023, 6);
  for (let each = 2; each < 200; each += 1) expect(archiveCost(each, step) <= left(each)).toBe(each >= days);
});

test("one that is not cheaper never pays, and a longer least charge is never sooner earned", () => {
  expect(breakEvenDays({ ...step, to: 0.023 })).toBeNull();
  expect(breakEvenDays({ ...step, leastDays: 180 })!).toBeGreaterThan(breakEvenDays(step)!);
});
