import { BUDGET_RULES } from "../../../config/money/budget-rules";
import { NOW, ruleOf, sample } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const EMAIL = { emails: ["costs@example.com"] };
const budget = (change: Record<string, unknown> = {}) => ({
  budget: { monthlyUsd: 10_000_000, ...change },
  alarms: EMAIL,
});
const TEAM = { teams: { vision: { monthlyUsd: 5000 } }, alarms: EMAIL };
/** A route to somebody. */
const ROUTED = (route: object = {}) => ({
  receivers: { chat: { kind: "slack", secretName: "alert-receivers" } },
  routes: [{ to: ["chat"], ...route }],
});
const DAYS_30 = { monitoring: { retentionDays: 30 } };

ruleCases(BUDGET_RULES, {
  "budget/below-estimate": {
    severity: "warning",
    trips: [
      {
        change: budget({ monthlyUsd: 5000 }),
        at: ["budget", "monthlyUsd"],
        message: ["$5,000", "a month, and the environment costs $"],
      },
    ],
    passes: [{ change: budget() }],
  },
  "budget/team-below-environment": {
    severity: "warning",
    trips: [
      {
        change: budget({ teamMonthlyUsd: 9_999_999 }),
        at: ["budget", "teamMonthlyUsd"],
        message: ["ml-platform", "$9,999,999", "$10,000,000"],
      },
    ],
    passes: [{ change: budget() }, { change: budget({ teamMonthlyUsd: 10_000_000 }) }],
  },
  "budget/partition": {
    severity: "error",
    trips: [{ change: { ...budget(), region: "us-gov-west-1" }, at: ["budget"], message: ["aws-us-gov"] }],
    passes: [{ change: budget() }, { when: "idle GPUs elsewhere", change: { idle: {}, region: "us-gov-west-1" } }],
  },
  "budget/monitor-account": {
    severity: "error",
    trips: [
      {
        change: budget({ anomalies: { kind: "monitor", monitor: "arn:aws:ce::999999999999:anomalymonitor/1" } }),
        at: ["budget", "anomalies", "monitor"],
        message: ["999999999999", "111122223333"],
      },
    ],
    passes: [
      { change: budget({ anomalies: { kind: "monitor", monitor: "arn:aws:ce::111122223333:anomalymonitor/1" } }) },
      { change: budget({ anomalies: { kind: "detect" } }) },
    ],
  },
  "alarms/nobody": {
    severity: "error",
    trips: [
      { change: { ...budget(), alarms: {} }, at: ["alarms", "emails"], message: ["the budget"] },
      { change: { idle: {} }, at: ["alarms", "emails"], message: ["idle GPUs"] },
      { change: { ...TEAM, alarms: {} }, at: ["alarms", "emails"], message: ["teams"] },
      {
        when: "routes hear of alerts, and AWS Budgets asks none",
        change: { ...budget(), alarms: {}, monitoring: ROUTED() },
        at: ["alarms", "emails"],
        message: ["the budget"],
      },
      {
        when: "a route is for critical alerts",
        change: { idle: {}, monitoring: ROUTED({ severities: ["critical"] }) },
        at: ["alarms", "emails"],
        message: ["idle GPUs"],
      },
      {
        when: "a route hears of half of them",
        change: { idle: {}, monitoring: ROUTED({ alerts: ["GpuIdleInJob"] }) },
        at: ["alarms", "emails"],
        message: ["idle GPUs"],
      },
      {
        when: "a route is for another team",
        change: { ...TEAM, alarms: {}, monitoring: ROUTED({ teams: ["other"] }) },
        at: ["alarms", "emails"],
        message: ["teams"],
      },
    ],
    passes: [
      { when: "a route hears of idle GPUs", change: { idle: {}, monitoring: ROUTED() } },
      {
        when: "a route hears of its team",
        change: { ...TEAM, alarms: {}, monitoring: ROUTED({ teams: ["vision"], alerts: ["TeamBudget"] }) },
      },
      { change: budget() },
      { change: { ...budget(), alarms: { topic: "arn:aws:sns:us-east-1:111122223333:pager" } } },
    ],
  },
  "alarms/email-twice": {
    severity: "error",
    trips: [
      {
        change: { ...budget(), alarms: { emails: ["a.b@example.com", "c@example.com", "A.B@example.com"] } },
        at: ["alarms", "emails", 2],
        message: ["named twice", "a.b@example.com is the same"],
        fix: ["take one"],
      },
    ],
    passes: [
      { when: "addresses that read alike", change: { ...budget(), alarms: { emails: ["a.b@e.com", "a-b@e.com"] } } },
    ],
  },
  "budget/no-percent": {
    severity: "error",
    trips: [
      {
        change: budget({ actualPercent: [], forecastPercent: [] }),
        at: ["budget", "actualPercent"],
        message: ["no alarm"],
        fix: ["actualPercent: [100]"],
      },
    ],
    passes: [{ when: "one of them", change: budget({ actualPercent: [] }) }, { change: {} }],
  },
  "alarms/topic-fifo": {
    severity: "warning",
    trips: [
      {
        change: { ...budget(), alarms: { topic: "arn:aws:sns:us-east-1:111122223333:costs.fifo" } },
        at: ["alarms", "topic"],
        message: ["FIFO"],
        fix: ["standard"],
      },
    ],
    passes: [{ change: { ...budget(), alarms: { topic: "arn:aws:sns:us-east-1:111122223333:fifo" } } }],
  },
  "alarms/unused": {
    severity: "warning",
    trips: [
      {
        change: { alarms: EMAIL, monitoring: { enabled: false } },
        at: ["alarms"],
        message: ["neither monitoring nor budget"],
      },
    ],
    passes: [{ when: "alerts of the cluster", change: { alarms: EMAIL } }, { change: budget() }, { change: TEAM }],
  },
  "alarms/topic-account": {
    severity: "error",
    trips: [
      {
        change: { ...budget(), alarms: { topic: "arn:aws:sns:us-east-1:999999999999:pager" } },
        at: ["alarms", "topic"],
        message: ["111122223333"],
      },
    ],
    passes: [
      { change: { ...budget(), alarms: { topic: "arn:aws:sns:us-east-1:111122223333:pager" } } },
      { when: "idle GPUs", change: { idle: {}, alarms: { topic: "arn:aws:sns:us-east-1:999999999999:pager" } } },
    ],
  },
  "teams/budget-unmeasured": {
    severity: "error",
    trips: [
      { change: TEAM, at: ["teams", "vision", "monthlyUsd"], message: ["15 days"], fix: ["retentionDays: 30"] },
      { change: { ...TEAM, monitoring: { enabled: false } }, at: ["teams", "vision", "monthlyUsd"], message: ["off"] },
      { change: { ...TEAM, ...DAYS_30, slurm: null }, at: ["teams", "vision", "monthlyUsd"], message: ["no slurm"] },
    ],
    passes: [{ change: { ...TEAM, ...DAYS_30 } }, { when: "teams without a budget", change: {} }],
  },
  "teams/budget-price-unknown": {
    severity: "warning",
    trips: [
      {
        change: { ...TEAM, region: "sa-east-1" },
        at: ["teams", "vision", "monthlyUsd"],
        message: ["p5.48xlarge in sa-east-1"],
      },
    ],
    passes: [{ change: TEAM }],
  },
});

test("a budget below the estimate tells what the estimate is without", () => {
  const { config, env } = sample(budget({ monthlyUsd: 1 }));
  const cost = { ...env.cost, unknown: ["node group b300: 2 × p6-b300.48xlarge"] };
  const rule = ruleOf(BUDGET_RULES, "budget/below-estimate");
  const [found] = [...rule.check({ config, env: { ...env, cost }, now: NOW })];
  expect(found!.message).toContain("without what has no known price: node group b300: 2 × p6-b300.48xlarge");
});

describe("the shape", () => {
  test("takes shares once, and no address that is none", () => {
    expect(() => sample(budget({ actualPercent: [80, 80] }))).toThrow(/each share once/);
    expect(() => sample({ ...budget(), alarms: { emails: ["costs"] } })).toThrow();
    expect(() => sample(budget({ monthlyUsd: 0 }))).toThrow();
  });
});
