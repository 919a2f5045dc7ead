import type { Construct } from "constructs";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { ResolvedGovernance } from "../config/money/governance";
import { AlarmTopic } from "../constructs/governance/alarm-topic";
import { SpendWatch } from "../constructs/governance/spend-watch";
import { publish } from "./shared-values";
import { AwsStack } from "./sites/aws-eks/aws-stack";

/** What later stacks take from it. */
export interface GovernanceValues {
  readonly topicArn: string;
  /** Key of the topic; empty for a topic that was there before. */
  readonly topicKeyArn: string;
}

/** Who watches money: budgets, anomaly detection, and the topic of their alarms. */
export class GovernanceStack extends AwsStack {
  readonly values: GovernanceValues;

  constructor(scope: Construct, env: AwsEnvironment, governance: ResolvedGovernance) {
    super(scope, env, "governance");
    this.values = publish(this, this.topic(governance));
    for (const { id, anomalyUsd, anomalyMonitor, ...budget } of governance.budgets) {
      new SpendWatch(this, `${id}-spend`, {
        ...budget,
        ...(anomalyUsd !== null && { anomalyUsd }),
        ...(anomalyMonitor !== null && { anomalyMonitorArn: anomalyMonitor }),
        topicArn: this.values.topicArn,
      });
    }
    if (governance.budgets.length > 0) publish(this, { activateTagsCommand: activateTagsCommand(governance) });
  }

  private topic({ topic, emails }: ResolvedGovernance): GovernanceValues {
    if (topic.kind === "existing") return { topicArn: topic.arn, topicKeyArn: "" };
    const { env, partition } = this;
    const { topicArn, keyArn } = new AlarmTopic(this, "alarms", {
      partition,
      accountId: env.account,
      region: env.region,
      name: topic.name,
      keyAlias: env.names.keyAlias("alarms"),
      emails,
    });
    return { topicArn, topicKeyArn: keyArn };
  }
}

/**
 * Once for the account that pays, when AWS has seen the tags on a bill: until then budgets count nothing.
 * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/activating-tags.html
 */
function activateTagsCommand({ budgets }: ResolvedGovernance): string {
  const tags = budgets.map(({ tag }) => `TagKey=${tag.key},Status=Active`).join(" ");
  return `aws ce update-cost-allocation-tags-status --region us-east-1 --cost-allocation-tags-status ${tags}`;
}
