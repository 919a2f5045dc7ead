import { monthlyEstimate } from "../../../config/money/budget-rules";
import { sample, type Change } from "../../helpers/environment";

const of = (change: Change) => sample(change).env.governance;
const alarms = { emails: ["costs@example.com"] };

test("nobody watches money unless config says so", () => {
  expect(of({})).toBeNull();
  expect(of({ alarms, monitoring: { enabled: false } })).toBeNull();
});

test("alerts of the cluster go to whom config names, without a budget", () => {
  expect(of({ alarms })).toMatchObject({ budgets: [], topic: { kind: "create" }, emails: alarms.emails });
});

test("a budget counts what bears the environment's tag, with three alarms", () => {
  expect(of({ budget: { monthlyUsd: 5000 }, alarms })).toEqual({
    budgets: [
      {
        id: "environment",
        name: "sample-environment-budget",
        tag: { key: "railyard:environment", value: "sample" },
        monthlyUsd: 5000,
        actualPercent: [80, 100],
        forecastPercent: [100],
        anomalyUsd: null,
        anomalyMonitor: null,
      },
    ],
    topic: {
      kind: "create",
      name: "sample-alarms",
      arn: "arn:aws:sns:us-east-1:111122223333:sample-alarms",
      region: "us-east-1",
    },
    emails: ["costs@example.com"],
  });
});

test("a team's budget counts all of its environments", () => {
  const budgets = of({ budget: { monthlyUsd: 5000, teamMonthlyUsd: 9000, anomalies: { kind: "off" } } })!.budgets;
  expect(budgets.map(({ id, name, tag, monthlyUsd, anomalyUsd }) => [id, name, tag, monthlyUsd, anomalyUsd])).toEqual([
    ["environment", "sample-environment-budget", { key: "railyard:environment", value: "sample" }, 5000, null],
    ["team", "sample-team-budget", { key: "railyard:team", value: "ml-platform" }, 9000, null],
  ]);
});

test("anomalies are looked for in each tag, or told once by a monitor of the account", () => {
  const settings = (anomalies: object) =>
    of({ budget: { monthlyUsd: 5000, teamMonthlyUsd: 9000, anomalies }, alarms })!.budgets.map(
      ({ id, anomalyUsd, anomalyMonitor }) => [id, anomalyUsd, anomalyMonitor],
    );
  expect(settings({ kind: "detect" })).toEqual([
    ["environment", 100, null],
    ["team", 100, null],
  ]);
  const monitor = "arn:aws:ce::111122223333:anomalymonitor/0a1b2c3d";
  expect(settings({ kind: "monitor", monitor, minimumUsd: 50 })).toEqual([
    ["environment", 50, monitor],
    ["team", null, null],
  ]);
});

test.each([
  ["idle GPUs", { idle: {} }],
  ["what a team spends", { teams: { vision: { monthlyUsd: 100 } } }],
])("alarms of %s alone need a topic, and no budget", (_, change) => {
  expect(of(change)).toMatchObject({ budgets: [], topic: { kind: "create" } });
});

test("a topic that was there before is told in its own Region", () => {
  const topic = "arn:aws:sns:eu-west-1:111122223333:pager";
  expect(of({ idle: {}, alarms: { topic } })!.topic).toEqual({
    kind: "existing",
    name: "pager",
    arn: topic,
    region: "eu-west-1",
  });
});

test("a month costs what a month of the hours costs", () => {
  const onDemand = { profile: "development", nodeGroups: { h100: { capacity: { kind: "on-demand" } } } };
  const always = monthlyEstimate(sample(onDemand).env)!;
  const env = sample({ ...onDemand, schedule: { timezone: "Etc/UTC", start: "08:00", end: "19:00" } }).env;
  expect(always).toBeCloseTo(env.cost.usdPerMonth!, 6);
  expect(monthlyEstimate(env)).toBeCloseTo(always - env.schedule!.saved.usdPerHour * 730, 6);
  expect(monthlyEstimate(env)).toBeLessThan(always / 2);
});
