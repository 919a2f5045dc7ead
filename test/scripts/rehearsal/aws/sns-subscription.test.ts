import { SNS_SUBSCRIPTION_KINDS } from "../../../../scripts/rehearsal/aws/sns-subscription";
import { fakeCloud } from "./fake-cloud";
import { refusalsOf } from "./refusal-text";

const kind = SNS_SUBSCRIPTION_KINDS["aws_sns_topic_subscription"]!;
const refused = refusalsOf(kind, fakeCloud());
const TOPIC = "arn:aws:sns:us-west-2:123456789012:alarms";
const EMAIL = { topic_arn: TOPIC, protocol: "email", endpoint: "a@example.com" };

test("a subscription is made anew for another topic or address, and needs its topic", () => {
  expect(kind.forcesNew).toEqual(["endpoint", "protocol", "topic_arn"]);
  expect(kind.references).toMatchObject([{ path: "topic_arn", to: ["aws_sns_topic"], by: "arn" }]);
});

test("a mail waits to be confirmed, a queue does not", () => {
  const made = kind.create(EMAIL, fakeCloud());
  expect(made).toMatchObject({ owner_id: "123456789012", pending_confirmation: true });
  expect(made["arn"]).toMatch(/^arn:aws:sns:us-west-2:123456789012:alarms:[0-9a-f-]{36}$/);
  expect(kind.create({ ...EMAIL, protocol: "https" }, fakeCloud())["pending_confirmation"]).toBe(true);
  expect(kind.create({ ...EMAIL, protocol: "sqs" }, fakeCloud())["pending_confirmation"]).toBe(false);
});

test("protocols and addresses are such as SNS has", () => {
  expect(refused(EMAIL)).toBe("");
  expect(refused({ ...EMAIL, protocol: "fax" })).toContain('protocol is "fax"');
  expect(refused({ ...EMAIL, endpoint: "nobody" })).toContain("no e-mail address");
  expect(refused({ ...EMAIL, protocol: "sqs", endpoint: "arn:aws:sqs:us-west-2:123456789012:q" })).toBe("");
});
