import { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { CloudwatchEventTarget } from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../../config/facts/regions";
import { policyDocument } from "../../security/policy";

export interface InterruptionQueueProps {
  readonly partition: Partition;
  readonly region: string;
  readonly accountId: string;
  /** Name of the queue, and the first part of those of the rules: up to 45 characters. Frozen. */
  readonly name: string;
}

/** Events after which a node goes, or might: by the word for their rule. Frozen. */
const EVENTS = {
  health: { source: "aws.health", detailType: "AWS Health Event" },
  spot: { source: "aws.ec2", detailType: "EC2 Spot Instance Interruption Warning" },
  rebalance: { source: "aws.ec2", detailType: "EC2 Instance Rebalance Recommendation" },
  state: { source: "aws.ec2", detailType: "EC2 Instance State-change Notification" },
  reservation: { source: "aws.ec2", detailType: "EC2 Capacity Reservation Instance Interruption Warning" },
} as const;

const MOST_NAME = 45;
/** A warning of two minutes ago is of no use; those of five are thrown away. */
const RETENTION_SECONDS = 300;

/**
 * The queue from which Karpenter hears that AWS is about to take a node, and the rules of EventBridge that fill it. They see
 * the events of the whole account: Karpenter leaves those of other instances alone.
 * @see https://karpenter.sh/docs/concepts/disruption/#interruption
 */
export class InterruptionQueue extends Construct {
  readonly queueName: string;
  readonly queueArn: string;
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: InterruptionQueueProps) {
    super(scope, id);
    const { partition, region, accountId, name } = props;
    if (name.length > MOST_NAME)
      throw new Error(
        `interruption queue "${name}" has ${name.length} characters; rules of its name take ${MOST_NAME}`,
      );
    this.queueName = name;
    this.queueArn = `arn:${partition}:sqs:${region}:${accountId}:${name}`;
    const queue = new SqsQueue(this, "queue", {
      name,
      messageRetentionSeconds: RETENTION_SECONDS,
      sqsManagedSseEnabled: true,
      policy: queuePolicy(this.queueArn),
      tags: { Name: name },
    });
    const rules = Object.entries(EVENTS).map(([word, event]) => this.rule(`${name}-${word}`, word, event, queue));
    this.dependables = [queue, ...rules];
  }

  private rule(
    name: string,
    id: string,
    { source, detailType }: { readonly source: string; readonly detailType: string },
    queue: SqsQueue,
  ): ITerraformDependable {
    const rule = new CloudwatchEventRule(this, id, {
      name,
      description: `${detailType}: for Karpenter`,
      eventPattern: JSON.stringify({ source: [source], "detail-type": [detailType] }),
      tags: { Name: name },
    });
    return new CloudwatchEventTarget(this, `${id}-target`, { rule: rule.name, targetId: "queue", arn: queue.arn });
  }
}

const queuePolicy = (queueArn: string): string =>
  policyDocument([
    {
      sid: "Events",
      actions: ["sqs:SendMessage"],
      resources: [queueArn],
      principals: { services: ["events.amazonaws.com", "sqs.amazonaws.com"] },
    },
    {
      sid: "TlsAlone",
      effect: "Deny",
      actions: ["sqs:*"],
      resources: [queueArn],
      principals: { anyone: true },
      conditions: { Bool: { "aws:SecureTransport": "false" } },
    },
  ]);
