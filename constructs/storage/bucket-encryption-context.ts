import type { Partition } from "../../config/facts/regions";

/** ARN of a bucket by its name, where the bucket itself is not there yet, as in the policy of its key. */
export const bucketArn = (partition: Partition, bucketName: string): string => `arn:${partition}:s3:::${bucketName}`;

/**
 * Whether each object of a bucket was written with an S3 Bucket Key: `always` in a bucket that had it switched on
 * from the beginning, `unknown` in one with a past.
 */
export type BucketKeyUse = "always" | "unknown";

/**
 * Values of the KMS encryption context `aws:s3:arn` for the objects of a bucket. With a Bucket Key it is the ARN of
 * the bucket; a policy that names the ARN of objects then matches nothing, and access fails.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-key.html
 */
export function encryptionContexts(arn: string, bucketKey: BucketKeyUse): readonly string[] {
  return bucketKey === "always" ? [arn] : [arn, `${arn}/*`];
}
