import { LOG_RETENTION_RULES } from "../../../config/rules/log-retention";
import { ruleOf, violations } from "../../helpers/environment";
import { describeRules } from "../../helpers/rule-pairs";

const flow = (flowLogDays: number) => ({ network: { flowLogDays } });
const control = (logDays: number) => ({ cluster: { logDays } });
const legal = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653];

describeRules(LOG_RETENTION_RULES, [
  {
    id: "network/flow-log-retention",
    severity: "error",
    trips: flow(31),
    path: ["network", "flowLogDays"],
    says: ["31 days is no retention", "write 30 or 60, or 0"],
    passes: flow(0),
  },
  {
    id: "cluster/log-retention",
    severity: "error",
    trips: control(364),
    path: ["cluster", "logDays"],
    says: ["364 days is no retention", "write 180 or 365"],
    passes: control(365),
  },
  {
    id: "cluster/log-retention",
    severity: "error",
    trips: control(2),
    path: ["cluster", "logDays"],
    says: ["write 1 or 3"],
    passes: control(1),
  },
]);

test.each(legal)("%i days are legal for both", (days) => {
  expect(violations(ruleOf(LOG_RETENTION_RULES, "network/flow-log-retention"), flow(days))).toEqual([]);
  expect(violations(ruleOf(LOG_RETENTION_RULES, "cluster/log-retention"), control(days))).toEqual([]);
});

test("no other number up to ten years is", () => {
  const rule = ruleOf(LOG_RETENTION_RULES, "cluster/log-retention");
  for (const days of [4, 6, 8, 13, 29, 61, 366, 730, 1095, 1825, 3287, 3652])
    expect(violations(rule, control(days))).toHaveLength(1);
});
