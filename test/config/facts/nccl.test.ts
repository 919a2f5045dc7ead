import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import {
  NCCL_ANCHORS,
  NCCL_FLOORS,
  ncclFloor,
  ncclNodes,
  PUBLISHED_SHARE,
  RING_SHARE,
  type NcclFloor,
} from "../../../config/facts/nccl";

const anchorOf = (floor: NcclFloor) =>
  NCCL_ANCHORS.find((a) => a.family === floor.family && a.nodes === floor.nodes && a.sizeGiB === floor.sizeGiB);

/** What the network cards of a node of the family carry, GB/s. */
const ringOf = (family: string) => {
  const sizes = Object.values(INSTANCE_TYPES).filter((t) => t.family === family);
  return Math.max(...sizes.map((t) => t.network.efaMaxGbps ?? t.network.gbps ?? 0)) / 8;
};

describe("NCCL floors", () => {
  test.each(NCCL_FLOORS)(
    "$family on $nodes nodes: $floorGBps GB/s is below every published figure of the family",
    (floor) => {
      const published = NCCL_ANCHORS.filter((a) => a.family === floor.family && a.nodes === floor.nodes);
      for (const { busGBps } of published) expect(floor.floorGBps).toBeLessThan(busGBps);
    },
  );

  test.each(NCCL_FLOORS.filter((f) => f.basis === "published"))(
    "$family on $nodes nodes is at most the share of its anchor, and not much less",
    (floor) => {
      const limit = (anchorOf(floor)?.busGBps ?? NaN) * PUBLISHED_SHARE;
      expect(floor.floorGBps).toBeLessThanOrEqual(limit);
      expect(floor.floorGBps).toBeGreaterThan(limit - 1);
    },
  );

  test.each(NCCL_FLOORS.filter((f) => f.basis === "ring"))(
    "$family on $nodes nodes is the share of its cards, of four nodes or more, where nothing is published",
    (floor) => {
      expect(anchorOf(floor)).toBeUndefined();
      expect(floor.nodes).toBeGreaterThanOrEqual(4);
      expect(floor.floorGBps).toBeCloseTo(ringOf(floor.family) * RING_SHARE, 6);
    },
  );

  test("every anchor is of a known family and has a source; none is used for nothing", () => {
    for (const anchor of NCCL_ANCHORS) {
      expect(Object.values(INSTANCE_TYPES).some((t) => t.family === anchor.family)).toBe(true);
      expect(anchor.source).not.toBe("");
      expect(NCCL_FLOORS.some((f) => anchorOf(f) === anchor)).toBe(true);
    }
  });

  test("are found by family and nodes, and unknown ones are null", () => {
    expect(ncclFloor(NCCL_FLOORS, "p5", 4)).toMatchObject({ floorGBps: 320, sizeGiB: 16 });
    expect(ncclFloor(NCCL_FLOORS, "p6e-gb200", 4)).toBeNull();
    expect(ncclFloor(NCCL_FLOORS, "p5en", 2)).toBeNull();
  });
});

test.each([
  [64, 4],
  [4, 4],
  [3, 2],
  [2, 2],
  [1, null],
])("a group of %d nodes is measured with %s", (nodes, run) => {
  expect(ncclNodes(nodes)).toBe(run);
});
