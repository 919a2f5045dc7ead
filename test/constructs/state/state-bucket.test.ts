import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketLifecycleConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { S3BucketOwnershipControls } from "@cdktf/provider-aws/lib/s3-bucket-ownership-controls";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { S3BucketServerSideEncryptionConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-server-side-encryption-configuration";
import { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { TerraformOutput } from "cdktf";
import { StateBucket, type StateBucketProps } from "../../../constructs/state/state-bucket";
import { only, resources, synthStack } from "../../helpers/synth";

const synth = (change: Partial<StateBucketProps> = {}) =>
  synthStack((stack) => {
    const { bucketName, bucketArn } = new StateBucket(stack, "bucket", {
      bucketName: "tfstate",
      kmsKeyArn: "arn:key",
      ...change,
    });
    new TerraformOutput(stack, "out", { value: [bucketName, bucketArn] });
  });

test("is one bucket that cannot be destroyed, at an address of its own", () => {
  const json = synth();
  expect(resources(json, S3Bucket)).toEqual({
    state: expect.objectContaining({ bucket: "tfstate", lifecycle: { prevent_destroy: true } }),
  });
  expect(only(json, S3Bucket)).not.toHaveProperty("force_destroy");
  expect(json.output.out.value).toEqual(["${aws_s3_bucket.state.bucket}", "${aws_s3_bucket.state.arn}"]);
});

test("keeps old states, as long as asked", () => {
  expect(only(synth(), S3BucketVersioningA).versioning_configuration).toEqual({ status: "Enabled" });
  const kept = (change?: Partial<StateBucketProps>) =>
    only(synth(change), S3BucketLifecycleConfiguration).rule[0].noncurrent_version_expiration;
  expect(kept()).toEqual([{ noncurrent_days: 365, newer_noncurrent_versions: 20 }]);
  expect(kept({ oldVersionDays: 30 })[0].noncurrent_days).toBe(30);
});

test("removes what unfinished uploads left, of any object, and keeps that rule apart", () => {
  const { rule } = only(synth(), S3BucketLifecycleConfiguration);
  expect(rule[1]).toEqual({
    id: "abort-uploads",
    status: "Enabled",
    filter: [{ prefix: "" }],
    abort_incomplete_multipart_upload: [{ days_after_initiation: 7 }],
  });
  expect(rule).toHaveLength(2);
  expect(rule[0]).not.toHaveProperty("abort_incomplete_multipart_upload");
});

test("encrypts with its key, and takes no keys of callers", () => {
  expect(only(synth(), S3BucketServerSideEncryptionConfigurationA).rule).toEqual([
    {
      apply_server_side_encryption_by_default: { sse_algorithm: "aws:kms", kms_master_key_id: "arn:key" },
      bucket_key_enabled: true,
      blocked_encryption_types: ["SSE-C"],
    },
  ]);
});

test("is closed to the public, and to whoever calls without TLS", () => {
  expect(only(synth(), S3BucketPublicAccessBlock)).toMatchObject({
    block_public_acls: true,
    block_public_policy: true,
    ignore_public_acls: true,
    restrict_public_buckets: true,
  });
  expect(JSON.parse(only(synth(), S3BucketPolicy).policy).Statement).toEqual([
    expect.objectContaining({
      Effect: "Deny",
      Action: "s3:*",
      Condition: { Bool: { "aws:SecureTransport": "false" } },
      Resource: ["${aws_s3_bucket.state.arn}", "${aws_s3_bucket.state.arn}/*"],
    }),
  ]);
});

test("changes who has access one thing after another: S3 refuses two at a time", () => {
  const json = synth();
  const address = (type: { tfResourceType: string }) => {
    const [id] = Object.keys(resources(json, type));
    return `${type.tfResourceType}.${id}`;
  };
  expect(only(json, S3BucketOwnershipControls).depends_on).toEqual([address(S3BucketPublicAccessBlock)]);
  expect(only(json, S3BucketPolicy).depends_on).toEqual([address(S3BucketOwnershipControls)]);
});
