import { machineOf, type Machine } from "../../../config/physics/machine";
import { sample, type Change } from "../../helpers/environment";

const pool = (group: Change) => {
  const { env } = sample({ nodeGroups: { h100: group } });
  return env.nodeGroups.find(({ name }) => name === "h100")!;
};
const machine = (group: Change, nodes = 4): Machine => {
  const found = machineOf(pool(group), nodes);
  if (!("machine" in found)) throw new Error(found.unknown);
  return found.machine;
};

test("p5 is what was published of it: NVLink within a node, its cards beyond", () => {
  const p5 = machine({});
  expect(p5).toMatchObject({ gpusPerNode: 8, linkedGpus: 8, peakTflops: 989, linkGBps: 460, nodeGBps: 320 });
  // https://resources.nvidia.com/en-us-tensor-core: 989 TFLOP/s over 3.35 TB/s
  expect(p5.ridge).toBeCloseTo(295, 0);
  expect(p5.assumptions).toEqual([]);
  expect(machine({}, 1).nodeGBps).toBe(0);
});

test("a fabric that was measured has that share of its cards", () => {
  // 31.8 GB/s of 50 over three nodes; two say little
  expect(machine({ instanceType: "p4d.24xlarge" }).nodeGBps).toBeCloseTo(31.8, 1);
});

test("what nobody has published is told as taken, or leaves the machine unknown", () => {
  const b200 = machine({ instanceType: "p6-b200.48xlarge" });
  expect(b200.assumptions).toEqual([
    expect.stringMatching(/^nobody has published a training on B200/),
    expect.stringMatching(/^nobody has published an all-reduce over the NVLink of B200/),
  ]);
  expect(machineOf(pool({ instanceType: "g6e.12xlarge", capacity: null }), 2)).toEqual({
    unknown: "nobody has published a training on L40S-48GB",
  });
});
