import { allocatedBy, gpuAllocations, resolveAllocation } from "../../../config/gpu/allocation";

const GB200 = { nvlink: { nvswitch: true, multiNode: true, imexRequired: true } };
const H100 = { nvlink: { nvswitch: true, multiNode: false, imexRequired: false } };

describe("resolveAllocation", () => {
  test.each([
    ["the pool's own word first", "dra", "device-plugin", H100, "dra"],
    ["also where it is the other one", "device-plugin", "dra", GB200, "device-plugin"],
    ["then that of the environment", undefined, "dra", H100, "dra"],
    ["which holds for all machines", undefined, "device-plugin", GB200, "device-plugin"],
    ["then what the machines need", undefined, undefined, GB200, "dra"],
    ["and else device plugins", undefined, undefined, H100, "device-plugin"],
    ["as for machines without NVLink", undefined, undefined, { nvlink: null }, "device-plugin"],
  ] as const)("takes %s", (_, pool, environment, machine, expected) => {
    expect(resolveAllocation(pool, environment, machine)).toBe(expected);
  });
});

describe("pools by allocation", () => {
  const pools = [
    { name: "a", allocation: "dra", gpus: {} },
    { name: "b", allocation: "device-plugin", gpus: null },
    { name: "c", allocation: "dra", gpus: null },
  ] as const;

  test("are those of one way", () => {
    expect(allocatedBy({ nodeGroups: pools }, "dra").map(({ name }) => name)).toEqual(["a", "c"]);
    expect(allocatedBy({ nodeGroups: [] }, "dra")).toEqual([]);
  });

  test("count for GPUs only where there are some", () => {
    expect(gpuAllocations({ nodeGroups: pools })).toEqual(["dra"]);
    expect(gpuAllocations({ nodeGroups: [...pools, { allocation: "device-plugin", gpus: {} }] })).toEqual([
      "device-plugin",
      "dra",
    ]);
  });
});
