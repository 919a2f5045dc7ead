import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { textHash } from "../core/text-hash";
import { KmsKey } from "../security/kms-key";
import { policyDocument, type PolicyStatement } from "../security/policy";

export interface AlarmTopicProps {
  readonly partition: Partition;
  /** Account of the topic and of the budgets, 12 digits. */
  readonly accountId: string;
  readonly region: string;
  /** Up to 256 letters, digits, - and _. */
  readonly name: string;
  /** Alias of the key, without `alias/`. */
  readonly keyAlias: string;
  /** Who is subscribed. Each must follow the link in a mail once. @default - nobody */
  readonly emails?: readonly string[];
}

/** Services that tell of money, and whose events are theirs. */
const PUBLISHERS = [
  { sid: "Budgets", service: "budgets.amazonaws.com", source: "budgets" },
  { sid: "CostAnomalies", service: "costalerts.amazonaws.com", source: "ce" },
] as const;

/**
 * The topic of alarms about money, encrypted with a key of its own: the key that AWS manages for SNS lets no service in.
 * @see https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
 * @see https://docs.aws.amazon.com/cost-management/latest/userguide/ad-SNS.html
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html
 */
export class AlarmTopic extends Construct {
  readonly topicArn: string;
  readonly keyArn: string;

  constructor(scope: Construct, id: string, props: AlarmTopicProps) {
    super(scope, id);
    const { partition, accountId, region, name, emails = [] } = props;
    const key = new KmsKey(this, "key", {
      partition,
      accountId,
      alias: props.keyAlias,
      description: `Alarms about money in the topic ${name}`,
      // it holds messages on their way, and nothing else
      deletionWindowDays: 7,
      preventDestroy: false,
      statements: PUBLISHERS.map(({ sid, service }) => ({
        sid,
        principals: { services: [service] },
        actions: ["kms:GenerateDataKey*", "kms:Decrypt"],
        resources: ["*"],
        conditions: { StringEquals: { "aws:SourceAccount": accountId } },
      })),
    });
    const topic = new SnsTopic(this, "topic", {
      name,
      kmsMasterKeyId: key.keyArn,
      policy: policyDocument(
        publishing({ partition, accountId, arn: `arn:${partition}:sns:${region}:${accountId}:${name}` }),
      ),
      tags: { Name: name },
    });
    for (const [email, addressId] of addressIds(emails)) {
      new SnsTopicSubscription(this, `email-${addressId}`, {
        topicArn: topic.arn,
        protocol: "email",
        endpoint: email,
      });
    }
    this.topicArn = topic.arn;
    this.keyArn = key.keyArn;
  }
}

function publishing({
  partition,
  accountId,
  arn,
}: {
  readonly partition: Partition;
  readonly accountId: string;
  readonly arn: string;
}): PolicyStatement[] {
  return PUBLISHERS.map(({ sid, service, source }) => ({
    sid,
    principals: { services: [service] },
    actions: ["sns:Publish"],
    resources: [arn],
    conditions: {
      StringEquals: { "aws:SourceAccount": accountId },
      // only the page on budgets gives the form of its ARNs
      ...(source === "budgets" && { ArnLike: { "aws:SourceArn": `arn:${partition}:budgets::${accountId}:*` } }),
    },
  }));
}

/**
 * Parts of Terraform addresses: another place in the list is no other subscription. Addresses that read alike without their
 * signs, such as a.b@ and a-b@, have a digest beside it; a digest for all would subscribe everybody anew.
 */
function addressIds(emails: readonly string[]): Map<string, string> {
  const plain = (email: string) => email.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const alike = (email: string) => emails.filter((other) => plain(other) === plain(email)).length > 1;
  return new Map(
    emails.map((email) => [email, alike(email) ? `${plain(email)}-${textHash(email.toLowerCase())}` : plain(email)]),
  );
}
