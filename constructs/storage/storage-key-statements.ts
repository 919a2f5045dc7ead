import type { Partition } from "../../config/facts/regions";
import { type PolicyStatement } from "../security/policy";
import { bucketArn, type BucketKeyUse, encryptionContexts } from "./bucket-encryption-context";

export interface DataRepositoryKeyProps {
  readonly accountId: string;
  readonly partition: Partition;
  /** Region of the buckets and of the key. */
  readonly region: string;
  /** Buckets encrypted with the key that file systems of the account link; at least one. */
  readonly buckets: readonly { readonly name: string; readonly bucketKey: BucketKeyUse }[];
}

/** What FSx and S3 do with a key on behalf of a caller. */
const KEY_USE = ["kms:Encrypt", "kms:Decrypt", "kms:ReEncrypt*", "kms:GenerateDataKey*", "kms:DescribeKey"] as const;

/**
 * ARN pattern of the roles with which file systems reach S3. FSx makes one for each file system with its first link,
 * so a policy cannot name it as a principal beforehand: KMS refuses principals that do not exist.
 */
export const fsxS3RolePattern = (partition: Partition, accountId: string): string =>
  `arn:${partition}:iam::${accountId}:role/aws-service-role/s3.data-source.lustre.fsx.amazonaws.com/` +
  "AWSServiceRoleForFSxS3Access_fs-*";

/**
 * Key policy statement with which FSx reads and writes the objects of linked buckets. Without it a data repository
 * association becomes MISCONFIGURED.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/s3-server-side-encryption-support.html
 */
export function dataRepositoryKeyStatements(props: DataRepositoryKeyProps): PolicyStatement[] {
  const contexts = props.buckets.flatMap(({ name, bucketKey }) =>
    encryptionContexts(bucketArn(props.partition, name), bucketKey),
  );
  // An empty list of values matches nothing, but reads like a grant.
  if (contexts.length === 0) return [];
  return [
    {
      sid: "FsxDataRepositories",
      actions: KEY_USE,
      resources: ["*"],
      principals: { anyone: true },
      conditions: {
        StringEquals: {
          "kms:CallerAccount": props.accountId,
          "kms:ViaService": `s3.${props.region}.amazonaws.com`,
        },
        StringLike: { "kms:EncryptionContext:aws:s3:arn": contexts },
        ArnLike: { "aws:PrincipalArn": fsxS3RolePattern(props.partition, props.accountId) },
      },
    },
  ];
}

export interface FileSystemKeyProps {
  readonly accountId: string;
  /** Region of the file systems and of the key. */
  readonly region: string;
}

/**
 * Key policy statement with which FSx encrypts file systems at rest, for whoever in the account may create them.
 * FSx keeps its access as a grant, hence `kms:CreateGrant`; it works only through FSx.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/encryption-at-rest.html
 */
export function fileSystemKeyStatements({ accountId, region }: FileSystemKeyProps): PolicyStatement[] {
  return [
    {
      sid: "FsxFileSystems",
      actions: [...KEY_USE, "kms:CreateGrant"],
      resources: ["*"],
      principals: { anyone: true },
      conditions: {
        StringEquals: { "kms:CallerAccount": accountId, "kms:ViaService": `fsx.${region}.amazonaws.com` },
      },
    },
  ];
}

/**
 * The same for EFS, which keeps its access as a grant, too.
 * @see https://docs.aws.amazon.com/efs/latest/ug/EFSKMS.html
 */
export function efsKeyStatements({ accountId, region }: FileSystemKeyProps): PolicyStatement[] {
  return [
    {
      sid: "EfsFileSystems",
      actions: [...KEY_USE, "kms:CreateGrant"],
      resources: ["*"],
      principals: { anyone: true },
      conditions: {
        StringEquals: {
          "kms:CallerAccount": accountId,
          "kms:ViaService": `elasticfilesystem.${region}.amazonaws.com`,
        },
      },
    },
  ];
}
