import { type PolicyStatement } from "../security/policy";
import { claiming, inRegion, regionalArn, tagged, tagging, type CiScope, type ServicePermissions } from "./scope";

const fsx = (scope: CiScope, ...kinds: readonly string[]) =>
  kinds.map((kind) => regionalArn(scope, "fsx", `${kind}/*`));

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonfsx.html */
export const FILE_SYSTEM_PERMISSIONS: ServicePermissions = {
  types: /^aws_fsx_/,
  reads: ["fsx:Describe*", "fsx:ListTagsForResource"],
  changes: (scope): PolicyStatement[] => [
    {
      sid: "MakeFileSystem",
      actions: ["fsx:CreateFileSystem", "fsx:CreateDataRepositoryAssociation"],
      resources: fsx(scope, "file-system", "association"),
      conditions: tagging(scope),
    },
    {
      sid: "TagNewFileSystem",
      actions: ["fsx:TagResource"],
      resources: fsx(scope, "file-system", "association"),
      conditions: claiming(scope),
    },
    {
      sid: "ChangeFileSystem",
      actions: [
        ...["fsx:UpdateFileSystem", "fsx:DeleteFileSystem", "fsx:UpdateDataRepositoryAssociation"],
        ...["fsx:DeleteDataRepositoryAssociation", "fsx:TagResource", "fsx:UntagResource"],
      ],
      resources: fsx(scope, "file-system", "association"),
      conditions: tagged(scope),
    },
    {
      // the last backup of a file system that goes, with its tags
      sid: "BackUpFileSystem",
      actions: ["fsx:CreateBackup", "fsx:DeleteFileSystem", "fsx:TagResource"],
      resources: fsx(scope, "backup"),
      conditions: inRegion(scope),
    },
    {
      sid: "BackUpOwnFileSystem",
      actions: ["fsx:CreateBackup"],
      resources: fsx(scope, "file-system"),
      conditions: tagged(scope),
    },
  ],
};

const efs = (scope: CiScope, ...kinds: readonly string[]) =>
  kinds.map((kind) => regionalArn(scope, "elasticfilesystem", `${kind}/*`));

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelasticfilesystem.html */
export const EFS_PERMISSIONS: ServicePermissions = {
  types: /^aws_efs_/,
  reads: ["elasticfilesystem:Describe*", "elasticfilesystem:ListTagsForResource"],
  changes: (scope): PolicyStatement[] => [
    {
      sid: "MakeEfs",
      actions: ["elasticfilesystem:CreateFileSystem", "elasticfilesystem:CreateAccessPoint"],
      resources: efs(scope, "file-system", "access-point"),
      conditions: tagging(scope),
    },
    {
      sid: "TagNewEfs",
      actions: ["elasticfilesystem:TagResource"],
      resources: efs(scope, "file-system", "access-point"),
      conditions: claiming(scope),
    },
    {
      sid: "ChangeEfs",
      actions: [
        ...["CreateMountTarget", "DeleteMountTarget", "ModifyMountTargetSecurityGroups", "CreateAccessPoint"],
        ...["DeleteAccessPoint", "UpdateFileSystem", "UpdateFileSystemProtection", "DeleteFileSystem"],
        ...["PutBackupPolicy", "PutFileSystemPolicy", "DeleteFileSystemPolicy", "PutLifecycleConfiguration"],
        ...["TagResource", "UntagResource"],
      ].map((action) => `elasticfilesystem:${action}`),
      resources: efs(scope, "file-system", "access-point"),
      conditions: tagged(scope),
    },
  ],
};

/** Settings of a bucket; none of it reads or writes an object. */
const SETTINGS = [
  ...["Policy", "PublicAccessBlock", "Versioning", "OwnershipControls", "Tagging", "ObjectLockConfiguration"].map(
    (setting) => `s3:PutBucket${setting}`,
  ),
  ...["Encryption", "Lifecycle", "Accelerate"].map((setting) => `s3:Put${setting}Configuration`),
  // the provider gives a bucket its tags with CreateBucket since 6.23: hashicorp/terraform-provider-aws#45251
  ...["s3:TagResource", "s3:UntagResource"],
];

/** Reads of {@link BUCKET_PERMISSIONS}: they name buckets, and not `*`. */
export const BUCKET_READS = [
  "s3:GetAccelerateConfiguration",
  "s3:GetBucket*",
  "s3:GetEncryptionConfiguration",
  "s3:GetLifecycleConfiguration",
  "s3:GetReplicationConfiguration",
  "s3:ListBucket",
  "s3:ListTagsForResource",
];

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
export const BUCKET_PERMISSIONS: ServicePermissions = {
  types: /^aws_s3_bucket/,
  reads: [],
  changes: (scope): PolicyStatement[] =>
    scope.buckets.length === 0
      ? []
      : [
          {
            sid: "ChangeBuckets",
            actions: ["s3:CreateBucket", "s3:DeleteBucket", "s3:DeleteBucketPolicy", ...SETTINGS],
            resources: scope.buckets.map((bucket) => bucketArn(scope, bucket)),
          },
        ],
};

const bucketArn = ({ partition }: CiScope, bucket: string) => `arn:${partition}:s3:::${bucket}`;

/** Settings of the environment's buckets, that of the state too. */
export function bucketReads(scope: CiScope): PolicyStatement[] {
  const buckets = [...(scope.stateBucket === undefined ? [] : [scope.stateBucket]), ...scope.buckets];
  if (buckets.length === 0) return [];
  const resources = buckets.map((bucket) => bucketArn(scope, bucket));
  return [{ sid: "SeeBuckets", actions: BUCKET_READS, resources }];
}

/** Reads states, which have secrets in them; takes no lock. */
export function stateReads(scope: CiScope): PolicyStatement[] {
  return [
    ...(scope.stateBucket === undefined
      ? []
      : [
          {
            sid: "ReadState",
            actions: ["s3:GetObject"],
            resources: [`${bucketArn(scope, scope.stateBucket)}/*.tfstate`],
          },
        ]),
    ...keyUse(scope, "DecryptState", ["kms:Decrypt"]),
  ];
}

/**
 * Writes states, and the lock object beside each; a state itself is never deleted.
 * @see https://developer.hashicorp.com/terraform/language/backend/s3#permissions-required
 */
export function stateWrites(scope: CiScope): PolicyStatement[] {
  if (scope.stateBucket === undefined) return [];
  const states = `${bucketArn(scope, scope.stateBucket)}/*.tfstate`;
  return [
    { sid: "WriteState", actions: ["s3:GetObject", "s3:PutObject"], resources: [states, `${states}.tflock`] },
    { sid: "Unlock", actions: ["s3:DeleteObject"], resources: [`${states}.tflock`] },
    ...keyUse(scope, "EncryptState", ["kms:Decrypt", "kms:GenerateDataKey"]),
  ];
}

function keyUse(scope: CiScope, sid: string, actions: readonly string[]): PolicyStatement[] {
  if (scope.stateKeyAlias === undefined) return [];
  const resources = [regionalArn(scope, "kms", "key/*")];
  const conditions = { "ForAnyValue:StringEquals": { "kms:ResourceAliases": scope.stateKeyAlias } };
  return [{ sid, actions, resources, conditions }];
}
