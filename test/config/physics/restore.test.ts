import fc from "fast-check";
import { lustreClientsMBps, lustreReadMBps } from "../../../config/physics/lustre";
import { checkpointBytes } from "../../../config/physics/model-state";
import { restore } from "../../../config/physics/restore";

const size = (capacityGiB: number | null, throughput: number | null = 250) => ({
  deployment: capacityGiB === null ? ("persistent-2-intelligent-tiering" as const) : ("persistent-2-ssd" as const),
  throughput,
  capacityGiB,
  efa: false,
  throughputMBps: null,
  metadataIops: null,
});

test("the disks or the clients read, whichever is slower; without a number of the disks it is unknown", () => {
  // 37.5 TiB with 250 MB/s each; one client has 100 Gbps
  expect([lustreReadMBps(size(38_400), 1), lustreReadMBps(size(38_400), 16)]).toEqual([9375, 9375]);
  expect(lustreReadMBps(size(96_000, 1000), 2)).toBe(25_000);
  expect(lustreReadMBps(size(null, null), 16)).toBeNull();
  // AWS gives scratch-2 the double of what it writes
  expect(lustreReadMBps({ ...size(2400, null), deployment: "scratch-2" }, 16)).toBe(468.75);
});

test("70B of 980 GB over 9,375 MB/s takes 105 s in parts, and 16 times that where each node reads all", () => {
  const found = restore({ megabytes: checkpointBytes(70e9) / 1e6, nodes: 16, readMBps: 9375 })!;
  expect(found.partsSeconds).toBeCloseTo(104.53, 2);
  expect(found.wholeSeconds).toBeCloseTo(1672.53, 2);
});

test("what nobody says stays unknown", () => expect(restore({ megabytes: 1, nodes: 1, readMBps: null })).toBeNull());

const drawn = fc.record({
  megabytes: fc.double({ min: 1, max: 1e8, noNaN: true }),
  nodes: fc.integer({ min: 1, max: 4096 }),
  readMBps: fc.double({ min: 1, max: 1e6, noNaN: true }),
});

test("more bandwidth never takes longer, parts never longer than the whole, and no client reads more than it can", () =>
  fc.assert(
    fc.property(drawn, (props) => {
      const [slow, fast] = [restore(props)!, restore({ ...props, readMBps: props.readMBps * 2 })!];
      expect(fast.partsSeconds).toBeLessThan(slow.partsSeconds);
      expect(slow.partsSeconds).toBeLessThanOrEqual(slow.wholeSeconds);
      expect(lustreReadMBps(size(96_000, 1000), props.nodes)!).toBeLessThanOrEqual(
        lustreClientsMBps(props.nodes, false),
      );
    }),
  ));
