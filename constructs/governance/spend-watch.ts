import { BudgetsBudget } from "@cdktf/provider-aws/lib/budgets-budget";
import { CeAnomalyMonitor } from "@cdktf/provider-aws/lib/ce-anomaly-monitor";
import { CeAnomalySubscription } from "@cdktf/provider-aws/lib/ce-anomaly-subscription";
import { Construct } from "constructs";

export interface SpendWatchProps {
  /** Name of the budget, the monitor and its subscription: up to 100 characters, without : and \. */
  readonly name: string;
  /** Costs that are counted: those of resources with the tag. It must be active as a cost allocation tag. */
  readonly tag: { readonly key: string; readonly value: string };
  /** USD in a calendar month. */
  readonly monthlyUsd: number;
  /** Shares of it, in percent, at which an alarm is sounded: of what was spent, and of what the month is going to cost. */
  readonly actualPercent: readonly number[];
  readonly forecastPercent: readonly number[];
  /** Least cost of an anomaly that is told, in USD. @default - nobody looks for anomalies */
  readonly anomalyUsd?: number;
  /**
   * ARN of a monitor that is there already. @default - one of the tag, which AWS lets the management account of an
   * organization alone have
   * @see https://docs.aws.amazon.com/cost-management/latest/userguide/getting-started-ad.html
   */
  readonly anomalyMonitorArn?: string;
  /** Standard topic in the same account that lets both services publish. */
  readonly topicArn: string;
}

/** Most alarms of a budget. @see https://docs.aws.amazon.com/cost-management/latest/userguide/management-limits.html */
const MOST_ALARMS = 10;

/**
 * A monthly budget for what has a tag, and Cost Anomaly Detection on the same or by a monitor of the account.
 * @see https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_CreateBudget.html
 * @see https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_AnomalySubscription.html
 */
export class SpendWatch extends Construct {
  constructor(scope: Construct, id: string, props: SpendWatchProps) {
    super(scope, id);
    const { name, tag, topicArn, anomalyUsd } = props;
    const alarms = props.actualPercent.length + props.forecastPercent.length;
    if (alarms > MOST_ALARMS)
      throw new Error(`budget "${name}" has ${alarms} alarms; AWS takes ${MOST_ALARMS}. Take some out.`);
    if (tag.key.includes("$"))
      throw new Error(`budget "${name}": the tag key "${tag.key}" has a $, which parts key and value in a filter`);

    new BudgetsBudget(this, "budget", {
      name,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      limitAmount: String(props.monthlyUsd),
      limitUnit: "USD",
      costFilter: [{ name: "TagKeyValue", values: [`user:${tag.key}$${tag.value}`] }],
      notification: [
        ...props.actualPercent.map((threshold) => alarm("ACTUAL", threshold, topicArn)),
        ...props.forecastPercent.map((threshold) => alarm("FORECASTED", threshold, topicArn)),
      ],
    });

    if (anomalyUsd === undefined) return;
    const monitorArn = props.anomalyMonitorArn ?? this.monitorOf(name, tag);
    new CeAnomalySubscription(this, "anomaly-alarm", {
      name,
      // of the three, the one that a topic can have
      frequency: "IMMEDIATE",
      monitorArnList: [monitorArn],
      subscriber: [{ type: "SNS", address: topicArn }],
      thresholdExpression: {
        dimension: {
          key: "ANOMALY_TOTAL_IMPACT_ABSOLUTE",
          matchOptions: ["GREATER_THAN_OR_EQUAL"],
          values: [String(anomalyUsd)],
        },
      },
    });
  }

  private monitorOf(name: string, tag: SpendWatchProps["tag"]): string {
    const monitorSpecification = specification(tag);
    return new CeAnomalyMonitor(this, "anomalies", { name, monitorType: "CUSTOM", monitorSpecification }).arn;
  }
}

const alarm = (notificationType: "ACTUAL" | "FORECASTED", threshold: number, topicArn: string) => ({
  comparisonOperator: "GREATER_THAN",
  notificationType,
  threshold,
  thresholdType: "PERCENTAGE",
  subscriberSnsTopicArns: [topicArn],
});

/**
 * With every key that the API answers with: whoever leaves one out gets another monitor at each plan. `user:` stands before
 * tags that people give.
 * @see https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/ce/anomaly_monitor_test.go
 */
function specification({ key, value }: SpendWatchProps["tag"]): string {
  return JSON.stringify({
    And: null,
    CostCategories: null,
    Dimensions: null,
    Not: null,
    Or: null,
    Tags: { Key: `user:${key}`, MatchOptions: null, Values: [value] },
  });
}
