import { SNS_TOPIC_KINDS } from "../../../../scripts/rehearsal/aws/sns-topic";
import { fakeCloud } from "./fake-cloud";
import { codes } from "./refusal-codes";

const kind = SNS_TOPIC_KINDS["aws_sns_topic"]!;

test("a topic is made anew for another name and another order", () => {
  expect(kind.forcesNew).toEqual(["fifo_topic", "name", "name_prefix"]);
  expect(kind.defaults).toEqual({ content_based_deduplication: false, fifo_topic: false });
  expect(kind.json).toEqual(["archive_policy", "delivery_policy", "policy"]);
});

test("a topic is known by its ARN", () => {
  const arn = "arn:aws:sns:us-west-2:123456789012:alarms";
  expect(kind.create({ name: "alarms" }, fakeCloud())).toMatchObject({ id: arn, arn, owner: "123456789012" });
});

test("a topic that keeps order says so in its name", () => {
  expect(kind.create({ name_prefix: "a-", fifo_topic: true }, fakeCloud())["name"]).toMatch(/^a-[0-9a-f]{26}\.fifo$/);
  expect(kind.create({ name_prefix: "a-", fifo_topic: false }, fakeCloud())["name"]).toMatch(/^a-[0-9a-f]{26}$/);
});

test.each([
  ["x".repeat(256), false, []],
  ["x".repeat(257), false, ["InvalidParameter"]],
  ["a b", false, ["InvalidParameter"]],
  ["a.fifo", true, []],
  ["a", true, ["InvalidParameter"]],
  [null, true, []],
])("a topic may have the name %s (FIFO: %s), or is refused: %j", (name, fifo_topic, expected) => {
  expect(codes(kind, { name, fifo_topic })).toEqual(expected);
});
