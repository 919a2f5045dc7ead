const of =
  (service: string) =>
  (...calls: readonly string[]): string[] =>
    calls.map((call) => `${service}:${call}`);

const autoscaling = of("autoscaling");
const budgets = of("budgets");
const ce = of("ce");
const ec2 = of("ec2");
const efs = of("elasticfilesystem");
const eks = of("eks");
const fsx = of("fsx");
const iam = of("iam");
const kms = of("kms");
const logs = of("logs");
const s3 = of("s3");
const sns = of("sns");

/**
 * IAM actions by which the AWS provider makes, reads, changes and deletes resources of a type, and those that a service asks
 * of the caller on the way.
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
export const DEPLOY_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  aws_autoscaling_schedule: autoscaling(
    "PutScheduledUpdateGroupAction",
    "DescribeScheduledActions",
    "DeleteScheduledAction",
  ),
  aws_budgets_budget: budgets("ModifyBudget", "ViewBudget", "ListTagsForResource", "TagResource"),
  aws_ce_anomaly_monitor: ce(
    ...["CreateAnomalyMonitor", "GetAnomalyMonitors", "UpdateAnomalyMonitor", "DeleteAnomalyMonitor"],
    ...["ListTagsForResource", "TagResource"],
  ),
  aws_ce_anomaly_subscription: ce(
    ...["CreateAnomalySubscription", "GetAnomalySubscriptions", "UpdateAnomalySubscription"],
    ...["DeleteAnomalySubscription", "ListTagsForResource", "TagResource"],
  ),
  aws_cloudwatch_log_group: logs(
    ...["CreateLogGroup", "DescribeLogGroups", "DeleteLogGroup", "PutRetentionPolicy", "AssociateKmsKey"],
    ...["TagResource", "ListTagsForResource"],
  ),
  aws_default_security_group: ec2("DescribeSecurityGroups", "RevokeSecurityGroupIngress", "RevokeSecurityGroupEgress"),
  aws_eip: ec2("AllocateAddress", "DescribeAddresses", "ReleaseAddress", "CreateTags"),
  aws_eks_access_entry: eks("CreateAccessEntry", "DescribeAccessEntry", "DeleteAccessEntry", "TagResource"),
  aws_eks_access_policy_association: eks(
    ...["AssociateAccessPolicy", "ListAssociatedAccessPolicies", "DisassociateAccessPolicy"],
  ),
  aws_efs_access_point: efs(
    ...["CreateAccessPoint", "DescribeAccessPoints", "DeleteAccessPoint", "TagResource", "UntagResource"],
    "ListTagsForResource",
  ),
  aws_efs_backup_policy: efs("PutBackupPolicy", "DescribeBackupPolicy"),
  aws_efs_file_system: [
    ...efs("CreateFileSystem", "DescribeFileSystems", "UpdateFileSystem", "DeleteFileSystem"),
    ...efs("DescribeLifecycleConfiguration", "PutLifecycleConfiguration", "UpdateFileSystemProtection"),
    ...efs("TagResource", "UntagResource", "ListTagsForResource"),
    ...kms("DescribeKey", "CreateGrant"),
  ],
  aws_efs_file_system_policy: efs("PutFileSystemPolicy", "DescribeFileSystemPolicy", "DeleteFileSystemPolicy"),
  aws_efs_mount_target: [
    ...efs("CreateMountTarget", "DescribeMountTargets", "DescribeMountTargetSecurityGroups", "DeleteMountTarget"),
    ...efs("ModifyMountTargetSecurityGroups"),
    ...ec2("DescribeSubnets", "DescribeNetworkInterfaces", "CreateNetworkInterface", "DeleteNetworkInterface"),
  ],
  aws_eks_addon: [
    ...eks("CreateAddon", "DescribeAddon", "UpdateAddon", "DeleteAddon", "DescribeAddonVersions", "TagResource"),
    ...iam("PassRole"),
  ],
  aws_eks_cluster: [
    ...eks("CreateCluster", "DescribeCluster", "UpdateClusterConfig", "UpdateClusterVersion", "DescribeUpdate"),
    ...eks("DeleteCluster", "TagResource"),
    ...iam("PassRole"),
    ...kms("DescribeKey", "CreateGrant"),
  ],
  aws_eks_node_group: [
    ...eks("CreateNodegroup", "DescribeNodegroup", "UpdateNodegroupConfig", "UpdateNodegroupVersion", "DescribeUpdate"),
    ...eks("DeleteNodegroup", "TagResource"),
    ...iam("PassRole"),
  ],
  aws_eks_pod_identity_association: [
    ...eks("CreatePodIdentityAssociation", "DescribePodIdentityAssociation", "UpdatePodIdentityAssociation"),
    ...eks("DeletePodIdentityAssociation", "TagResource"),
    ...iam("PassRole"),
  ],
  aws_flow_log: [
    ...ec2("CreateFlowLogs", "DescribeFlowLogs", "DeleteFlowLogs", "CreateTags"),
    ...logs("CreateLogDelivery", "DeleteLogDelivery"),
    ...iam("PassRole"),
  ],
  aws_fsx_data_repository_association: [
    ...fsx("CreateDataRepositoryAssociation", "DescribeDataRepositoryAssociations", "UpdateDataRepositoryAssociation"),
    ...fsx("DeleteDataRepositoryAssociation", "TagResource", "ListTagsForResource"),
  ],
  aws_fsx_lustre_file_system: [
    ...fsx("CreateFileSystem", "DescribeFileSystems", "UpdateFileSystem", "DeleteFileSystem"),
    ...fsx("TagResource", "ListTagsForResource"),
    ...kms("DescribeKey", "CreateGrant"),
  ],
  aws_iam_openid_connect_provider: iam(
    ...["CreateOpenIDConnectProvider", "GetOpenIDConnectProvider", "DeleteOpenIDConnectProvider"],
    ...["TagOpenIDConnectProvider"],
  ),
  aws_iam_policy: iam(
    ...["CreatePolicy", "GetPolicy", "GetPolicyVersion", "CreatePolicyVersion", "ListPolicyVersions"],
    ...["DeletePolicyVersion", "DeletePolicy", "TagPolicy"],
  ),
  aws_iam_role: iam(
    ...["CreateRole", "GetRole", "UpdateRole", "UpdateAssumeRolePolicy", "DeleteRole", "TagRole", "ListRolePolicies"],
    ...["ListAttachedRolePolicies", "ListInstanceProfilesForRole"],
  ),
  aws_iam_role_policy: iam("PutRolePolicy", "GetRolePolicy", "DeleteRolePolicy"),
  aws_iam_role_policy_attachment: iam("AttachRolePolicy", "ListAttachedRolePolicies", "DetachRolePolicy"),
  aws_internet_gateway: ec2(
    ...["CreateInternetGateway", "DescribeInternetGateways", "AttachInternetGateway", "DetachInternetGateway"],
    ...["DeleteInternetGateway", "CreateTags"],
  ),
  aws_kms_alias: kms("CreateAlias", "ListAliases", "UpdateAlias", "DeleteAlias"),
  aws_kms_key: kms(
    ...["CreateKey", "DescribeKey", "GetKeyPolicy", "PutKeyPolicy", "GetKeyRotationStatus", "EnableKeyRotation"],
    ...["ListResourceTags", "TagResource", "ScheduleKeyDeletion"],
  ),
  aws_launch_template: ec2(
    ...["CreateLaunchTemplate", "CreateLaunchTemplateVersion", "ModifyLaunchTemplate", "DescribeLaunchTemplates"],
    ...["DescribeLaunchTemplateVersions", "DeleteLaunchTemplate", "CreateTags"],
  ),
  aws_nat_gateway: ec2("CreateNatGateway", "DescribeNatGateways", "DeleteNatGateway", "CreateTags"),
  aws_placement_group: ec2("CreatePlacementGroup", "DescribePlacementGroups", "DeletePlacementGroup", "CreateTags"),
  aws_route: ec2("CreateRoute", "ReplaceRoute", "DeleteRoute", "DescribeRouteTables"),
  aws_route_table: ec2("CreateRouteTable", "DescribeRouteTables", "DeleteRouteTable", "CreateTags"),
  aws_route_table_association: ec2("AssociateRouteTable", "DisassociateRouteTable", "DescribeRouteTables"),
  aws_s3_bucket: s3("CreateBucket", "ListBucket", "GetBucketTagging", "PutBucketTagging", "DeleteBucket"),
  aws_s3_bucket_lifecycle_configuration: s3("GetLifecycleConfiguration", "PutLifecycleConfiguration"),
  aws_s3_bucket_object_lock_configuration: s3("GetBucketObjectLockConfiguration", "PutBucketObjectLockConfiguration"),
  aws_s3_bucket_ownership_controls: s3("GetBucketOwnershipControls", "PutBucketOwnershipControls"),
  aws_s3_bucket_policy: s3("GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy"),
  aws_s3_bucket_public_access_block: s3("GetBucketPublicAccessBlock", "PutBucketPublicAccessBlock"),
  aws_s3_bucket_server_side_encryption_configuration: s3("GetEncryptionConfiguration", "PutEncryptionConfiguration"),
  aws_s3_bucket_versioning: s3("GetBucketVersioning", "PutBucketVersioning"),
  aws_security_group: ec2(
    ...["CreateSecurityGroup", "DescribeSecurityGroups", "DeleteSecurityGroup", "RevokeSecurityGroupEgress"],
    ...["DescribeNetworkInterfaces", "CreateTags"],
  ),
  aws_sns_topic: sns(
    ...["CreateTopic", "GetTopicAttributes", "SetTopicAttributes", "DeleteTopic", "ListTagsForResource", "TagResource"],
  ),
  aws_sns_topic_subscription: sns("Subscribe", "GetSubscriptionAttributes", "Unsubscribe"),
  aws_subnet: ec2("CreateSubnet", "DescribeSubnets", "ModifySubnetAttribute", "DeleteSubnet", "CreateTags"),
  aws_vpc: ec2("CreateVpc", "DescribeVpcs", "DescribeVpcAttribute", "ModifyVpcAttribute", "DeleteVpc", "CreateTags"),
  aws_vpc_endpoint: ec2(
    ...["CreateVpcEndpoint", "DescribeVpcEndpoints", "ModifyVpcEndpoint", "DeleteVpcEndpoints"],
    ...["DescribePrefixLists", "CreateTags"],
  ),
  aws_vpc_security_group_egress_rule: ec2(
    ...["AuthorizeSecurityGroupEgress", "RevokeSecurityGroupEgress", "DescribeSecurityGroupRules", "CreateTags"],
  ),
  aws_vpc_security_group_ingress_rule: ec2(
    ...["AuthorizeSecurityGroupIngress", "RevokeSecurityGroupIngress", "DescribeSecurityGroupRules", "CreateTags"],
  ),
};

/** Reading and writing state in the bucket, with its lock. */
export const STATE_ACTIONS: readonly string[] = [
  ...s3("ListBucket", "GetObject", "PutObject", "DeleteObject"),
  ...kms("Decrypt", "GenerateDataKey"),
];
