import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import type { Partition } from "../../config/facts/regions";
import type { AlarmPlace, PlatformContext } from "./component";

/** Account of Alertmanager's pods: the chart calls it after its release. */
const SERVICE_ACCOUNT = "kube-prometheus-stack-alertmanager";

export interface AlarmReceiverProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly roleName: string;
  /** Namespace of Alertmanager. */
  readonly namespace: string;
  /** Topics that it publishes to. */
  readonly topicArns: readonly string[];
  /** Key that encrypts the topic of alarms. @default - its policy or its owner lets the role in */
  readonly keyArn?: string;
}

/** Lets Alertmanager publish to topics, and nothing else. */
export class AlarmReceiver extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: AlarmReceiverProps) {
    super(scope, id);
    const { partition, clusterName, roleName, namespace, topicArns, keyArn } = props;
    const role = new PodIdentityRole(this, "role", {
      partition,
      clusterName,
      roleName,
      namespace,
      serviceAccount: SERVICE_ACCOUNT,
      statements: [
        { sid: "Publish", actions: ["sns:Publish"], resources: [...topicArns] },
        ...(keyArn === undefined
          ? []
          : [{ sid: "Encrypt", actions: ["kms:Decrypt", "kms:GenerateDataKey*"], resources: [keyArn] }]),
      ],
    });
    this.dependables = role.dependables;
  }
}

/** The right to publish, and the topic as Alertmanager's configuration names it; null where no topic is told. */
export function alarmReceiver(
  { env, partition, cluster, alarmTopic }: PlatformContext,
  scope: Construct,
  namespace: string,
): AlarmPlace | null {
  const values = alarmTopic();
  const topicArns = [...new Set([...(values ? [values.topicArn] : []), ...routedTopics(env)])];
  if (topicArns.length === 0) return null;
  const topic = env.governance?.topic;
  const roleName = env.names.role("alertmanager");
  const { dependables } = new AlarmReceiver(scope, "alarm-receiver", {
    partition,
    clusterName: cluster.clusterName,
    topicArns,
    namespace,
    roleName,
    ...(values && topic?.kind === "create" && { keyArn: values.topicKeyArn }),
  });
  return {
    topic: values && { topicArn: values.topicArn, region: topic?.region ?? env.region, environment: env.name },
    roleName,
    dependables,
  };
}

/** Topics of receivers that some route tells. */
const routedTopics = ({ monitoring }: Pick<PlatformContext["env"], "monitoring">): string[] =>
  Object.values(monitoring.receivers).flatMap((receiver) => (receiver.kind === "sns" ? [receiver.topic] : []));
