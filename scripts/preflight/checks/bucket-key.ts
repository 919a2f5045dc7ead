import { DescribeKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { GetBucketEncryptionCommand, S3Client } from "@aws-sdk/client-s3";
import { isLinked } from "../../../config/checkpoints/link-rules";
import type { CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";
import { fsxMay, KEY_SOURCE } from "./fsx-key-policy";

/** The key of a bucket that the config only names: S3 asks it for every object, and FSx by a role of its own. */
export const BUCKET_KEY: PreflightCheck = {
  id: "checkpoints/bucket-key",
  title: "An existing bucket is encrypted with the key of the config, and the key lets FSx in.",
  actions: ["s3:GetEncryptionConfiguration", "kms:DescribeKey", "kms:GetKeyPolicy", "kms:ListGrants"],
  run: async ({ environment, aws }) => {
    const { checkpoints, account } = environment;
    if (checkpoints?.bucket.kind !== "existing") return [];
    const { name: Bucket, kmsKeyArn: written } = checkpoints.bucket;
    const question = new GetBucketEncryptionCommand({ Bucket, ExpectedBucketOwner: account });
    const answer = await orNull(aws.client(S3Client).send(question));
    const rule = answer?.ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault;
    const kind = rule?.SSEAlgorithm ?? "AES256";
    if (kind === "AES256") return [withoutKey(Bucket, written)];
    if (rule?.KMSMasterKeyID === undefined) return [awsKey(Bucket, written)];
    const KeyId = rule.KMSMasterKeyID;
    const key = (await aws.client(KMSClient).send(new DescribeKeyCommand({ KeyId }))).KeyMetadata;
    const arn = key?.Arn ?? KeyId;
    if (arn !== written) return [otherKey(Bucket, arn, written)];
    if (key?.KeyState !== undefined && key.KeyState !== "Enabled") {
      const text = `its key ${arn} is ${key.KeyState}: nothing can be written or read`;
      return [{ verdict: "failed", subject: Bucket, text, fix: "Enable the key, or give the bucket another one." }];
    }
    if (!isLinked(environment)) return [{ verdict: "ok", subject: Bucket, text: `encrypted with ${arn}` }];
    return [await fsxMay(aws, environment, Bucket, arn)];
  },
};

function withoutKey(subject: string, written: string | null): CheckResult {
  if (written === null) return { verdict: "ok", subject, text: "encrypted with S3's own keys" };
  const text = `encrypts with S3's own keys, but checkpoints.bucket.kmsKeyArn says ${written}`;
  return { verdict: "warning", subject, text, fix: "Remove kmsKeyArn, or make the key the bucket's default." };
}

/** `aws/s3`: nobody can change what its policy says. */
const awsKey = (subject: string, written: string | null): CheckResult => ({
  verdict: written === null ? "unknown" : "failed",
  subject,
  text: `encrypts with AWS's own key aws/s3${written === null ? "; FSx's guide names customer managed keys alone" : `, but checkpoints.bucket.kmsKeyArn says ${written}`}`,
  fix: "Give the bucket S3's own keys (AES256), or a key of yours, and name that in checkpoints.bucket.kmsKeyArn.",
  source: KEY_SOURCE,
});

const otherKey = (subject: string, arn: string, written: string | null): CheckResult => ({
  verdict: "failed",
  subject,
  text: `encrypts with ${arn}, but checkpoints.bucket.kmsKeyArn ${written === null ? "names no key" : `says ${written}`}: jobs get no right to it`,
  fix: `Write kmsKeyArn: "${arn}".`,
  source: KEY_SOURCE,
});
