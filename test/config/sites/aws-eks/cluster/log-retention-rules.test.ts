import { LOG_RETENTION_RULES } from "../../../../../config/sites/aws-eks/cluster/log-retention-rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

const flow = (flowLogDays: number) => ({ network: { flowLogDays } });
const control = (logDays: number) => ({ cluster: { logDays } });
const legal = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653];

ruleCases(LOG_RETENTION_RULES, {
  "network/flow-log-retention": {
    severity: "error",
    trips: [
      {
        change: flow(31),
        at: ["network", "flowLogDays"],
        message: ["31 days is no retention"],
        fix: ["write 30 or 60, or 0"],
      },
    ],
    passes: [{ change: flow(0) }],
  },
  "logs/retention": {
    severity: "error",
    trips: [
      {
        change: { logs: { to: { kind: "cloudwatch", retentionDays: 45 } } },
        at: ["logs", "to", "retentionDays"],
        message: ["30 or 60"],
        fix: ["30 or 60"],
      },
    ],
    passes: [{ change: { logs: { to: { kind: "cloudwatch", retentionDays: 90 } } } }, { change: {} }],
  },
  "cluster/log-retention": {
    severity: "error",
    trips: [
      {
        change: control(364),
        at: ["cluster", "logDays"],
        message: ["364 days is no retention"],
        fix: ["write 180 or 365"],
      },
      { change: control(2), at: ["cluster", "logDays"], fix: ["write 1 or 3"] },
    ],
    passes: [{ change: control(365) }, { change: control(1) }],
  },
});

test.each(legal)("%i days are legal for both", (days) => {
  expect(violations(ruleOf(LOG_RETENTION_RULES, "network/flow-log-retention"), flow(days))).toEqual([]);
  expect(violations(ruleOf(LOG_RETENTION_RULES, "cluster/log-retention"), control(days))).toEqual([]);
});

test("no other number up to ten years is", () => {
  const rule = ruleOf(LOG_RETENTION_RULES, "cluster/log-retention");
  for (const days of [4, 6, 8, 13, 29, 61, 366, 730, 1095, 1825, 3287, 3652])
    expect(violations(rule, control(days))).toHaveLength(1);
});
