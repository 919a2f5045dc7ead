import { GetBucketVersioningCommand, GetObjectLockConfigurationCommand, S3Client } from "@aws-sdk/client-s3";
import type { ResolvedReplication } from "../../../config/checkpoints/replication";
import type { CheckResult, PreflightCheck } from "../check";
import { headBucket, type BucketAt } from "../head-bucket";
import { orNull } from "../not-found";

const REQUIREMENTS = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-requirements.html";
const HEAD = "https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html";
const KEY = "checkpoints.replicateTo";

/** The bucket that gets copies: S3 takes any name, and what it cannot copy stays away for good. */
export const REPLICA_BUCKET: PreflightCheck = {
  id: "checkpoints/replica-bucket",
  title: "The bucket that gets copies of the checkpoints is there, in its Region, and keeps versions.",
  actions: ["s3:ListBucket", "s3:GetBucketVersioning", "s3:GetBucketObjectLockConfiguration"],
  run: async ({ environment, aws }) => {
    const { checkpoints } = environment;
    const to = checkpoints?.replicateTo;
    if (!to) return [];
    const s3 = aws.client(S3Client, to.region);
    const at = { Bucket: to.bucket, ExpectedBucketOwner: to.account };
    const wrong = await notThere(s3, at, to);
    if (wrong) return [wrong];
    return [await versions(s3, at), ...(checkpoints.objectLock ? [await lock(s3, at)] : [])];
  },
};

async function notThere(s3: S3Client, at: BucketAt, to: ResolvedReplication): Promise<CheckResult | null> {
  const { status, region } = await headBucket(s3, at);
  const subject = to.bucket;
  if (status === 404)
    return {
      verdict: "failed",
      subject,
      text: `there is no bucket ${subject}, but ${KEY} copies to it`,
      fix: `Make it in ${to.region}, with versioning, or correct ${KEY}.bucket.`,
      source: REQUIREMENTS,
    };
  if (status === 301 || (region !== undefined && region !== to.region))
    return {
      verdict: "failed",
      subject,
      text: `the bucket is in ${region ?? "another Region"}, and ${KEY}.region is ${to.region}: the role may use keys of that Region alone`,
      fix: region === undefined ? `Write its Region in ${KEY}.region.` : `Write region: "${region}" in ${KEY}.`,
      source: HEAD,
    };
  if (status === 403)
    return {
      verdict: "unknown",
      subject,
      text: `S3 answers 403: the bucket is there, and either these credentials may not see it, or it is not of account ${to.account}`,
      fix: `Give the caller s3:ListBucket and s3:GetBucketVersioning on it, or correct ${KEY}.account.`,
      source: HEAD,
    };
  return null;
}

async function versions(s3: S3Client, at: BucketAt): Promise<CheckResult> {
  const { Status } = await s3.send(new GetBucketVersioningCommand(at));
  if (Status === "Enabled") return { verdict: "ok", subject: at.Bucket, text: "is there, and keeps versions" };
  return {
    verdict: "failed",
    subject: at.Bucket,
    text: `keeps no versions (${Status ?? "never switched on"}): S3 copies nothing to it`,
    fix: `aws s3api put-bucket-versioning --bucket ${at.Bucket} --versioning-configuration Status=Enabled`,
    source: REQUIREMENTS,
  };
}

/** Locks are copied with the objects. */
async function lock(s3: S3Client, at: BucketAt): Promise<CheckResult> {
  const answer = await orNull(s3.send(new GetObjectLockConfigurationCommand(at)));
  if (answer?.ObjectLockConfiguration?.ObjectLockEnabled === "Enabled")
    return { verdict: "ok", subject: at.Bucket, text: "has Object Lock" };
  return {
    verdict: "failed",
    subject: at.Bucket,
    text: "has no Object Lock, which checkpoints.objectLock gives what is copied: S3 copies nothing to it",
    fix: `Switch Object Lock on at the bucket, or name another one in ${KEY}.bucket.`,
    source: REQUIREMENTS,
  };
}
