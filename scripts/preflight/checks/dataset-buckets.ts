import {
  GetBucketEncryptionCommand,
  GetBucketVersioningCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import type { DatasetBucket, ResolvedDataset } from "../../../config/datasets/resolve";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import type { CheckResult, PreflightCheck } from "../check";
import { headBucket, type BucketAt } from "../head-bucket";
import { orNull } from "../not-found";

const HEAD = "https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html";
const VERSIONS = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/Versioning.html";
const KEYS = "https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html";

/** A dataset in a bucket that config only names. */
interface Named extends ResolvedDataset {
  readonly place: DatasetBucket & { readonly name: string; readonly region: string };
}

/** Buckets of datasets, which others have made: what Railyard gives rights to has to be there, and as config says. */
export const DATASET_BUCKETS: PreflightCheck = {
  id: "datasets/buckets",
  title: "Buckets of datasets are there, in their Region, with their keys, and have the data.",
  actions: ["s3:ListBucket", "s3:GetBucketVersioning", "s3:GetEncryptionConfiguration"],
  run: async ({ environment, aws }) => {
    const results = environment.datasets.filter(isNamed).map((dataset) => ofDataset(aws, environment, dataset));
    return (await Promise.all(results)).flat();
  },
};

/** The bucket of the checkpoints has checks of its own. */
const isNamed = (dataset: ResolvedDataset): dataset is Named => {
  const { place } = dataset;
  return place.kind === "bucket" && place.name !== null && place.region !== null && !place.own;
};

async function ofDataset(aws: AwsAccess, env: AwsEnvironment, dataset: Named): Promise<CheckResult[]> {
  const { place, name } = dataset;
  const subject = `${place.name}/${place.prefix}`;
  const at = { Bucket: place.name, ...(place.account !== null && { ExpectedBucketOwner: place.account }) };
  const s3 = aws.client(S3Client, place.region);
  const { status, region } = await headBucket(s3, at);
  const key = `datasets.${name}.place`;
  if (status === 404)
    return [
      {
        verdict: "failed",
        subject,
        text: `there is no bucket ${place.name}, but ${key} says that it is there`,
        fix: `Correct ${key}.name.`,
        source: HEAD,
      },
    ];
  if (status === 301 || (region !== undefined && region !== place.region))
    return [
      {
        verdict: "failed",
        subject,
        text: `the bucket is in ${region ?? "another Region"}, and ${key}.region is ${place.region}: readers get rights to keys of that Region alone, and bytes between Regions cost`,
        fix: region === undefined ? `Write its Region in ${key}.region.` : `Write region: "${region}" in ${key}.`,
        source: HEAD,
      },
    ];
  if (status === 403)
    return [
      {
        verdict: "unknown",
        subject,
        text: `S3 answers 403: the bucket is there, and either these credentials may not see it, or it is not of account ${place.account}`,
        fix: `${letIn(env, dataset)} Give the caller s3:ListBucket, or correct ${key}.account.`,
        source: HEAD,
      },
    ];
  return [
    await versions(s3, at, subject, dataset),
    await encryption(s3, at, subject, dataset),
    await content(s3, at, subject, dataset),
  ];
}

/** Whom the owner of a bucket, and of its key, must let in where that is another account. */
function letIn({ name, account }: AwsEnvironment, { place, readers, slurm }: Named): string {
  if (place.account === account) return "";
  const roles = [...(slurm === null ? [] : [`${name}-jobs`]), ...readers.map((team) => `${name}-datasets-${team}`)];
  return `Have account ${place.account} let ${roles.join(", ")} of account ${account} in, by the policies of the bucket and of its key.`;
}

async function versions(s3: S3Client, at: BucketAt, subject: string, { writers, slurm }: Named): Promise<CheckResult> {
  const { Status } = await s3.send(new GetBucketVersioningCommand(at));
  if (Status === "Enabled") return { verdict: "ok", subject, text: "keeps older versions of what is written over" };
  const written = writers.length > 0 || slurm === "read-write";
  const text = `keeps no older versions (${Status ?? "never switched on"})`;
  if (!written) return { verdict: "ok", subject, text: `${text}: nobody here writes it` };
  return {
    verdict: "warning",
    subject,
    text: `${text}: what a writer writes over is gone, and no run can be repeated with it`,
    fix: `aws s3api put-bucket-versioning --bucket ${at.Bucket} --versioning-configuration Status=Enabled`,
    source: VERSIONS,
  };
}

async function encryption(s3: S3Client, at: BucketAt, subject: string, { name, place }: Named): Promise<CheckResult> {
  const answer = await orNull(s3.send(new GetBucketEncryptionCommand(at)));
  const rule = answer?.ServerSideEncryptionConfiguration?.Rules?.[0]?.ApplyServerSideEncryptionByDefault;
  const own = rule?.SSEAlgorithm === undefined || rule.SSEAlgorithm === "AES256";
  const found = own ? null : (rule.KMSMasterKeyID ?? "aws/s3");
  const key = `datasets.${name}.place.kmsKeyArn`;
  const written = place.kmsKeyArn;
  if (found === written || (written !== null && found !== null && written.endsWith(`/${found}`)))
    return { verdict: "ok", subject, text: `encrypts with ${found ?? "S3's own keys"}` };
  if (found === null)
    return {
      verdict: "warning",
      subject,
      text: `encrypts with S3's own keys, but ${key} says ${written}`,
      fix: `Remove ${key}, unless objects there are older and have that key.`,
      source: KEYS,
    };
  const isArn = found.startsWith("arn:");
  return {
    verdict: found.includes(":alias/") || !isArn ? "unknown" : "failed",
    subject,
    text: `encrypts with ${found}, but ${key} ${written === null ? "names no key" : `says ${written}`}: readers get no right to it`,
    fix: isArn
      ? `Write kmsKeyArn: "${found}", or the ARN of the key that this is an alias of.`
      : `Write the ARN of that key in ${key}; of aws/s3, which lets its own account alone in, write none.`,
    source: KEYS,
  };
}

async function content(
  s3: S3Client,
  at: BucketAt,
  subject: string,
  { writers, slurm, place }: Named,
): Promise<CheckResult> {
  const question = new ListObjectsV2Command({ ...at, Prefix: place.prefix, MaxKeys: 1 });
  const { KeyCount } = await s3.send(question);
  if (KeyCount !== undefined && KeyCount > 0) return { verdict: "ok", subject, text: "has objects" };
  const filled = writers.length > 0 || slurm === "read-write";
  return {
    verdict: filled ? "ok" : "warning",
    subject,
    text: filled ? "has no object yet: writers fill it" : "has no object: a training would find nothing to read",
    ...(!filled && { fix: `aws s3 ls s3://${at.Bucket}/ shows what there is.` }),
  };
}
