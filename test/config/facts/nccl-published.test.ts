import { NCCL_ANCHORS } from "../../../config/facts/nccl";
import { PUBLISHED_ALL_REDUCE, ringCeiling, treeCeiling } from "../../../config/facts/nccl-published";

// what was measured as a share of what the cards of a node carry, in percent
test.each<[machine: string, busGBps: number, ceiling: number, percent: number]>([
  ["p4de, two nodes", 78.3, treeCeiling(400, 2, 8), 84],
  ["A3 Mega, two nodes", 340, treeCeiling(1600, 2, 8), 91],
  ["p6-b200, four nodes", 377, ringCeiling(3200), 94],
  ["p6-b300, two nodes", 751, ringCeiling(6400), 94],
  ["DGX A100, two nodes", 188.5, ringCeiling(1600), 94],
])("%s", (_, busGBps, ceiling, percent) => {
  expect(Math.abs((100 * busGBps) / ceiling - percent)).toBeLessThan(1);
});

// a gather goes around rings alone; trees of two nodes may beat them, and switches that sum beat both
test.each<[machine: string, busGBps: number, between: readonly [least: number, most: number]]>([
  ["p5, two nodes, 16 GiB", 487, [ringCeiling(3200), treeCeiling(3200, 2, 8)]],
  ["p5, two nodes, 128 MiB", 289, [0, ringCeiling(3200)]],
  ["p4d, two nodes, NCCL of 2022", 57.2, [ringCeiling(400), treeCeiling(400, 2, 8)]],
  ["p4d, four nodes, NCCL of 2022", 29.6, [0, ringCeiling(400)]],
  ["A100 of OCI, two nodes", 189.6, [0.94 * ringCeiling(1600), ringCeiling(1600)]],
  ["A3 Mega, two nodes, all-gather", 188.7, [0.94 * ringCeiling(1600), ringCeiling(1600)]],
  ["eight cards of 400 Gbps of GCP, two nodes, all-gather", 335.7, [0, ringCeiling(3200)]],
  ["H100 of Azure, SHARP, many nodes", 450, [treeCeiling(3200, 64, 8), Infinity]],
])("%s", (_, busGBps, [least, most]) => {
  expect(busGBps).toBeGreaterThan(least);
  expect(busGBps).toBeLessThan(most);
});

test("nothing that was published is more than the network carries, and nothing is there twice", () => {
  for (const { gbps, nodes, gpus, busGBps, source } of PUBLISHED_ALL_REDUCE) {
    // p4d is told of an old NCCL, whose trees let two nodes beat the ring
    expect(busGBps).toBeLessThan(treeCeiling(gbps, nodes, gpus));
    expect(source).toMatch(/^https:\/\//);
  }
  const keys = PUBLISHED_ALL_REDUCE.map((one) => JSON.stringify([one.models, one.gbps, one.nodes, one.sizeGiB]));
  expect(new Set(keys).size).toBe(keys.length);
  for (const { nodes, sizeGiB, busGBps } of NCCL_ANCHORS)
    expect(
      PUBLISHED_ALL_REDUCE.some((one) => one.nodes === nodes && one.sizeGiB === sizeGiB && one.busGBps === busGBps),
    ).toBe(false);
});
