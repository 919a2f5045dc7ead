import fc from "fast-check";
import { capacityStep, LUSTRE_DEPLOYMENTS } from "../../../config/facts/lustre";
import { price } from "../../../config/facts/prices";
import { lustreClientsMBps, lustreOptions, lustreWriteMBps } from "../../../config/physics/lustre";

const PRICES = { region: "us-east-1", own: {} };
const size = (deployment: keyof typeof LUSTRE_DEPLOYMENTS, throughput: number | null, capacityGiB: number | null) => ({
  deployment,
  throughput,
  capacityGiB,
  efa: false,
  throughputMBps: null,
  metadataIops: null,
});

test.each([
  [size("persistent-2-ssd", 250, 38_400), 9375],
  // AWS gives half of what it reads
  [size("scratch-2", null, 2400), 234.375],
  [size("scratch-1", null, 3600), null],
  [size("persistent-2-intelligent-tiering", null, null), null],
])("%j writes %d MB/s", (given, rate) => expect(lustreWriteMBps(given)).toBe(rate));

test("clients send no more than AWS says of each", () =>
  expect([lustreClientsMBps(2, true), lustreClientsMBps(2, false)]).toEqual([175_000, 25_000]));

const goal = fc.record({
  capacityGiB: fc.double({ min: 1, max: 500_000, noNaN: true }),
  writeMBps: fc.double({ min: 1, max: 100_000, noNaN: true }),
  efa: fc.boolean(),
});

test("each option is a size that AWS makes, meets the goal, and none of its tier is smaller", () =>
  fc.assert(
    fc.property(goal, (wanted) => {
      for (const { deployment, throughput, capacityGiB, writeMBps } of lustreOptions(wanted, PRICES)) {
        const step = capacityStep(deployment, throughput, wanted.efa)!;
        const legal = (gib: number) => gib > 0 && (step.firstGiB.includes(gib) || gib % step.stepGiB === 0);
        const meets = (gib: number) =>
          gib >= wanted.capacityGiB && (gib / 1024) * throughput >= wanted.writeMBps - 1e-6;
        expect([legal(capacityGiB), meets(capacityGiB)]).toEqual([true, true]);
        expect(writeMBps).toBeCloseTo((capacityGiB / 1024) * throughput, 6);
        const smaller = [...step.firstGiB, capacityGiB - step.stepGiB].filter((gib) => gib < capacityGiB && legal(gib));
        expect(smaller.some(meets)).toBe(false);
      }
    }),
  ));

test("the first is the cheapest of all, by trying every size of every tier", () =>
  fc.assert(
    fc.property(goal, (wanted) => {
      const [first] = lustreOptions(wanted, PRICES);
      let least = Infinity;
      for (const deployment of ["persistent-2-ssd", "persistent-1-ssd", "persistent-1-hdd"] as const)
        for (const throughput of LUSTRE_DEPLOYMENTS[deployment].throughputs) {
          const step = capacityStep(deployment, throughput, wanted.efa);
          const usd = price(`fsx-lustre/${deployment}/${throughput}`, "us-east-1");
          if (!step || usd === null) continue;
          for (const gib of [...step.firstGiB, ...Array.from({ length: 1200 }, (_, at) => (at + 1) * step.stepGiB)])
            if (gib >= wanted.capacityGiB && (gib / 1024) * throughput >= wanted.writeMBps)
              least = Math.min(least, usd * gib);
        }
      if (least < Infinity) expect(first!.usdPerMonth!).toBeLessThanOrEqual(least * (1 + 1e-9));
    }),
    { numRuns: 40 },
  ));

test("EFA leaves only what carries it, and a Region without prices has none that is cheapest", () => {
  const wanted = { capacityGiB: 10_000, writeMBps: 16_000, efa: true };
  expect(new Set(lustreOptions(wanted, PRICES).map(({ deployment }) => deployment))).toEqual(
    new Set(["persistent-2-ssd"]),
  );
  expect(lustreOptions(wanted, { region: "nowhere-1", own: {} }).every(({ usdPerMonth }) => usdPerMonth === null)).toBe(
    true,
  );
});

test("more bandwidth or more room never costs less", () =>
  fc.assert(
    fc.property(goal, fc.constantFrom("capacityGiB", "writeMBps"), (wanted, key) => {
      const more = lustreOptions({ ...wanted, [key]: wanted[key] * 1.7 }, PRICES)[0]!;
      expect(more.usdPerMonth!).toBeGreaterThanOrEqual(lustreOptions(wanted, PRICES)[0]!.usdPerMonth!);
    }),
  ));
