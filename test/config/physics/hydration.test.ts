import fc from "fast-check";
import { hydration } from "../../../config/physics/hydration";

const size = (capacityGiB: number | null, throughput: number | null = 250) => ({
  deployment: capacityGiB === null ? ("persistent-2-intelligent-tiering" as const) : ("persistent-2-ssd" as const),
  throughput,
  capacityGiB,
  efa: false,
  throughputMBps: null,
  metadataIops: null,
});

test("20 TB in 5 million files on 38,400 GiB with 250 MB/s/TiB: 36 minutes at the least, half of a month's imports", () =>
  expect(hydration({ bytes: 20e12, files: 5e6 }, size(38_400))).toEqual({
    // 20,000,000 MB at 9,375 MB/s
    leastSeconds: 20e6 / 9375,
    hasRoom: true,
    shareOfMonthlyImports: 0.5,
  }));

test("what does not fit is told, and what nobody says is unknown", () => {
  expect(hydration({ bytes: 50e12, files: null }, size(38_400))).toMatchObject({
    hasRoom: false,
    shareOfMonthlyImports: null,
  });
  expect(hydration({ bytes: 1e12, files: null }, size(null, null))).toMatchObject({
    leastSeconds: null,
    hasRoom: null,
  });
});

const drawn = fc.record({
  bytes: fc.double({ min: 1, max: 1e16, noNaN: true }),
  files: fc.integer({ min: 1, max: 1_000_000_000 }),
});

test("a faster tier never takes longer, and more data never less", () =>
  fc.assert(
    fc.property(drawn, (data) => {
      const least = (bytes: number, throughput: number) =>
        hydration({ ...data, bytes }, size(38_400, throughput)).leastSeconds!;
      expect(least(data.bytes, 1000)).toBeLessThan(least(data.bytes, 125));
      expect(least(data.bytes * 2, 250)).toBeGreaterThan(least(data.bytes, 250));
    }),
  ));
