import { S3_NOTIFICATION_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-notification";
import { fakeCloud } from "../fake-cloud";

const notification = S3_NOTIFICATION_KINDS["aws_s3_bucket_notification"]!;

test("a notification belongs to its bucket", () => {
  expect(notification.forcesNew).toEqual(["bucket"]);
  expect(notification.defaults).toEqual({ eventbridge: false });
  expect(notification.references).toMatchObject([{ path: "bucket", missing: "NoSuchBucket" }]);
});

test("the provider names what has no name", () => {
  const made = notification.create(
    {
      bucket: "data",
      queue: [{ queue_arn: "a" }, { queue_arn: "b", id: "mine" }],
      topic: [{ topic_arn: "c" }],
      lambda_function: [],
    },
    fakeCloud(),
  );
  expect(made).toEqual({
    id: "data",
    lambda_function: [],
    queue: [
      { queue_arn: "a", id: expect.stringMatching(/^tf-s3-queue-[0-9a-f]{26}$/) },
      { queue_arn: "b", id: "mine" },
    ],
    topic: [{ topic_arn: "c", id: expect.stringMatching(/^tf-s3-topic-[0-9a-f]{26}$/) }],
  });
});

test("two targets have two names", () => {
  const queue = [{ queue_arn: "a" }, { queue_arn: "b" }];
  const { queue: made } = notification.create({ bucket: "data", queue }, fakeCloud()) as { queue: { id: string }[] };
  expect(made[0]!.id).not.toBe(made[1]!.id);
});
