import { S3_REPLICATION_KINDS } from "../../../../../scripts/rehearsal/aws/s3/s3-replication";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";

const replication = S3_REPLICATION_KINDS["aws_s3_bucket_replication_configuration"]!;

const PLAIN = cloudObject("aws_s3_bucket", "data", { bucket: "data", arn: "arn:aws:s3:::data" });
const VERSIONED = cloudObject("aws_s3_bucket_versioning", "data", {
  bucket: "data",
  versioning_configuration: [{ status: "Enabled" }],
});

const rule = (destination: object = {}, more: object = {}) => ({
  status: "Enabled",
  priority: 1,
  source_selection_criteria: [{ sse_kms_encrypted_objects: [{ status: "Enabled" }] }],
  destination: [
    {
      bucket: "arn:aws:s3:::copies",
      encryption_configuration: [{ replica_kms_key_id: "arn:aws:kms:us-west-2:111122223333:key/a" }],
      ...destination,
    },
  ],
  ...more,
});
const messages = (rules: object[], ...objects: CloudObject[]) =>
  replication.refuse!(
    { bucket: "data", role: "arn", rule: rules } as unknown as Attributes,
    fakeCloud({ objects }),
    null,
  ).map(({ message }) => message);

test("it is of a bucket, and known by it", () => {
  expect(replication.forcesNew).toEqual(["bucket"]);
  expect(replication.references).toEqual([{ path: "bucket", to: ["aws_s3_bucket"], missing: "NoSuchBucket" }]);
  expect(replication.create({ bucket: "data" }, fakeCloud())["id"]).toBe("data");
});

test("metrics of requests are known by the bucket and their name", () => {
  const metric = S3_REPLICATION_KINDS["aws_s3_bucket_metric"]!;
  expect(metric.forcesNew).toEqual(["bucket", "name"]);
  expect(metric.create({ bucket: "data", name: "EntireBucket" }, fakeCloud())["id"]).toBe("data:EntireBucket");
});

test("a bucket that keeps versions is copied, and one of which nothing is known", () => {
  const timed = { replication_time: [{ status: "Enabled" }], metrics: [{ status: "Enabled" }] };
  expect(messages([rule(timed), rule({}, { priority: 2 })], PLAIN, VERSIONED)).toEqual([]);
  expect(messages([rule()], cloudObject("aws_s3_bucket", "data", { bucket: "data" }))).toEqual([]);
  expect(
    messages([rule({ encryption_configuration: [] }, { source_selection_criteria: [] })], PLAIN, VERSIONED),
  ).toEqual([]);
});

test.each([
  ["a bucket without versions", [rule()], [PLAIN], /Versioning must be 'Enabled'/],
  ["two rules of one priority", [rule(), rule()], [PLAIN, VERSIONED], /same priority: 1, 1/],
  ["a bucket to itself", [rule({ bucket: "arn:aws:s3:::data" })], [PLAIN, VERSIONED], /its own destination/],
  ["keys of KMS without one there", [rule({ encryption_configuration: [] })], [PLAIN, VERSIONED], /replica_kms_key_id/],
  [
    "a time without metrics",
    [rule({ replication_time: [{ status: "Enabled" }] })],
    [PLAIN, VERSIONED],
    /metrics that are Enabled/,
  ],
])("refuses %s", (_, rules, objects, message) => {
  expect(messages(rules, ...objects)).toEqual([expect.stringMatching(message)]);
});
