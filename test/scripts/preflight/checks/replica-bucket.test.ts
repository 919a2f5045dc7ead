import { REPLICA_BUCKET } from "../../../../scripts/preflight/checks/replica-bucket";
import { NOW } from "../../../helpers/environment";
import { checked, environmentWith } from "../../../helpers/preflight-check";
import { awsError, pretendedAws, type PretendedAnswers } from "../../../helpers/pretended-aws";

const to = {
  bucket: "copies",
  region: "us-west-2",
  kmsKeyArn: "arn:aws:kms:us-west-2:111122223333:key/11111111-2222-3333-4444-555555555555",
};
const GOOD: PretendedAnswers = {
  "S3.HeadBucket": { BucketRegion: "us-west-2" },
  "S3.GetBucketVersioning": { Status: "Enabled" },
  "S3.GetObjectLockConfiguration": { ObjectLockConfiguration: { ObjectLockEnabled: "Enabled" } },
};
const LOCK = { warm: undefined, objectLock: { mode: "governance", days: 7 } };
const ask = (answers: PretendedAnswers, checkpoints: object = {}) =>
  checked(REPLICA_BUCKET, { ...GOOD, ...answers }, { checkpoints: { replicateTo: to, ...checkpoints } });

test("a bucket that keeps versions is well, and one with Object Lock where versions are locked", async () => {
  expect((await ask({})).map(({ verdict, text }) => [verdict, text])).toEqual([["ok", "is there, and keeps versions"]]);
  expect((await ask({}, LOCK)).map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
  expect(await ask({}, { replicateTo: undefined })).toEqual([]);
});

test.each<[string, PretendedAnswers, string, string]>([
  ["none", { "S3.HeadBucket": awsError("NotFound", 404) }, "failed", "there is no bucket copies"],
  ["one in another Region", { "S3.HeadBucket": { BucketRegion: "eu-west-1" } }, "failed", 'region: "eu-west-1"'],
  ["one that S3 sends elsewhere", { "S3.HeadBucket": awsError("PermanentRedirect", 301) }, "failed", "another Region"],
  ["one of others", { "S3.HeadBucket": awsError("Forbidden", 403) }, "unknown", "S3 answers 403"],
  ["one without versions", { "S3.GetBucketVersioning": {} }, "failed", "never switched on"],
  ["one whose versions are suspended", { "S3.GetBucketVersioning": { Status: "Suspended" } }, "failed", "Suspended"],
])("%s is told", async (_, answers, verdict, text) => {
  const results = await ask(answers);
  expect(results).toHaveLength(1);
  expect(results[0]!.verdict).toBe(verdict);
  expect(`${results[0]!.text} ${results[0]!.fix}`).toContain(text);
});

test("copies of locked versions need Object Lock there", async () => {
  const none = awsError("ObjectLockConfigurationNotFoundError", 404);
  expect((await ask({ "S3.GetObjectLockConfiguration": none }, LOCK)).map(({ verdict }) => verdict)).toEqual([
    "ok",
    "failed",
  ]);
});

test("it is asked in its Region, and whose it is", async () => {
  const aws = pretendedAws(GOOD);
  const kmsKeyArn = to.kmsKeyArn.replace("111122223333", "999988887777");
  const environment = environmentWith({
    checkpoints: { replicateTo: { ...to, account: "999988887777", kmsKeyArn } },
  });
  await REPLICA_BUCKET.run({ environment, aws, now: NOW });
  const input = { Bucket: "copies", ExpectedBucketOwner: "999988887777" };
  expect(aws.calls).toEqual([
    { call: "S3.HeadBucket", region: "us-west-2", input },
    { call: "S3.GetBucketVersioning", region: "us-west-2", input },
  ]);
});
