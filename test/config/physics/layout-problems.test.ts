import { layoutProblem } from "../../../config/physics/layout-problems";
import { searchLayouts, type LayoutGoal } from "../../../config/physics/layouts";
import { shapeLike } from "../../../config/physics/model-shape";

const goal = (params: number, change: Partial<LayoutGoal> = {}): LayoutGoal => ({
  model: { ...shapeLike(params), params, activeParams: params, sequence: 8192, experts: null },
  machine: {
    nodes: 16,
    gpusPerNode: 8,
    linkedGpus: 8,
    memoryBytes: 80 * 2 ** 30,
    peakTflops: 989,
    attained: 0.5,
    linkGBps: 460,
    nodeGBps: 320,
    ridge: null,
    assumptions: [],
  },
  batch: 4e6,
  ...change,
});
const problem = (given: LayoutGoal) => layoutProblem(given, searchLayouts(given));

test("a layout that fits has no problem", () => expect(problem(goal(70e9))).toBeNull());

test.each([
  [{ tensor: 3 }, "tensor", "layers have 64 heads", "tensor: 1, 2, 4 or 8"],
  [{ pipeline: 3 }, "pipeline", "there are 80 layers", "pipeline: 1, 2, 4, 8 or 16"],
  [{ expert: 2 }, "expert", "the model has no experts", "expert: 1"],
  [{ tensor: 8, pipeline: 5 }, "pipeline", "128 GPUs", "pipeline: 1, 2, 4, 8 or 16"],
] as const)("%j names the key, why, and what divides", (change, key, why, fix) => {
  expect(problem(goal(70e9, change))).toMatchObject({ kind: "cut", key, message: expect.stringContaining(why), fix });
});

test("what the fix says works", () => {
  for (const pipeline of [1, 2, 4, 8, 16]) expect(searchLayouts(goal(70e9, { pipeline })).tried).toBeGreaterThan(0);
});

test("a batch of too few sequences and a model that is too large are told as such", () => {
  const few = problem(goal(8e9, { batch: 8192, tensor: 1, pipeline: 1 }))!;
  expect(few).toMatchObject({ kind: "batch", fix: expect.stringContaining("1,048,576 tokens or more") });
  expect(problem(goal(8e9, { batch: 1_048_576, tensor: 1, pipeline: 1 }))).toBeNull();
  expect(problem(goal(4e12))).toMatchObject({ kind: "memory", message: expect.stringContaining("do not fit") });
});
