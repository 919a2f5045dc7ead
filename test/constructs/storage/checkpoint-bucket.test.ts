import { FsxDataRepositoryAssociation } from "@cdktf/provider-aws/lib/fsx-data-repository-association";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketLifecycleConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { S3BucketMetric } from "@cdktf/provider-aws/lib/s3-bucket-metric";
import { S3BucketNotification } from "@cdktf/provider-aws/lib/s3-bucket-notification";
import { S3BucketObjectLockConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-object-lock-configuration";
import { S3BucketOwnershipControls } from "@cdktf/provider-aws/lib/s3-bucket-ownership-controls";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { S3BucketServerSideEncryptionConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-server-side-encryption-configuration";
import { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { TerraformOutput } from "cdktf";
import { CheckpointBucket, type CheckpointBucketProps } from "../../../constructs/storage/checkpoint-bucket";
import { DataRepositories } from "../../../constructs/storage/data-repository";
import { type Json, only, resources, synthStack } from "../../helpers/synth";

const base: CheckpointBucketProps = {
  bucketName: "dev-checkpoints-123456789012",
  logicalId: "checkpoints",
  accountId: "123456789012",
  partition: "aws",
  kmsKeyArn: "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555",
};
const BUCKET = "${aws_s3_bucket.checkpoints.bucket}";

const synth = (props: Partial<CheckpointBucketProps> = {}): Json =>
  synthStack((stack) => new CheckpointBucket(stack, "checkpoints", { ...base, ...props }));

describe("CheckpointBucket", () => {
  test("keeps its Terraform id and cannot be destroyed, least of all with data in it", () => {
    const json = synth();
    expect(Object.keys(resources(json, S3Bucket))).toEqual(["checkpoints"]);
    expect(only(json, S3Bucket)).toEqual({
      bucket: "dev-checkpoints-123456789012",
      tags: { Name: "dev-checkpoints-123456789012" },
      lifecycle: { prevent_destroy: true },
    });
  });

  test("tells CloudWatch of requests to all of it only where that is asked for", () => {
    expect(only(synth({ requestMetrics: true }), S3BucketMetric)).toEqual({ bucket: BUCKET, name: "EntireBucket" });
    expect(resources(synth(), S3BucketMetric)).toEqual({});
  });

  test("keeps versions", () => {
    expect(only(synth(), S3BucketVersioningA)).toMatchObject({
      bucket: BUCKET,
      versioning_configuration: { status: "Enabled" },
    });
  });

  test("encrypts with the customer key and a bucket key, and blocks keys of customers' own", () => {
    expect(only(synth(), S3BucketServerSideEncryptionConfigurationA)).toMatchObject({
      bucket: BUCKET,
      rule: [
        {
          apply_server_side_encryption_by_default: { sse_algorithm: "aws:kms", kms_master_key_id: base.kmsKeyArn },
          bucket_key_enabled: true,
          blocked_encryption_types: ["SSE-C"],
        },
      ],
    });
  });

  test("is closed to the public, and owns every object", () => {
    const json = synth();
    expect(only(json, S3BucketPublicAccessBlock)).toMatchObject({
      bucket: BUCKET,
      block_public_acls: true,
      block_public_policy: true,
      ignore_public_acls: true,
      restrict_public_buckets: true,
    });
    expect(only(json, S3BucketOwnershipControls).rule).toEqual({ object_ownership: "BucketOwnerEnforced" });
  });

  test("has a policy of denials, made when access is closed", () => {
    const policy = only(synth(), S3BucketPolicy);
    const statements: Json[] = JSON.parse(policy.policy).Statement;
    expect(statements.map((statement) => statement.Effect)).toEqual(["Deny", "Deny", "Deny"]);
    expect(policy.policy).toContain("${aws_s3_bucket.checkpoints.arn}/*");
    expect(policy.depends_on).toEqual([expect.stringMatching(/^aws_s3_bucket_ownership_controls\./)]);
  });

  test("has one lifecycle with all rules, made after versioning", () => {
    const lifecycle = only(
      synth({ rules: [{ id: "cold", transitions: [{ afterDays: 0, storageClass: "INTELLIGENT_TIERING" }] }] }),
      S3BucketLifecycleConfiguration,
    );
    expect(lifecycle.rule.map((rule: Json) => rule.id)).toEqual(["cold", "old-versions", "abort-uploads"]);
    expect(lifecycle.rule[0].transition).toEqual([{ days: 0, storage_class: "INTELLIGENT_TIERING" }]);
    expect(lifecycle.transition_default_minimum_object_size).toBe("all_storage_classes_128K");
    expect(lifecycle.depends_on).toEqual([expect.stringMatching(/^aws_s3_bucket_versioning\./)]);
  });

  test("keeps old versions 30 days and unfinished uploads 7, unless told otherwise", () => {
    const rules = (props: Partial<CheckpointBucketProps> = {}) => {
      const [versions, uploads] = only(synth(props), S3BucketLifecycleConfiguration).rule;
      return [versions.noncurrent_version_expiration, uploads.abort_incomplete_multipart_upload];
    };
    expect(rules()).toEqual([[{ noncurrent_days: 30 }], [{ days_after_initiation: 7 }]]);
    expect(rules({ oldVersions: { expireAfterDays: 3, keepNewest: 2 }, abortUploadsAfterDays: 1 })).toEqual([
      [{ noncurrent_days: 3, newer_noncurrent_versions: 2 }],
      [{ days_after_initiation: 1 }],
    ]);
  });

  test("never owns the notifications, which FSx needs for its imports", () => {
    expect(resources(synth(), S3BucketNotification)).toEqual({});
  });

  test("locks versions only when asked to", () => {
    expect(resources(synth(), S3BucketObjectLockConfigurationA)).toEqual({});
    expect(only(synth(), S3Bucket)).not.toHaveProperty("object_lock_enabled");
  });

  test.each([
    ["governance", "GOVERNANCE"],
    ["compliance", "COMPLIANCE"],
  ] as const)("locks versions in %s mode from the creation of the bucket on", (mode, expected) => {
    const json = synth({ objectLock: { mode, retentionDays: 14 } });
    expect(only(json, S3Bucket).object_lock_enabled).toBe(true);
    const lock = only(json, S3BucketObjectLockConfigurationA);
    expect(lock.rule).toEqual({ default_retention: { mode: expected, days: 14 } });
    expect(lock.depends_on).toEqual([expect.stringMatching(/^aws_s3_bucket_versioning\./)]);
  });

  test("exposes itself as a store, with the bucket ARN as its encryption context", () => {
    const json = synthStack((stack) => {
      const { bucketName, bucketArn, kmsKeyArn, encryptionContexts } = new CheckpointBucket(stack, "c", base);
      new TerraformOutput(stack, "store", { value: { bucketName, bucketArn, kmsKeyArn, encryptionContexts } });
    });
    expect(json.output.store.value).toEqual({
      bucketName: BUCKET,
      bucketArn: "${aws_s3_bucket.checkpoints.arn}",
      kmsKeyArn: base.kmsKeyArn,
      encryptionContexts: ["${aws_s3_bucket.checkpoints.arn}"],
    });
  });

  test("is ready for a link once versions, encryption and policy are there", () => {
    const json = synthStack((stack) => {
      const bucket = new CheckpointBucket(stack, "checkpoints", base);
      new DataRepositories(stack, "repositories", {
        fileSystemId: "fs-0123456789abcdef0",
        logicalId: "repository",
        repositories: [
          {
            id: "checkpoints",
            fileSystemPath: "/checkpoints",
            bucket: bucket.bucketName,
            prefix: "checkpoints/",
            importEvents: ["NEW"],
            exportEvents: ["NEW"],
          },
        ],
        dependsOn: bucket.ready,
      });
    });
    const link = only(json, FsxDataRepositoryAssociation);
    expect(link.data_repository_path).toBe(`s3://${BUCKET}/checkpoints/`);
    expect(link.depends_on.map((address: string) => address.split(".")[0]).sort()).toEqual([
      "aws_s3_bucket_ownership_controls",
      "aws_s3_bucket_policy",
      "aws_s3_bucket_public_access_block",
      "aws_s3_bucket_server_side_encryption_configuration",
      "aws_s3_bucket_versioning",
    ]);
  });

  test.each([
    "arn:aws:kms:us-east-1:123456789012:alias/checkpoints",
    "alias/checkpoints",
    "11111111-2222-3333-4444-555555555555",
  ])("fails on a key given as %s", (kmsKeyArn) => {
    expect(() => synth({ kmsKeyArn })).toThrow(/is not the ARN of a key/);
  });

  test("takes a key that is known only to Terraform", () => {
    const json = synthStack((stack) => {
      const other = new S3Bucket(stack, "any");
      new CheckpointBucket(stack, "checkpoints", { ...base, kmsKeyArn: other.arn });
    });
    expect(only(json, S3BucketPolicy).policy).toContain("${aws_s3_bucket.any.arn}");
  });

  test("fails when a rule archives what FSx links, not when it archives elsewhere", () => {
    const archive = (prefix: string | undefined) => () =>
      synth({
        rules: [{ id: "cold", prefix, transitions: [{ afterDays: 0, storageClass: "DEEP_ARCHIVE" }] }],
        linkedPrefixes: ["datasets/", "checkpoints/"],
      });
    expect(archive("checkpoints/")).toThrow(/lifecycle rule "cold" archives objects under "checkpoints\/"/);
    expect(archive(undefined)).toThrow(/archives objects under "datasets\/"/);
    expect(archive("archive/")).not.toThrow();
  });

  test("keeps the ids of its parts", () => {
    const json = synth({ objectLock: { mode: "governance", retentionDays: 1 } });
    const ids = Object.values<Json>(json.resource).flatMap((byId) => Object.keys(byId));
    expect(ids.map((id) => id.replace(/_[0-9A-F]{8}$/, "")).sort()).toEqual([
      "checkpoints",
      "checkpoints_encryption",
      "checkpoints_lifecycle",
      "checkpoints_object-lock",
      "checkpoints_ownership",
      "checkpoints_policy",
      "checkpoints_public-access",
      "checkpoints_versioning",
    ]);
  });

  test.each([0, 1.5])("fails on an Object Lock of %p days", (retentionDays) => {
    expect(() => synth({ objectLock: { mode: "governance", retentionDays } })).toThrow(
      `objectLock.retentionDays is ${retentionDays}`,
    );
  });
});
