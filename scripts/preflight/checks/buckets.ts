import { GetBucketTaggingCommand, HeadBucketCommand, paginateListBuckets, S3Client } from "@aws-sdk/client-s3";
import type { AwsAccess } from "../../lib/aws/access";
import type { CheckProps, CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";
import { all } from "../../lib/aws/once";
import { namedResources, type NamedResource } from "../resources";
import { nameResult, tagsOf } from "../taken-name";

const SOURCE = "https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html";

/** Names of buckets are shared by all accounts of a partition. */
const created: PreflightCheck = {
  id: "names/buckets",
  title: "Names of buckets are free, in all accounts.",
  actions: ["s3:ListBucket", "s3:GetBucketTagging", "s3:ListAllMyBuckets"],
  run: (props) =>
    Promise.all(namedResources(props.environment, "aws_s3_bucket").map((bucket) => nameOf(props, bucket))),
};

/** A bucket that the config only names. */
const adopted: PreflightCheck = {
  id: "names/existing-bucket",
  title: "A bucket that the config only names is there.",
  actions: ["s3:ListBucket"],
  run: async ({ aws, environment: { checkpoints } }) => {
    if (checkpoints?.bucket.kind !== "existing") return [];
    const { name: subject } = checkpoints.bucket;
    const status = await head(aws, subject);
    if (status === 200) return [{ verdict: "ok", subject, text: "is there" }];
    if (status === 404)
      return [
        {
          verdict: "failed",
          subject,
          text: "is not there, but checkpoints.bucket says that it is",
          fix: 'Correct checkpoints.bucket.name, or let Railyard make one: bucket: { kind: "create" }.',
          source: SOURCE,
        },
      ];
    if (status === 301)
      return [
        {
          verdict: "unknown",
          subject,
          text: "is there, in another Region: whether all that uses it can do so from here is not known",
          fix: "Name a bucket of this Region in checkpoints.bucket.",
          source: SOURCE,
        },
      ];
    return [
      {
        verdict: "unknown",
        subject,
        text: `S3 answers ${status}: it is there, and these credentials may not see it`,
        fix: "Give the caller s3:ListBucket on it.",
        source: SOURCE,
      },
    ];
  },
};

async function nameOf({ aws, environment }: CheckProps, bucket: NamedResource): Promise<CheckResult> {
  const { name } = bucket;
  const status = await head(aws, name, environment.account);
  if (status === 404) return nameResult(environment, bucket, null);
  if (status === 200) return nameResult(environment, bucket, await tagsOfBucket(aws, name));
  const own = await isOwn(aws, name);
  if (own && status === 301)
    return {
      verdict: "failed",
      subject: name,
      text: `is taken: this account has it in another Region than ${environment.region}`,
      fix: "Remove that bucket, or choose another name: state.bucket, checkpoints.bucket.name, or that of the environment.",
      source: SOURCE,
    };
  if (own)
    return {
      verdict: "unknown",
      subject: name,
      text: `is in this account, and these credentials may not see whose it is (S3 answers ${status})`,
      fix: "Give the caller s3:ListBucket and s3:GetBucketTagging on it.",
      source: SOURCE,
    };
  return {
    verdict: "failed",
    subject: name,
    text: `is taken by another account (S3 answers ${status})`,
    fix: "Choose another name: state.bucket, checkpoints.bucket.name, or that of the environment.",
    source: SOURCE,
  };
}

/** HTTP status of a bucket: 200 ours to see, 404 none, 403 another's or not permitted, 301 in another Region. */
async function head(aws: AwsAccess, Bucket: string, owner?: string): Promise<number> {
  try {
    await aws.client(S3Client).send(new HeadBucketCommand({ Bucket, ExpectedBucketOwner: owner }));
    return 200;
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (status === 404 || status === 403 || status === 301) return status;
    throw error;
  }
}

/** A bucket without tags is an error to S3. */
async function tagsOfBucket(aws: AwsAccess, Bucket: string) {
  const found = await orNull(aws.client(S3Client).send(new GetBucketTaggingCommand({ Bucket })));
  return tagsOf(found?.TagSet);
}

async function isOwn(aws: AwsAccess, name: string): Promise<boolean> {
  const pages = paginateListBuckets({ client: aws.client(S3Client) }, { Prefix: name });
  return (await all(pages, (page) => page.Buckets)).some(({ Name }) => Name === name);
}

export const BUCKET_CHECKS: readonly PreflightCheck[] = [created, adopted];
