import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import { type HelmValues } from "../core/helm-values";
import type { Partition } from "../../config/facts/regions";
import { COST_LABEL } from "./cost-rules";
import type { AlarmPlace, PlatformContext } from "./component";

export interface AlarmTopicRef {
  readonly topicArn: string;
  /** Region of the topic. */
  readonly region: string;
  /** Name of the environment, up to 20 characters: one topic may hear of several. */
  readonly environment: string;
}

/** Account of Alertmanager's pods: the chart calls it after its release. */
const SERVICE_ACCOUNT = "kube-prometheus-stack-alertmanager";
const RECEIVER = "railyard-alarms";

/**
 * SNS refuses a subject of 100 characters and more, and the alert with it; Alertmanager's own has the values of all labels.
 * Names of groups have up to 20 characters, those of teams up to 30.
 * @see https://docs.aws.amazon.com/sns/latest/api/API_Publish.html
 */
const subject = (environment: string): string =>
  `${environment}: {{ .GroupLabels.SortedPairs.Values | join " " }} ({{ .Status }})`;

/**
 * Every alert that somebody should look at goes to the topic. Silent are the one that always sounds, the one that only keeps
 * others down, and what is for information alone. Lists of ours replace those of the chart, its rules of inhibition stay.
 * @see https://prometheus.io/docs/alerting/latest/configuration/#sns_config
 */
export function alertmanagerConfig({ topicArn, region, environment }: AlarmTopicRef): HelmValues {
  const matchers = Object.entries(COST_LABEL).map(([label, value]) => `${label} = "${value}"`);
  return {
    route: {
      receiver: RECEIVER,
      // one message for all that a broken switch or file system sets off; of an alert's labels the subject has its name alone
      group_by: ["alertname"],
      group_wait: "1m",
      group_interval: "15m",
      repeat_interval: "12h",
      routes: [
        { receiver: "null", matchers: ['alertname =~ "Watchdog|InfoInhibitor"'] },
        { receiver: "null", matchers: ['severity = "info"'] },
        {
          receiver: RECEIVER,
          matchers,
          group_by: ["alertname", "node_group", "team"],
          group_wait: "2m",
          group_interval: "30m",
          repeat_interval: "12h",
        },
      ],
    },
    receivers: [
      { name: "null" },
      {
        name: RECEIVER,
        sns_configs: [
          {
            // without keys the AWS SDK finds those of Pod Identity
            sigv4: { region },
            topic_arn: topicArn,
            subject: subject(environment),
            send_resolved: true,
          },
        ],
      },
    ],
  };
}

export interface AlarmReceiverProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly roleName: string;
  /** Namespace of Alertmanager. */
  readonly namespace: string;
  readonly topicArn: string;
  /** Key that encrypts the topic. @default - its policy or its owner lets the role in */
  readonly keyArn?: string;
}

/** Lets Alertmanager publish to the topic, and nothing else. */
export class AlarmReceiver extends Construct {
  readonly dependables: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: AlarmReceiverProps) {
    super(scope, id);
    const { partition, clusterName, roleName, namespace, topicArn, keyArn } = props;
    const role = new PodIdentityRole(this, "role", {
      partition,
      clusterName,
      roleName,
      namespace,
      serviceAccount: SERVICE_ACCOUNT,
      statements: [
        { sid: "Publish", actions: ["sns:Publish"], resources: [topicArn] },
        ...(keyArn === undefined
          ? []
          : [{ sid: "Encrypt", actions: ["kms:Decrypt", "kms:GenerateDataKey*"], resources: [keyArn] }]),
      ],
    });
    this.dependables = role.dependables;
  }
}

/** The right to publish, and the topic as Alertmanager's configuration names it; null where there is no topic. */
export function alarmReceiver(
  { env, partition, cluster, alarmTopic }: PlatformContext,
  scope: Construct,
  namespace: string,
): AlarmPlace | null {
  const values = alarmTopic();
  if (values === null) return null;
  const { topicArn, topicKeyArn } = values;
  const topic = env.governance?.topic;
  const { dependables } = new AlarmReceiver(scope, "alarm-receiver", {
    partition,
    clusterName: cluster.clusterName,
    topicArn,
    namespace,
    roleName: env.names.role("alertmanager"),
    ...(topic?.kind === "create" && { keyArn: topicKeyArn }),
  });
  return { topic: { topicArn, region: topic?.region ?? env.region, environment: env.name }, dependables };
}
