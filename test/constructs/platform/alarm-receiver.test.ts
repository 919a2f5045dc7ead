import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { AlarmReceiver, type AlarmReceiverProps } from "../../../constructs/platform/alarm-receiver";
import type { AlarmTopicRef } from "../../../constructs/alerts/routing";
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
      topicArns: [TOPIC],
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

test("topics of routes are published to, too", () => {
  const other = "arn:aws:sns:us-east-1:444455556666:oncall";
  expect(statements(synth({ topicArns: [TOPIC, other] }))[0].Resource).toEqual([TOPIC, other]);
});

test("a topic without a key of ours is only published to", () => {
  expect(statements(synth()).map(({ Action }) => Action)).toEqual(["sns:Publish"]);
});

describe("the values of the stack", () => {
  const props = {
    retentionDays: 15,
    storageGiB: 100,
    storageClassName: "gp3",
    efa: false,
    groupLabels: false,
    nodes: 3,
    placement: { nodeSelector: {}, tolerations: [] },
    receiverSecrets: [],
    remoteWrite: { cluster: "dev", destinations: {}, wayOut: { proxy: {}, authorities: null } },
    grafana: {
      url: "http://localhost:3000",
      login: { kind: "password" as const },
      stores: { cluster: "sample", logs: null, traces: null, jobFiles: false },
      wayOut: { proxy: {}, authorities: null },
    },
    roles: {},
  };
  const routing = { environment: "dev", receivers: {}, routes: [] };
  const values = (topic?: AlarmTopicRef, receiverSecrets: string[] = []): Json =>
    kubePrometheusStackValues({ ...props, routing: { ...routing, topic }, receiverSecrets });

  test("have the receiver", () => {
    const rendered = values({ topicArn: TOPIC, region: "eu-west-1", environment: "dev" });
    expect(rendered.alertmanager.config.receivers).toHaveLength(2);
  });

  test("have none without alarms", () => {
    expect(Object.keys(values().alertmanager.config)).toEqual(["inhibit_rules"]);
  });

  test("mount the Secrets of those who are told, and no others", () => {
    expect(values(undefined, ["alert-receivers"]).alertmanager.alertmanagerSpec.secrets).toEqual(["alert-receivers"]);
    expect(values().alertmanager.alertmanagerSpec.secrets).toBeUndefined();
  });
});
