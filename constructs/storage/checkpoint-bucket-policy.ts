import type { Partition } from "../../config/facts/regions";
import { type PolicyStatement } from "../security/policy";
import { fsxS3RolePattern } from "./storage-key-statements";

export interface CheckpointBucketPolicyProps {
  readonly bucketArn: string;
  /** ARN of the key itself: S3 compares text, and an alias never equals it. */
  readonly kmsKeyArn: string;
  readonly accountId: string;
  readonly partition: Partition;
}

const ENCRYPTION = "s3:x-amz-server-side-encryption";
const KEY = "s3:x-amz-server-side-encryption-aws-kms-key-id";

/**
 * What nobody may do to the bucket: talk without TLS, or write objects that the bucket's key does not protect.
 *
 * A write that says nothing of encryption is fine: the default of the bucket applies. Denied is one that asks for
 * something else; `aws:kms` without a key counts, since S3 then takes the account's key `aws/s3`. FSx follows the
 * default of the bucket; its roles are left out all the same, so that no change there can stop an export.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/s3-server-side-encryption-support.html
 */
export function checkpointBucketStatements(props: CheckpointBucketPolicyProps): PolicyStatement[] {
  const everybody = { effect: "Deny", principals: { anyone: true } } as const;
  const put = { ...everybody, actions: ["s3:PutObject"], resources: [`${props.bucketArn}/*`] };
  const notFsx = { ArnNotLike: { "aws:PrincipalArn": fsxS3RolePattern(props.partition, props.accountId) } };
  return [
    {
      ...everybody,
      sid: "DenyWithoutTls",
      actions: ["s3:*"],
      resources: [props.bucketArn, `${props.bucketArn}/*`],
      conditions: { Bool: { "aws:SecureTransport": "false" } },
    },
    {
      ...put,
      sid: "DenyOtherEncryption",
      conditions: { ...notFsx, Null: { [ENCRYPTION]: "false" }, StringNotEquals: { [ENCRYPTION]: "aws:kms" } },
    },
    {
      ...put,
      sid: "DenyOtherKey",
      conditions: { ...notFsx, StringEquals: { [ENCRYPTION]: "aws:kms" }, StringNotEquals: { [KEY]: props.kmsKeyArn } },
    },
  ];
}
