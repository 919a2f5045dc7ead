import { BUCKET_NOTIFICATIONS } from "../../../../scripts/preflight/checks/bucket-link";
import { checked } from "../../../helpers/preflight-check";
import type { PretendedAnswers } from "../../../helpers/pretended-aws";

const bucket = { kind: "existing", name: "corpus" };
const ask = (found: object, checkpoints: object = { bucket }) =>
  checked(BUCKET_NOTIFICATIONS, { "S3.GetBucketNotificationConfiguration": found } as PretendedAnswers, {
    checkpoints,
  });
const queue = (prefix: string | null, events = ["s3:ObjectCreated:*"], Id = "index") => ({
  QueueConfigurations: [
    {
      Id,
      Events: events,
      ...(prefix !== null && { Filter: { Key: { FilterRules: [{ Name: "Prefix", Value: prefix }] } } }),
    },
  ],
});

test.each([
  ["nothing", {}],
  ["FSx's own", queue(null, undefined, "FSx")],
  ["another prefix", queue("logs/")],
  ["other events", queue(null, ["s3:Replication:*"])],
  ["EventBridge", { EventBridgeConfiguration: {} }],
])("%s leaves room", async (_, found) => expect((await ask(found))[0]?.verdict).toBe("ok"));

test.each([
  ["the whole bucket", queue(null)],
  ["a prefix around it", queue("check")],
  ["a prefix in it", queue("checkpoints/run1/", ["s3:ObjectRemoved:Delete"])],
])("%s is unknown, and named", async (_, found) =>
  expect((await ask(found))[0]).toMatchObject({ verdict: "unknown", text: expect.stringMatching(/^index tells/) }),
);

test("nothing is asked where nothing is imported, or of a bucket of Railyard's own", async () => {
  const none = {};
  expect(await checked(BUCKET_NOTIFICATIONS, none, { checkpoints: { bucket, warm: { import: [] } } })).toEqual([]);
  expect(await checked(BUCKET_NOTIFICATIONS, none)).toEqual([]);
});
