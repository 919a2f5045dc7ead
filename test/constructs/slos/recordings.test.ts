import { slosOf } from "../../../constructs/slos/objectives";
import { sloRecordings } from "../../../constructs/slos/recordings";
import { triedRules, withPromtool } from "../../helpers/promtool";

const slos = slosOf({
  nodeAvailability: 97,
  controlPlane: 99.9,
  goodput: null,
  checkpointSuccess: null,
  jobStart: {},
  slurm: { nodes: null },
  gpus: true,
  trainings: true,
});

const exprsOf = (retentionDays: number): string[] =>
  sloRecordings(slos, retentionDays).flatMap(({ rules }) => rules.map(({ expr }) => expr));

test("budgets are counted over 30 days, or as long as metrics are kept", () => {
  expect(exprsOf(15).join()).toContain("[15d]");
  expect(exprsOf(400).join()).toContain("[30d]");
});

test("a budget is what is written, and not its binary fraction", () => {
  expect(exprsOf(15)).toEqual(expect.arrayContaining(["vector(0.03)", "vector(0.001)"]));
});

withPromtool("half of the budget is left when half of it is spent, and less than none when more was", () => {
  const after = (drained: string, value: number) => ({
    interval: "5m",
    inputs: [
      { series: "slurm_nodes", values: "100x300" },
      { series: "slurm_nodes_drain", values: drained },
      { series: "slurm_nodes_down", values: "0x300" },
      { series: "slurm_nodes_fail", values: "0x300" },
    ],
    expected: [],
    answers: [
      {
        eval_time: "2h",
        expr: 'round(railyard:slo_budget_left:ratio{slo="node-availability"}, 0.1)',
        exp_samples: [{ labels: '{slo="node-availability"}', value }],
      },
    ],
  });
  expect(
    triedRules(sloRecordings(slos, 15), [after("0x11 3x300", 0.5), after("3x11 0x300", 0.5), after("6x300", -1)]),
  ).toBe("");
});
