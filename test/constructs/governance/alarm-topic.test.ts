import { KmsKey as AwsKmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SnsTopicSubscription } from "@cdktf/provider-aws/lib/sns-topic-subscription";
import { AlarmTopic, type AlarmTopicProps } from "../../../constructs/governance/alarm-topic";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const synth = (props: Partial<AlarmTopicProps> = {}) =>
  synthStack((stack) => {
    new AlarmTopic(stack, "alarms", {
      partition: "aws",
      accountId: "111122223333",
      region: "eu-west-1",
      name: "dev-alarms",
      keyAlias: "dev-alarms",
      ...props,
    });
  });
const statements = (policy: string): Json[] => JSON.parse(policy).Statement;

test("the topic is encrypted with its own key", () => {
  const json = synth();
  const [id] = Object.keys(resources(json, AwsKmsKey));
  expect(only(json, SnsTopic)).toMatchObject({ name: "dev-alarms", kms_master_key_id: `\${aws_kms_key.${id}.arn}` });
});

test("budgets and anomaly detection publish for this account alone", () => {
  const [budgets, anomalies, ...others] = statements(only(synth(), SnsTopic).policy);
  expect(others).toEqual([]);
  expect(budgets).toMatchObject({
    Principal: { Service: "budgets.amazonaws.com" },
    Action: "sns:Publish",
    Resource: "arn:aws:sns:eu-west-1:111122223333:dev-alarms",
    Condition: {
      StringEquals: { "aws:SourceAccount": "111122223333" },
      ArnLike: { "aws:SourceArn": "arn:aws:budgets::111122223333:*" },
    },
  });
  expect(anomalies).toMatchObject({
    Principal: { Service: "costalerts.amazonaws.com" },
    Condition: { StringEquals: { "aws:SourceAccount": "111122223333" } },
  });
  expect(anomalies.Condition.ArnLike).toBeUndefined();
});

test("both may use the key, and no other service", () => {
  const [root, ...services] = statements(only(synth(), AwsKmsKey).policy);
  expect(root.Principal).toEqual({ AWS: "arn:aws:iam::111122223333:root" });
  expect(services.map(({ Principal }) => Principal.Service)).toEqual([
    "budgets.amazonaws.com",
    "costalerts.amazonaws.com",
  ]);
  for (const { Action, Condition } of services) {
    expect(Action).toEqual(["kms:GenerateDataKey*", "kms:Decrypt"]);
    expect(Condition).toEqual({ StringEquals: { "aws:SourceAccount": "111122223333" } });
  }
});

test("the key may go with the topic: it keeps nothing", () => {
  expect(only(synth(), AwsKmsKey)).toMatchObject({ deletion_window_in_days: 7 });
  expect(only(synth(), AwsKmsKey).lifecycle).toBeUndefined();
});

describe("addresses", () => {
  const ids = (emails: string[]) =>
    Object.entries(resources(synth({ emails }), SnsTopicSubscription)).map(([id, { endpoint }]) => [endpoint, id]);

  test("are subscribed each", () => {
    const json = synth({ emails: ["a@example.com", "b@example.com"] });
    expect(Object.values<Json>(resources(json, SnsTopicSubscription)).map((s) => [s.protocol, s.endpoint])).toEqual([
      ["email", "a@example.com"],
      ["email", "b@example.com"],
    ]);
  });

  test("stay the same subscription in another order", () => {
    const [first, second] = [ids(["a@example.com", "b@example.com"]), ids(["b@example.com", "a@example.com"])];
    expect(Object.fromEntries(first)).toEqual(Object.fromEntries(second));
  });

  test("that differ in signs alone have addresses of their own, in any order, and others keep theirs", () => {
    const alike = ["a.b@example.com", "a-b@example.com", "c@example.com"];
    const [first, second] = [ids(alike), ids([...alike].reverse())];
    expect(new Set(first.map(([, id]) => id)).size).toBe(3);
    expect(Object.fromEntries(first)).toEqual(Object.fromEntries(second));
    const alone = Object.fromEntries(ids(["c@example.com", "a.b@example.com"]));
    expect(Object.fromEntries(first)["c@example.com"]).toBe(alone["c@example.com"]);
    expect(alone["a.b@example.com"]).toMatch(/email-a-b-example-com_[0-9A-F]{8}$/);
  });

  test("are nobody's without any", () => expect(ids([])).toEqual([]));
});
