import fc from "fast-check";
import { FAILURE_RATES, LLAMA_3, MEASURED_GPUS_PER_NODE, SMALL_JOBS } from "../../../config/facts/failure-rates";
import {
  bestInterval,
  dalyHours,
  goodput,
  mtbfHours,
  spareNodes,
  youngHours,
} from "../../../config/physics/interruptions";

const [LLAMA, RSC] = FAILURE_RATES;
const nodesOf = (gpus: number) => gpus / MEASURED_GPUS_PER_NODE;

test("hours between failures are those that are published", () => {
  expect(mtbfHours(nodesOf(LLAMA_3.gpus), LLAMA!.perThousandNodeDays)).toBeCloseTo(
    (LLAMA_3.days * 24) / LLAMA_3.interruptions,
    6,
  );
  // arXiv 2410.21680: 1.8 hours on 16,384 GPUs and 0.23 on 131,072
  expect(mtbfHours(nodesOf(16_384), RSC!.perThousandNodeDays)).toBeCloseTo(1.8, 1);
  expect(mtbfHours(nodesOf(131_072), RSC!.perThousandNodeDays)).toBeCloseTo(0.23, 2);
  expect(mtbfHours(nodesOf(SMALL_JOBS.gpus), RSC!.perThousandNodeDays)).toBeCloseTo(SMALL_JOBS.hoursByRate, 1);
});

// computed once by Monte Carlo, 0.01 % apart
test.each([
  [2, 0.93],
  [30, 0.88],
  [122, 0.814],
  [600, 0.669],
])("on 16,384 GPUs a stall of %i s leaves %f of the time", (stallSeconds, share) => {
  const job = { mtbfHours: 3.09, stallHours: stallSeconds / 3600, restartHours: 10 / 60 };
  expect(bestInterval(job).goodput).toBeCloseTo(share, 2);
});

/** The same job, lived through by chance: mulberry32, so that it is the same each time. */
function lived(intervalHours: number, { mtbfHours, stallHours, restartHours }: Parameters<typeof goodput>[1]): number {
  let seed = 20_261_123;
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const untilFailure = () => -mtbfHours * Math.log(1 - random());
  let [wall, work] = [0, 0];
  let left = untilFailure();
  const takes = (hours: number): boolean => {
    if (left >= hours) {
      wall += hours;
      left -= hours;
      return true;
    }
    wall += left;
    left = untilFailure();
    return false;
  };
  const starts = () => {
    while (!takes(restartHours));
  };
  for (let segment = 0; segment < 60_000; segment += 1) {
    while (!takes(intervalHours + stallHours)) starts();
    work += intervalHours;
  }
  return work / wall;
}

test.each([
  [0.3, { mtbfHours: 3.09, stallHours: 122 / 3600, restartHours: 1 / 6 }],
  [2, { mtbfHours: 32, stallHours: 120 / 3600, restartHours: 0.25 }],
  [0.05, { mtbfHours: 0.5, stallHours: 0.02, restartHours: 0.1 }],
])("goodput at %f hours is what chance gives", (interval, job) =>
  expect(Math.abs(goodput(interval, job) - lived(interval, job))).toBeLessThan(0.006),
);

const job = fc.record({
  mtbfHours: fc.double({ min: 0.2, max: 5000, noNaN: true }),
  stallHours: fc.double({ min: 1e-4, max: 0.15, noNaN: true }),
  restartHours: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("the search finds what trying all intervals finds, and Daly's formula comes near", () =>
  fc.assert(
    fc.property(job, (given) => {
      const best = bestInterval(given);
      for (let power = -6; power <= 1; power += 0.01)
        expect(goodput(given.mtbfHours * 10 ** power, given)).toBeLessThanOrEqual(best.goodput * (1 + 1e-9));
      if (given.stallHours < 0.05 * given.mtbfHours) {
        expect(goodput(dalyHours(given), given)).toBeGreaterThan(0.997 * best.goodput);
        expect(youngHours(given)).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60 },
  ));

test("fewer failures, shorter stalls and faster starts never hurt", () =>
  fc.assert(
    fc.property(job, fc.constantFrom("mtbfHours", "stallHours", "restartHours"), (given, key) => {
      const better = { ...given, [key]: key === "mtbfHours" ? given[key] * 1.5 : given[key] / 1.5 };
      expect(bestInterval(better).goodput).toBeGreaterThanOrEqual(bestInterval(given).goodput - 1e-12);
    }),
  ));

test("spares: as many as a table of Poisson says", () => {
  // λ = 2: P(X ≤ 5) = 0.983, P(X ≤ 4) = 0.947
  const nodes = { nodes: 2000, perThousandNodeDays: 1, repairHours: 24 };
  expect(spareNodes({ ...nodes, share: 0.95 })).toBe(5);
  expect(spareNodes({ ...nodes, share: 0.94 })).toBe(4);
  expect(spareNodes({ ...nodes, nodes: 1, share: 0.95 })).toBe(0);
});

test("the best interval does not hang on a stall or a restart so long that the goodput is no number any more", () => {
  const job = { mtbfHours: 100, stallHours: 1, restartHours: 0 };
  const best = bestInterval(job);
  // how long a restart takes has no part in the choice
  expect(bestInterval({ ...job, restartHours: 1e6 }).intervalHours).toBeCloseTo(best.intervalHours, 3);
  expect(bestInterval({ ...job, restartHours: 1e6 }).goodput).toBe(0);
  // with the longest stalls one checkpoint for each failure is best, as Daly says
  expect(bestInterval({ ...job, stallHours: 1e6 }).intervalHours / dalyHours({ ...job, stallHours: 1e6 })).toBeCloseTo(
    1,
    3,
  );
});
