import { sample, type Change } from "../../helpers/environment";

const workload = (more: Change = {}) =>
  sample({ workloads: { pretrain: { params: "70B", ...more } } }).env.workloads[0]!;

test("what is left out is chosen: all nodes of the pool with most GPUs, and what trainings of that kind began with", () => {
  expect(workload()).toMatchObject({
    name: "pretrain",
    params: 70e9,
    tokens: null,
    pool: "h100",
    nodes: 4,
    precision: "bf16",
    sequence: 8192,
    batch: 4e6,
    parallel: {},
    checkpoint: { async: false, keep: 3 },
    restartMinutes: 10,
    repairMinutes: 1440,
  });
});

test("what is written is kept, and counts are numbers", () => {
  expect(workload({ tokens: "2T", nodes: 2, batch: "16M", parallel: { tensor: 8 } })).toMatchObject({
    tokens: 2e12,
    nodes: 2,
    batch: 16e6,
    parallel: { tensor: 8 },
  });
});

test("a pool without GPUs is none, for rules to tell", () => {
  expect(workload({ pool: "cpu" })).toMatchObject({ pool: null, nodes: 0 });
});

test("an environment without workloads has none", () => expect(sample().env.workloads).toEqual([]));
