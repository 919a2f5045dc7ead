import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketLifecycleConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { S3BucketMetric } from "@cdktf/provider-aws/lib/s3-bucket-metric";
import { S3BucketObjectLockConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-object-lock-configuration";
import { S3BucketOwnershipControls } from "@cdktf/provider-aws/lib/s3-bucket-ownership-controls";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { S3BucketServerSideEncryptionConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-server-side-encryption-configuration";
import { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { type ITerraformDependable, Token } from "cdktf";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { WHOLE_BUCKET } from "../../config/facts/s3-metrics";
import { policyDocument } from "../security/policy";
import { encryptionContexts } from "./bucket-encryption-context";
import { checkpointBucketStatements } from "./checkpoint-bucket-policy";
import { type CheckpointStore } from "./checkpoint-store";
import { archivingRules, type LifecycleRule, lifecycleRules, type OldVersions } from "./lifecycle-rules";

export interface CheckpointBucketProps {
  /** Name of the bucket and its `Name` tag; unique in the world. */
  readonly bucketName: string;
  /** Frozen Terraform id, e.g. `checkpoints`. */
  readonly logicalId: string;
  readonly accountId: string;
  readonly partition: Partition;
  /** ARN of the key, not of an alias. Its policy needs `dataRepositoryKeyStatements` where FSx links the bucket. */
  readonly kmsKeyArn: string;
  /** What happens to objects as they age. @default - they stay in STANDARD, for ever */
  readonly rules?: readonly LifecycleRule[];
  /** How long overwritten and deleted versions are kept. @default - 30 days */
  readonly oldVersions?: OldVersions;
  /** Days after which unfinished uploads are removed. @default 7 */
  readonly abortUploadsAfterDays?: number;
  /** Prefixes that FSx links, which must stay readable without a restore. @default - none */
  readonly linkedPrefixes?: readonly string[];
  /** Whether CloudWatch is told of requests, each minute. AWS charges for it. @default false */
  readonly requestMetrics?: boolean;
  /**
   * Days for which no version can be deleted; with `compliance` by nobody at all, not even AWS. Lifecycle waits for it.
   * Only at creation, and never off again. AWS says nothing about Object Lock under a linked prefix.
   * @default - no Object Lock
   */
  readonly objectLock?: { readonly mode: "governance" | "compliance"; readonly retentionDays: number };
}

/**
 * The bucket of the checkpoints: versioned, encrypted with one customer key, closed to the public.
 *
 * It cannot be destroyed with data in it: `prevent_destroy`, and never `force_destroy`.
 * It has no `aws_s3_bucket_notification`: FSx installs its own for imports, and that resource would remove it.
 */
export class CheckpointBucket extends Construct implements CheckpointStore {
  readonly bucketName: string;
  readonly bucketArn: string;
  readonly kmsKeyArn: string;
  readonly encryptionContexts: readonly string[];
  readonly ready: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: CheckpointBucketProps) {
    super(scope, id);
    assertKeyArn(props);
    assertReadable(props);
    assertLock(props);

    const bucket = new S3Bucket(this, "bucket", {
      bucket: props.bucketName,
      objectLockEnabled: props.objectLock && true,
      tags: { Name: props.bucketName },
      lifecycle: { preventDestroy: true },
    });
    bucket.overrideLogicalId(props.logicalId);
    this.bucketName = bucket.bucket;
    this.bucketArn = bucket.arn;
    this.kmsKeyArn = props.kmsKeyArn;
    this.encryptionContexts = encryptionContexts(this.bucketArn, "always");

    const versioning = new S3BucketVersioningA(this, "versioning", {
      bucket: this.bucketName,
      versioningConfiguration: { status: "Enabled" },
    });
    new S3BucketLifecycleConfiguration(this, "lifecycle", {
      bucket: this.bucketName,
      rule: lifecycleRules({
        rules: props.rules ?? [],
        oldVersions: props.oldVersions ?? { expireAfterDays: 30 },
        abortUploadsAfterDays: props.abortUploadsAfterDays ?? 7,
      }),
      transitionDefaultMinimumObjectSize: "all_storage_classes_128K",
      dependsOn: [versioning],
    });
    if (props.requestMetrics) new S3BucketMetric(this, "requests", { bucket: this.bucketName, name: WHOLE_BUCKET });
    if (props.objectLock) this.lock(props.objectLock, versioning);
    this.ready = [versioning, this.encrypt(), ...this.protect(props)];
  }

  private encrypt(): ITerraformDependable {
    return new S3BucketServerSideEncryptionConfigurationA(this, "encryption", {
      bucket: this.bucketName,
      rule: [
        {
          applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: this.kmsKeyArn },
          bucketKeyEnabled: true,
          // S3 sets this by itself on new buckets; left out, provider 6.25 would undo it in every plan.
          blockedEncryptionTypes: ["SSE-C"],
        },
      ],
    });
  }

  private protect({ accountId, partition }: CheckpointBucketProps): ITerraformDependable[] {
    const closed = new S3BucketPublicAccessBlock(this, "public-access", {
      bucket: this.bucketName,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    const ownership = new S3BucketOwnershipControls(this, "ownership", {
      bucket: this.bucketName,
      rule: { objectOwnership: "BucketOwnerEnforced" },
      dependsOn: [closed],
    });
    const policy = new S3BucketPolicy(this, "policy", {
      bucket: this.bucketName,
      policy: policyDocument(
        checkpointBucketStatements({
          bucketArn: this.bucketArn,
          kmsKeyArn: this.kmsKeyArn,
          accountId,
          partition,
        }),
      ),
      // S3 refuses some changes to one bucket at the same time.
      dependsOn: [ownership],
    });
    return [closed, ownership, policy];
  }

  private lock(
    { mode, retentionDays }: NonNullable<CheckpointBucketProps["objectLock"]>,
    versioning: ITerraformDependable,
  ): void {
    new S3BucketObjectLockConfigurationA(this, "object-lock", {
      bucket: this.bucketName,
      rule: { defaultRetention: { mode: mode.toUpperCase(), days: retentionDays } },
      dependsOn: [versioning],
    });
  }
}

function assertKeyArn({ bucketName, kmsKeyArn }: CheckpointBucketProps): void {
  if (Token.isUnresolved(kmsKeyArn) || /^arn:[^:]+:kms:[^:]+:\d{12}:key\/.+$/.test(kmsKeyArn)) return;
  throw new Error(
    `bucket "${bucketName}": kmsKeyArn "${kmsKeyArn}" is not the ARN of a key. The bucket policy compares it as text, ` +
      "so an alias or a bare id would deny every write that names the key. Give arn:…:key/….",
  );
}

function assertReadable({ bucketName, rules = [], linkedPrefixes = [] }: CheckpointBucketProps): void {
  for (const prefix of linkedPrefixes) {
    const [rule] = archivingRules(rules, prefix);
    if (rule === undefined) continue;
    throw new Error(
      `bucket "${bucketName}": lifecycle rule "${rule.id}" archives objects under "${prefix}", which FSx links: files ` +
        "there would fail to read until somebody restores them. End at GLACIER_IR, or archive under another prefix.",
    );
  }
}

function assertLock({ bucketName, objectLock }: CheckpointBucketProps): void {
  if (objectLock === undefined || (Number.isInteger(objectLock.retentionDays) && objectLock.retentionDays >= 1)) return;
  throw new Error(
    `bucket "${bucketName}": objectLock.retentionDays is ${objectLock.retentionDays}; S3 takes a whole number of at ` +
      "least 1. Change it, or leave objectLock out.",
  );
}
