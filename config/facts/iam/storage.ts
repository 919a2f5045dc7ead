import { ofService } from "./type-actions";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonelasticfilesystem.html */
const EFS_ACTIONS = ofService("elasticfilesystem", {
  aws_efs_access_point: {
    reads: ["DescribeAccessPoints", "ListTagsForResource"],
    opens: ["CreateAccessPoint"],
    changes: ["CreateAccessPoint", "DeleteAccessPoint", "TagResource", "UntagResource"],
  },
  aws_efs_backup_policy: { reads: ["DescribeBackupPolicy"], changes: ["PutBackupPolicy"] },
  aws_efs_file_system: {
    reads: ["DescribeFileSystems", "DescribeLifecycleConfiguration", "ListTagsForResource"],
    opens: ["CreateFileSystem"],
    changes: [
      "UpdateFileSystem",
      "UpdateFileSystemProtection",
      "DeleteFileSystem",
      "PutLifecycleConfiguration",
      "TagResource",
      "UntagResource",
    ],
    passes: ["kms:DescribeKey", "kms:CreateGrant"],
  },
  aws_efs_file_system_policy: {
    reads: ["DescribeFileSystemPolicy"],
    changes: ["PutFileSystemPolicy", "DeleteFileSystemPolicy"],
  },
  // EFS makes the interface of a mount target, and takes it away, with the rights of who asks; it has no tags
  // https://docs.aws.amazon.com/efs/latest/ug/API_CreateMountTarget.html
  aws_efs_mount_target: {
    reads: ["DescribeMountTargets", "DescribeMountTargetSecurityGroups"],
    changes: ["CreateMountTarget", "DeleteMountTarget", "ModifyMountTargetSecurityGroups"],
    passes: [
      "ec2:DescribeSubnets",
      "ec2:DescribeNetworkInterfaces",
      "ec2:CreateNetworkInterface",
      "ec2:DeleteNetworkInterface",
    ],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonfsx.html */
const FSX_ACTIONS = ofService("fsx", {
  aws_fsx_data_repository_association: {
    reads: ["DescribeDataRepositoryAssociations", "ListTagsForResource"],
    opens: ["CreateDataRepositoryAssociation"],
    changes: ["UpdateDataRepositoryAssociation", "DeleteDataRepositoryAssociation", "TagResource", "UntagResource"],
    // what the file system may do in the bucket, in a service-linked role
    // https://docs.aws.amazon.com/fsx/latest/LustreGuide/setting-up.html
    passes: ["iam:AttachRolePolicy", "iam:PutRolePolicy"],
  },
  // FSx asks for the groups of the VPC, and writes its logs, with the rights of who asks
  // https://docs.aws.amazon.com/fsx/latest/LustreGuide/security-iam-awsmanpol.html
  aws_fsx_lustre_file_system: {
    reads: ["DescribeFileSystems", "ListTagsForResource"],
    opens: ["CreateFileSystem"],
    changes: ["UpdateFileSystem", "DeleteFileSystem", "CreateBackup", "TagResource", "UntagResource"],
    passes: [
      "kms:DescribeKey",
      "kms:CreateGrant",
      "ec2:GetSecurityGroupsForVpc",
      "logs:CreateLogStream",
      "logs:PutLogEvents",
    ],
  },
  // the root volume is read and changed beside its file system, which FSx makes and deletes with it
  // https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/security_iam_service-with-iam.html
  aws_fsx_openzfs_file_system: {
    reads: ["DescribeFileSystems", "DescribeVolumes", "ListTagsForResource"],
    opens: ["CreateFileSystem"],
    changes: ["UpdateFileSystem", "UpdateVolume", "DeleteFileSystem", "CreateBackup", "TagResource", "UntagResource"],
    passes: ["kms:DescribeKey", "kms:CreateGrant", "ec2:GetSecurityGroupsForVpc"],
  },
});

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html */
const BUCKET_ACTIONS = ofService("s3", {
  // the provider gives a bucket its tags with CreateBucket since 6.23: hashicorp/terraform-provider-aws#45251
  aws_s3_bucket: {
    reads: [
      "ListBucket",
      "GetBucketTagging",
      "GetAccelerateConfiguration",
      "GetReplicationConfiguration",
      "ListTagsForResource",
    ],
    changes: [
      "CreateBucket",
      "DeleteBucket",
      "PutBucketTagging",
      "PutAccelerateConfiguration",
      "TagResource",
      "UntagResource",
    ],
  },
  aws_s3_bucket_lifecycle_configuration: {
    reads: ["GetLifecycleConfiguration"],
    changes: ["PutLifecycleConfiguration"],
  },
  aws_s3_bucket_metric: { reads: ["GetMetricsConfiguration"], changes: ["PutMetricsConfiguration"] },
  aws_s3_bucket_object_lock_configuration: {
    reads: ["GetBucketObjectLockConfiguration"],
    changes: ["PutBucketObjectLockConfiguration"],
  },
  aws_s3_bucket_ownership_controls: {
    reads: ["GetBucketOwnershipControls"],
    changes: ["PutBucketOwnershipControls"],
  },
  aws_s3_bucket_policy: { reads: ["GetBucketPolicy"], changes: ["PutBucketPolicy", "DeleteBucketPolicy"] },
  aws_s3_bucket_public_access_block: {
    reads: ["GetBucketPublicAccessBlock"],
    changes: ["PutBucketPublicAccessBlock"],
  },
  // S3 keeps the role that it is given, and asks whether the caller may pass it
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/setting-repl-config-perm-overview.html
  aws_s3_bucket_replication_configuration: {
    reads: ["GetReplicationConfiguration"],
    changes: ["PutReplicationConfiguration"],
    passes: ["iam:PassRole"],
  },
  aws_s3_bucket_server_side_encryption_configuration: {
    reads: ["GetEncryptionConfiguration"],
    changes: ["PutEncryptionConfiguration"],
  },
  aws_s3_bucket_versioning: { reads: ["GetBucketVersioning"], changes: ["PutBucketVersioning"] },
});

export const STORAGE_ACTIONS = { ...EFS_ACTIONS, ...FSX_ACTIONS, ...BUCKET_ACTIONS };
