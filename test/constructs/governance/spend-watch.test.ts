import { BudgetsBudget } from "@cdktf/provider-aws/lib/budgets-budget";
import { CeAnomalyMonitor } from "@cdktf/provider-aws/lib/ce-anomaly-monitor";
import { CeAnomalySubscription } from "@cdktf/provider-aws/lib/ce-anomaly-subscription";
import { SpendWatch, type SpendWatchProps } from "../../../constructs/governance/spend-watch";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const TOPIC = "arn:aws:sns:us-east-1:111122223333:dev-alarms";
const synth = (props: Partial<SpendWatchProps> = {}) =>
  synthStack((stack) => {
    new SpendWatch(stack, "spend", {
      name: "dev-environment-budget",
      tag: { key: "railyard:environment", value: "dev" },
      monthlyUsd: 20000,
      actualPercent: [80, 100],
      forecastPercent: [100],
      anomalyUsd: 250,
      topicArn: TOPIC,
      ...props,
    });
  });

test("a budget of a month counts what bears the tag", () => {
  expect(only(synth(), BudgetsBudget)).toMatchObject({
    name: "dev-environment-budget",
    budget_type: "COST",
    time_unit: "MONTHLY",
    limit_amount: "20000",
    limit_unit: "USD",
    cost_filter: [{ name: "TagKeyValue", values: ["user:railyard:environment$dev"] }],
  });
});

test("alarms are sounded for what was spent and for what is going to be", () => {
  const { notification } = only(synth(), BudgetsBudget);
  expect(notification.map((one: Json) => [one.notification_type, one.threshold, one.threshold_type])).toEqual([
    ["ACTUAL", 80, "PERCENTAGE"],
    ["ACTUAL", 100, "PERCENTAGE"],
    ["FORECASTED", 100, "PERCENTAGE"],
  ]);
  for (const one of notification) expect(one).toMatchObject({ subscriber_sns_topic_arns: [TOPIC] });
});

test("a budget may have no alarms", () => {
  expect(only(synth({ actualPercent: [], forecastPercent: [] }), BudgetsBudget).notification).toEqual([]);
});

test("anomalies are looked for in the same costs, and told at once from their least cost on", () => {
  const json = synth();
  const monitor = only(json, CeAnomalyMonitor);
  expect(monitor.monitor_type).toBe("CUSTOM");
  expect(JSON.parse(monitor.monitor_specification)).toEqual({
    And: null,
    CostCategories: null,
    Dimensions: null,
    Not: null,
    Or: null,
    Tags: { Key: "user:railyard:environment", MatchOptions: null, Values: ["dev"] },
  });
  const [id] = Object.keys(resources(json, CeAnomalyMonitor));
  expect(only(json, CeAnomalySubscription)).toMatchObject({
    frequency: "IMMEDIATE",
    monitor_arn_list: [`\${aws_ce_anomaly_monitor.${id}.arn}`],
    subscriber: [{ type: "SNS", address: TOPIC }],
    threshold_expression: {
      dimension: {
        key: "ANOMALY_TOTAL_IMPACT_ABSOLUTE",
        match_options: ["GREATER_THAN_OR_EQUAL"],
        values: ["250"],
      },
    },
  });
});

test("a monitor that is there already is asked in place of one of its own", () => {
  const anomalyMonitorArn = "arn:aws:ce::111122223333:anomalymonitor/0a1b2c3d";
  const json = synth({ anomalyMonitorArn });
  expect(resources(json, CeAnomalyMonitor)).toEqual({});
  expect(only(json, CeAnomalySubscription)).toMatchObject({
    monitor_arn_list: [anomalyMonitorArn],
    subscriber: [{ type: "SNS", address: TOPIC }],
  });
});

test("nobody looks for anomalies without a least cost", () => {
  const json = synth({ anomalyUsd: undefined });
  expect(resources(json, CeAnomalyMonitor)).toEqual({});
  expect(resources(json, CeAnomalySubscription)).toEqual({});
});

test("fails with more alarms than a budget has, and with a tag that a filter cannot name", () => {
  const shares = Array.from({ length: 6 }, (_, index) => 10 * (index + 1));
  expect(() => synth({ actualPercent: shares, forecastPercent: shares })).toThrow(/12 alarms; AWS takes 10/);
  expect(() => synth({ tag: { key: "a$b", value: "c" } })).toThrow(/has a \$/);
});
