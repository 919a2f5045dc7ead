import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketLifecycleConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { S3BucketOwnershipControls } from "@cdktf/provider-aws/lib/s3-bucket-ownership-controls";
import { S3BucketPolicy } from "@cdktf/provider-aws/lib/s3-bucket-policy";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { S3BucketServerSideEncryptionConfigurationA } from "@cdktf/provider-aws/lib/s3-bucket-server-side-encryption-configuration";
import { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { Construct } from "constructs";
import { policyDocument } from "../security/policy";

export interface StateBucketProps {
  /** Name of the bucket; unique in the world. */
  readonly bucketName: string;
  /** Key that encrypts state. */
  readonly kmsKeyArn: string;
  /** Days for which an overwritten state can be brought back. @default 365 */
  readonly oldVersionDays?: number;
}

/** No upload of a state takes longer than minutes. */
const ABORT_UPLOADS_AFTER_DAYS = 7;

/**
 * The bucket of Terraform's state: versioned, encrypted, closed to the public, and never destroyed by Terraform.
 * Locks are objects beside the state, so nothing else is needed for locking.
 * @see https://developer.hashicorp.com/terraform/language/backend/s3
 */
export class StateBucket extends Construct {
  readonly bucketName: string;
  readonly bucketArn: string;

  constructor(scope: Construct, id: string, props: StateBucketProps) {
    super(scope, id);
    const bucket = new S3Bucket(this, "bucket", {
      bucket: props.bucketName,
      tags: { Name: props.bucketName },
      lifecycle: { preventDestroy: true },
    });
    bucket.overrideLogicalId("state");

    const versioning = new S3BucketVersioningA(this, "versioning", {
      bucket: bucket.bucket,
      versioningConfiguration: { status: "Enabled" },
    });
    new S3BucketServerSideEncryptionConfigurationA(this, "encryption", {
      bucket: bucket.bucket,
      rule: [
        {
          applyServerSideEncryptionByDefault: { sseAlgorithm: "aws:kms", kmsMasterKeyId: props.kmsKeyArn },
          bucketKeyEnabled: true,
          // S3 sets this by itself on new buckets; left out, provider 6.25 would undo it in every plan
          blockedEncryptionTypes: ["SSE-C"],
        },
      ],
    });
    // one after another: S3 refuses two changes of a bucket's access at one time
    const closed = new S3BucketPublicAccessBlock(this, "public-access", {
      bucket: bucket.bucket,
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    const ownership = new S3BucketOwnershipControls(this, "ownership", {
      bucket: bucket.bucket,
      rule: { objectOwnership: "BucketOwnerEnforced" },
      dependsOn: [closed],
    });
    new S3BucketPolicy(this, "policy", {
      bucket: bucket.bucket,
      policy: policyDocument([
        {
          sid: "TlsOnly",
          effect: "Deny",
          actions: ["s3:*"],
          resources: [bucket.arn, `${bucket.arn}/*`],
          principals: { anyone: true },
          conditions: { Bool: { "aws:SecureTransport": "false" } },
        },
      ]),
      dependsOn: [ownership],
    });
    new S3BucketLifecycleConfiguration(this, "lifecycle", {
      bucket: bucket.bucket,
      rule: [
        {
          id: "old-versions",
          status: "Enabled",
          filter: [{ prefix: "" }],
          noncurrentVersionExpiration: [{ noncurrentDays: props.oldVersionDays ?? 365, newerNoncurrentVersions: 20 }],
        },
        {
          // nobody sees what an unfinished upload left, but it is stored and paid
          id: "abort-uploads",
          status: "Enabled",
          filter: [{ prefix: "" }],
          abortIncompleteMultipartUpload: [{ daysAfterInitiation: ABORT_UPLOADS_AFTER_DAYS }],
        },
      ],
      dependsOn: [versioning],
    });

    this.bucketName = bucket.bucket;
    this.bucketArn = bucket.arn;
  }
}
