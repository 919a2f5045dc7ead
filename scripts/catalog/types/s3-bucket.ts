import { SETTING, TAGS, UNKNOWN, data, partOf, type CatalogRows } from "../catalog-type";

export const S3_BUCKET: CatalogRows = {
  aws_s3_bucket: {
    noun: "bucket",
    loss: data("its objects are deleted"),
    first: "First: copy the objects to a bucket that stays, and compare their number.",
    about: ["checkpoints", "state"],
    isFilled: true,
    standsAlone: true,
    read: /^(?:force_destroy|policy|server_side_encryption_configuration)\b/,
    replacedBy: ["bucket", "bucket_prefix", "object_lock_configuration.object_lock_enabled", "object_lock_enabled"],
    orphan: TAGS,
    adopted: {
      keepBy: {
        object_lock_enabled: (there) =>
          there === true
            ? "checkpoints.objectLock: { … }"
            : "no checkpoints.objectLock: it can only be had from the beginning",
      },
    },
  },
  aws_s3_bucket_lifecycle_configuration: {
    noun: "lifecycle of the bucket",
    loss: SETTING,
    read: /^(?:rule|transition_default_minimum_object_size)\b/,
    replacedBy: ["bucket", "expected_bucket_owner"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_metric: {
    noun: "request metrics of the bucket",
    loss: SETTING,
    replacedBy: ["bucket", "name"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_notification: {
    noun: null,
    loss: SETTING,
    replacedBy: ["bucket"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_object_lock_configuration: {
    noun: null,
    loss: UNKNOWN,
    read: /^rule\b/,
    replacedBy: ["bucket", "expected_bucket_owner", "object_lock_enabled"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_ownership_controls: {
    noun: null,
    loss: SETTING,
    read: /^rule\b/,
    replacedBy: ["bucket"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_policy: {
    noun: "policy of the bucket",
    loss: SETTING,
    read: /^policy\b/,
    replacedBy: ["bucket"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_public_access_block: {
    noun: null,
    loss: SETTING,
    read: /^(?:block|ignore|restrict)_public_\w+\b/,
    replacedBy: ["bucket"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_replication_configuration: {
    noun: "replication of the bucket",
    loss: SETTING,
    read: /^(?:role|rule)\b/,
    replacedBy: ["bucket"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_server_side_encryption_configuration: {
    noun: "encryption of the bucket",
    loss: SETTING,
    read: /^rule\b/,
    replacedBy: ["bucket", "expected_bucket_owner"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_bucket_versioning: {
    noun: "versioning of the bucket",
    loss: SETTING,
    read: /^versioning_configuration\[0\]\.status\b/,
    replacedBy: ["bucket", "expected_bucket_owner"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_object: {
    noun: null,
    loss: UNKNOWN,
    replacedBy: ["bucket", "key"],
    orphan: partOf("aws_s3_bucket"),
  },
  aws_s3_directory_bucket: {
    noun: null,
    loss: data("its objects are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
};
