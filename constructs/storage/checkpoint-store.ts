import { type ITerraformDependable } from "cdktf";
import type { Partition } from "../../config/facts/regions";
import { bucketArn, encryptionContexts } from "./bucket-encryption-context";

/** What others need from the bucket of the checkpoints, no matter whether it was created here or existed before. */
export interface CheckpointStore {
  readonly bucketName: string;
  readonly bucketArn: string;
  /** Customer key of the bucket. @default - S3's own key, which needs no permission */
  readonly kmsKeyArn?: string;
  /** Values of the KMS encryption context `aws:s3:arn` of its objects. */
  readonly encryptionContexts: readonly string[];
  /** What a data repository association must depend on. */
  readonly ready: readonly ITerraformDependable[];
}

export interface ExistingBucketProps {
  /** Name of a general purpose bucket that exists; FSx links no directory bucket. */
  readonly bucketName: string;
  readonly partition: Partition;
  /** Customer key that encrypts it. @default - S3's own key */
  readonly kmsKeyArn?: string;
}

/**
 * A bucket that exists already. Nothing is created, so nothing can be destroyed: versioning, lifecycle, policy and
 * the statements in the policy of its key stay with its owner.
 */
export function existingBucket({ bucketName, partition, kmsKeyArn }: ExistingBucketProps): CheckpointStore {
  if (/--[a-z0-9-]+--x-s3$/.test(bucketName)) {
    throw new Error(
      `bucket "${bucketName}" is a directory bucket (S3 Express One Zone): it has no versions, no storage classes and ` +
        "no link to FSx. Adopt a general purpose bucket.",
    );
  }
  const arn = bucketArn(partition, bucketName);
  return {
    bucketName,
    bucketArn: arn,
    kmsKeyArn,
    encryptionContexts: encryptionContexts(arn, "unknown"),
    ready: [],
  };
}
