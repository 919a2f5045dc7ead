import { DATASET_BUCKETS } from "../../../../scripts/preflight/checks/dataset-buckets";
import { DATASET_TABLES } from "../../../../scripts/preflight/checks/dataset-tables";
import { checked } from "../../../helpers/preflight-check";
import { awsError, pretendedAws, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { environmentWith } from "../../../helpers/preflight-check";
import { NOW } from "../../../helpers/environment";

const KEY = "arn:aws:kms:us-east-1:111122223333:key/11111111-2222-3333-4444-555555555555";
const GOOD: PretendedAnswers = {
  "S3.HeadBucket": { BucketRegion: "us-east-1" },
  "S3.GetBucketVersioning": { Status: "Enabled" },
  "S3.GetBucketEncryption": {
    ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: "AES256" } }] },
  },
  "S3.ListObjectsV2": { KeyCount: 1 },
};
const by = (SSEAlgorithm: string, KMSMasterKeyID?: string) => ({
  "S3.GetBucketEncryption": {
    ServerSideEncryptionConfiguration: {
      Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm, KMSMasterKeyID } }],
    },
  },
});
const ask = (answers: PretendedAnswers, dataset: object = {}, place: object = {}) =>
  checked(
    DATASET_BUCKETS,
    { ...GOOD, ...answers },
    {
      teams: { vision: {} },
      datasets: {
        faces: { place: { kind: "bucket", name: "lab", prefix: "faces/", ...place }, ...dataset },
        local: { place: { kind: "volume", volume: "lustre", path: "/raw" } },
        beside: { place: { kind: "bucket", prefix: "beside/" } },
      },
    },
  );

test("a bucket as config says is well; volumes, and the bucket of the checkpoints, are not asked here", async () => {
  const results = await ask({});
  expect(results.map(({ verdict, subject }) => [verdict, subject])).toEqual(Array(3).fill(["ok", "lab/faces/"]));
});

test.each<[string, PretendedAnswers, string, string]>([
  ["none", { "S3.HeadBucket": awsError("NotFound", 404) }, "failed", "there is no bucket lab"],
  ["one in another Region", { "S3.HeadBucket": { BucketRegion: "eu-west-1" } }, "failed", 'region: "eu-west-1"'],
  [
    "one that S3 sends elsewhere",
    { "S3.HeadBucket": awsError("PermanentRedirect", 301) },
    "failed",
    "in another Region",
  ],
  ["one of others", { "S3.HeadBucket": awsError("Forbidden", 403) }, "unknown", "S3 answers 403"],
])("%s is told, and nothing else is asked", async (_, answers, verdict, text) => {
  const results = await ask(answers);
  expect(results).toHaveLength(1);
  expect(results[0]!.verdict).toBe(verdict);
  expect(`${results[0]!.text} ${results[0]!.fix}`).toContain(text);
});

test("of another account it is said which roles its owner must let in, and the account is asked for", async () => {
  const aws = pretendedAws({ ...GOOD, "S3.HeadBucket": awsError("Forbidden", 403) });
  const place = { kind: "bucket", name: "lab", prefix: "faces/", account: "999988887777", region: "eu-west-1" };
  const environment = environmentWith({ teams: { vision: {} }, datasets: { faces: { place } } });
  const [result] = await DATASET_BUCKETS.run({ environment, aws, now: NOW });
  expect(result!.fix).toContain(
    "Have account 999988887777 let sample-jobs, sample-datasets-vision of account 111122223333 in",
  );
  expect(aws.calls).toEqual([
    { call: "S3.HeadBucket", region: "eu-west-1", input: { Bucket: "lab", ExpectedBucketOwner: "999988887777" } },
  ]);
});

test.each<[string, PretendedAnswers, object, string | null, readonly string[]]>([
  ["no versions, which nobody writes", { "S3.GetBucketVersioning": {} }, {}, null, ["ok", "ok", "ok"]],
  [
    "no versions of what is written",
    { "S3.GetBucketVersioning": { Status: "Suspended" } },
    { writers: ["vision"] },
    null,
    ["warning", "ok", "ok"],
  ],
  ["a key that config does not name", by("aws:kms", KEY), {}, null, ["ok", "failed", "ok"]],
  ["the key that config names", by("aws:kms", KEY), {}, KEY, ["ok", "ok", "ok"]],
  ["that key by its id", by("aws:kms", KEY.split("/")[1]), {}, KEY, ["ok", "ok", "ok"]],
  ["an alias of a key", by("aws:kms", KEY.replace(/key.*/, "alias/lab")), {}, KEY, ["ok", "unknown", "ok"]],
  ["AWS's own key", by("aws:kms"), {}, null, ["ok", "unknown", "ok"]],
  ["S3's own keys, and config names one", {}, {}, KEY, ["ok", "warning", "ok"]],
  [
    "no encryption that S3 tells",
    { "S3.GetBucketEncryption": awsError("ServerSideEncryptionConfigurationNotFoundError", 404) },
    {},
    null,
    ["ok", "ok", "ok"],
  ],
  ["nothing to read", { "S3.ListObjectsV2": { KeyCount: 0 } }, {}, null, ["ok", "ok", "warning"]],
  ["nothing yet", { "S3.ListObjectsV2": { KeyCount: 0 } }, { writers: ["vision"] }, null, ["ok", "ok", "ok"]],
])("%s", async (_, answers, dataset, kmsKeyArn, verdicts) => {
  const results = await ask(answers, dataset, kmsKeyArn === null ? {} : { kmsKeyArn });
  expect(results.map(({ verdict }) => verdict)).toEqual(verdicts);
});

describe("a table of Glue", () => {
  const of = (answer: object) =>
    checked(
      DATASET_TABLES,
      { "Glue.GetTable": answer },
      {
        datasets: {
          faces: {
            place: { kind: "bucket", name: "lab", prefix: "faces/" },
            version: { kind: "glue", database: "lab", table: "faces" },
          },
          other: { place: { kind: "bucket", name: "lab", prefix: "other/" }, version: { kind: "delta" } },
        },
      },
    );

  test.each<[string, object, string, string]>([
    ["that is not there", awsError("EntityNotFoundException"), "failed", "is not in the catalogue of us-east-1"],
    ["with a version", { Table: { VersionId: "7" } }, "ok", "version 7 of its definition"],
    [
      "of Iceberg",
      { Table: { VersionId: "7", Parameters: { table_type: "iceberg", metadata_location: "s3://m" } } },
      "ok",
      "s3://m",
    ],
    ["without a version", { Table: {} }, "warning", "not known"],
  ])("%s", async (_, answer, verdict, text) => {
    expect(await of(answer)).toEqual([
      expect.objectContaining({ verdict, text: expect.stringContaining(text), subject: "lab.faces" }),
    ]);
  });
});
