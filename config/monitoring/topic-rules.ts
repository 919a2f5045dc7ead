import type { Rule } from "../kernel/rule";
import { awsOf } from "../sites/aws-eks/environment";
import type { SiteEnvironment } from "../sites/environment";

/** Topics of receivers, each with the parts of its ARN and where config names it. */
function* topics({ monitoring }: SiteEnvironment) {
  for (const [name, receiver] of Object.entries(monitoring.receivers)) {
    if (receiver.kind !== "sns") continue;
    const [, partition = "", , region = "", account = ""] = receiver.topic.split(":");
    yield { partition, region, account, path: ["monitoring", "receivers", name, "topic"] };
  }
}

const otherPartition: Rule = {
  id: "monitoring/topic-of-other-partition",
  title: "Topics of SNS are in the partition of the cluster.",
  severity: "error",
  why: "Roles of one partition mean nothing in another: Alertmanager may not publish, and the receiver hears nothing.",
  source: "https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html",
  *check({ env }) {
    const aws = awsOf(env);
    if (!aws) return;
    for (const { partition, path } of topics(env))
      if (partition !== aws.partition)
        yield {
          path,
          message: `the topic is in ${partition}, and the cluster in ${aws.partition}`,
          fix: `name a topic of ${aws.partition}, or tell the other one by a webhook`,
        };
  },
};

const otherAccount: Rule = {
  id: "monitoring/topic-elsewhere",
  title: "Topics of SNS are in the account and the Region of the cluster.",
  severity: "warning",
  why: "The policy of a topic of another account, and of its key, must let the role of Alertmanager publish, and Railyard cannot see or change either; a topic of another Region is reached through the Internet, where an endpoint of SNS in the VPC does not lead.",
  source: "https://docs.aws.amazon.com/sns/latest/dg/sns-access-policy-use-cases.html",
  *check({ env }) {
    const aws = awsOf(env);
    if (!aws) return;
    for (const { partition, region, account, path } of topics(env)) {
      const elsewhere = [
        ...(account === aws.account ? [] : [`account ${account}`]),
        ...(region === aws.region ? [] : [`Region ${region}`]),
      ];
      if (partition !== aws.partition || elsewhere.length === 0) continue;
      yield {
        path,
        message: `the topic is in ${elsewhere.join(" and ")}, the cluster in account ${aws.account} and Region ${aws.region}`,
        fix: "name a topic of this account and Region; or have its policy allow sns:Publish, send an alert by hand (amtool alert add), and ignore this rule",
      };
    }
  },
};

/** Where topics of receivers are. */
export const TOPIC_RULES: readonly Rule[] = [otherPartition, otherAccount];
