import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import {
  AlarmReceiver,
  alertmanagerConfig,
  type AlarmReceiverProps,
  type AlarmTopicRef,
} from "../../../constructs/platform/alarm-receiver";
import { COST_LABEL } from "../../../constructs/platform/cost-rules";
import { kubePrometheusStackValues } from "../../../constructs/platform/kube-prometheus-stack";
import { only, synthStack, type Json } from "../../helpers/synth";

const TOPIC = "arn:aws:sns:eu-west-1:111122223333:dev-alarms";
const synth = (props: Partial<AlarmReceiverProps> = {}) =>
  synthStack((stack) => {
    new AlarmReceiver(stack, "receiver", {
      partition: "aws",
      clusterName: "dev",
      roleName: "dev-alertmanager",
      namespace: "monitoring",
      topicArn: TOPIC,
      ...props,
    });
  });
const statements = (json: Json): Json[] => JSON.parse(only(json, IamRolePolicy).policy).Statement;

test("Alertmanager's account may publish to the topic and encrypt for it, and nothing else", () => {
  const json = synth({ keyArn: "arn:aws:kms:eu-west-1:111122223333:key/k" });
  expect(only(json, EksPodIdentityAssociation)).toMatchObject({
    cluster_name: "dev",
    namespace: "monitoring",
    service_account: "kube-prometheus-stack-alertmanager",
  });
  expect(statements(json).map(({ Action, Resource }) => [Action, Resource])).toEqual([
    ["sns:Publish", TOPIC],
    [["kms:Decrypt", "kms:GenerateDataKey*"], "arn:aws:kms:eu-west-1:111122223333:key/k"],
  ]);
});

test("a topic without a key of ours is only published to", () => {
  expect(statements(synth()).map(({ Action }) => Action)).toEqual(["sns:Publish"]);
});

describe("alerts", () => {
  const { route, receivers } = alertmanagerConfig({ topicArn: TOPIC, region: "eu-west-1", environment: "dev" }) as Json;

  test("about money go to the topic, in its Region, without keys", () => {
    const cost = route.routes.find(({ receiver }: Json) => receiver !== "null");
    expect(cost.receiver).toBe(route.receiver);
    expect(cost.matchers).toEqual(Object.entries(COST_LABEL).map(([name, value]) => `${name} = "${value}"`));
    expect(receivers.find(({ name }: Json) => name === cost.receiver).sns_configs).toEqual([
      { topic_arn: TOPIC, sigv4: { region: "eu-west-1" }, send_resolved: true, subject: expect.any(String) },
    ]);
  });

  test("have a subject that SNS takes, and that tells the environment", () => {
    const cost = receivers.find(({ name }: Json) => name === "railyard-alarms").sns_configs[0];
    expect(cost.subject).toMatch(
      /^dev: \{\{ \.GroupLabels\.SortedPairs\.Values \| join " " \}\} \(\{\{ \.Status \}\}\)$/,
    );
    // the longest names of all, and the labels by which alerts are grouped
    const { group_by } = route.routes.find(({ receiver }: Json) => receiver === "railyard-alarms");
    expect(group_by).toEqual(["alertname", "node_group", "team"]);
    expect(`${"e".repeat(20)}: GpuIdleInPod ${"g".repeat(20)} ${"t".repeat(30)} (resolved)`.length).toBeLessThan(100);
  });

  test("about anything else go there, too, but for those that nobody need look at", () => {
    expect(route.receiver).toBe("railyard-alarms");
    expect(route.group_by).toEqual(["alertname"]);
    const silent = route.routes
      .filter(({ receiver }: Json) => receiver === "null")
      .map(({ matchers }: Json) => matchers);
    expect(silent).toEqual([['alertname =~ "Watchdog|InfoInhibitor"'], ['severity = "info"']]);
    expect(receivers.map(({ name }: Json) => name)).toEqual(["null", "railyard-alarms"]);
  });
});

describe("the values of the stack", () => {
  const props = {
    retentionDays: 15,
    storageGiB: 100,
    storageClassName: "gp3",
    efa: false,
    nodes: 3,
    placement: { nodeSelector: {}, tolerations: [] },
  };
  const values = (alarms?: AlarmTopicRef): Json => kubePrometheusStackValues({ ...props, ...(alarms && { alarms }) });

  test("have the receiver, and the node group of nodes as a metric", () => {
    const rendered = values({ topicArn: TOPIC, region: "eu-west-1", environment: "dev" });
    expect(rendered.alertmanager.config.receivers).toHaveLength(2);
    expect(rendered["kube-state-metrics"].metricLabelsAllowlist).toEqual(["nodes=[railyard.dev/node-group]"]);
  });

  test("have neither without alarms", () => {
    expect(Object.keys(values().alertmanager.config)).toEqual(["inhibit_rules"]);
    expect(values()["kube-state-metrics"].metricLabelsAllowlist).toBeUndefined();
  });
});
