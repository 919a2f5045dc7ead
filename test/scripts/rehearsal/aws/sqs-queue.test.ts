import { SQS_QUEUE_KINDS } from "../../../../scripts/rehearsal/aws/sqs-queue";
import { fakeCloud } from "./fake-cloud";
import { codes } from "./refusal-codes";

const kind = SQS_QUEUE_KINDS["aws_sqs_queue"]!;

test("a queue is made anew for another name and another order", () => {
  expect(kind.forcesNew).toEqual(["fifo_queue", "name", "name_prefix"]);
  expect(kind.json).toEqual(["policy", "redrive_allow_policy", "redrive_policy"]);
  expect(kind.defaults).toEqual({
    content_based_deduplication: false,
    delay_seconds: 0,
    fifo_queue: false,
    max_message_size: 262_144,
    message_retention_seconds: 345_600,
    receive_wait_time_seconds: 0,
    visibility_timeout_seconds: 30,
  });
});

test("a queue is known by its address", () => {
  const url = "https://sqs.us-west-2.amazonaws.com/123456789012/interruptions";
  expect(kind.create({ name: "interruptions", kms_master_key_id: null }, fakeCloud())).toMatchObject({
    id: url,
    url,
    arn: "arn:aws:sqs:us-west-2:123456789012:interruptions",
    sqs_managed_sse_enabled: true,
    kms_data_key_reuse_period_seconds: 300,
    deduplication_scope: "",
    fifo_throughput_limit: "",
  });
  expect(kind.create({ name: "a", kms_master_key_id: "alias/aws/sqs" }, fakeCloud())["sqs_managed_sse_enabled"]).toBe(
    false,
  );
});

test("a queue that keeps order says so in its name", () => {
  expect(kind.create({ name: "a.fifo", fifo_queue: true }, fakeCloud())).toMatchObject({
    name: "a.fifo",
    deduplication_scope: "queue",
    fifo_throughput_limit: "perQueue",
  });
  expect(kind.create({ name_prefix: "a-", fifo_queue: true }, fakeCloud())["name"]).toMatch(/^a-[0-9a-f]{26}\.fifo$/);
  expect(kind.create({ name_prefix: "a-", fifo_queue: false }, fakeCloud())["name"]).toMatch(/^a-[0-9a-f]{26}$/);
});

test.each([
  ["interruptions_1-a", false, []],
  ["x".repeat(80), false, []],
  ["x".repeat(81), false, ["InvalidParameterValue"]],
  ["a.b", false, ["InvalidParameterValue"]],
  ["a.fifo", false, ["InvalidParameterValue"]],
  ["a.fifo", true, []],
  ["a", true, ["InvalidParameterValue"]],
  [null, true, []],
])("a queue may have the name %s (FIFO: %s), or is refused: %j", (name, fifo_queue, expected) => {
  expect(codes(kind, { name, fifo_queue })).toEqual(expected);
});
