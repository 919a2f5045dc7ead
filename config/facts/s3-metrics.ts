import type { S3StorageClass } from "./s3";

/**
 * What CloudWatch calls bytes of a storage class (`StorageType` of `BucketSizeBytes`), those that a lifecycle moves objects to. Each is told once a day.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-dimensions.html#s3-cloudwatch-metrics
 */
export const S3_STORAGE_TYPES: Readonly<Record<S3StorageClass, readonly string[]>> = {
  STANDARD: ["StandardStorage"],
  STANDARD_IA: ["StandardIAStorage"],
  INTELLIGENT_TIERING: ["IntelligentTieringFAStorage", "IntelligentTieringIAStorage", "IntelligentTieringAIAStorage"],
  ONEZONE_IA: ["OneZoneIAStorage"],
  GLACIER_IR: ["GlacierInstantRetrievalStorage"],
  GLACIER: ["GlacierStorage"],
  DEEP_ARCHIVE: ["DeepArchiveStorage"],
};

/** `StorageType` of the number of objects. */
export const ALL_STORAGE_TYPES = "AllStorageTypes";

/** Name of the metrics of a whole bucket, as S3's console calls them. Frozen: CloudWatch tells of them by it. */
export const WHOLE_BUCKET = "EntireBucket";

/**
 * Metrics of a replication rule: S3 tells of what waits in the Region of the copies, and of what failed in that of the source, where there was
 * something to copy.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/repl-metrics.html
 */
export const S3_REPLICATION_METRICS = {
  waiting: ["ReplicationLatency", "BytesPendingReplication", "OperationsPendingReplication"],
  failed: "OperationsFailedReplication",
} as const;
