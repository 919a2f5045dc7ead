import type { DataKind, ResourceKind } from "./cloud/resource-kind";
import { AUTO_SCALING_KINDS } from "./aws/eks/auto-scaling";
import { BUDGET_KINDS } from "./aws/budget";
import { COST_ANOMALY_KINDS } from "./aws/cost-anomaly";
import { DYNAMODB_TABLE_KINDS } from "./aws/dynamodb-table";
import { EC2_DATA } from "./aws/ec2/ec2-data";
import { ECR_REPOSITORY_KINDS } from "./aws/ecr-repository";
import { EFS_FILE_SYSTEM_KINDS } from "./aws/efs/efs-file-system";
import { EFS_MOUNT_TARGET_KINDS } from "./aws/efs/efs-mount-target";
import { EFS_SETTING_KINDS } from "./aws/efs/efs-settings";
import { TRANSIT_GATEWAY_KINDS } from "./aws/ec2/transit-gateway";
import { ROLES_ANYWHERE_KINDS } from "./aws/roles-anywhere";
import { EKS_ACCESS_KINDS } from "./aws/eks/eks-access";
import { EKS_ADDON_KINDS } from "./aws/eks/eks-addon";
import { EKS_CLUSTER_KINDS } from "./aws/eks/eks-cluster";
import { EKS_DATA } from "./aws/eks/eks-data";
import { EKS_NODE_GROUP_KINDS } from "./aws/eks/eks-node-group";
import { EVENT_RULE_KINDS } from "./aws/event-rule";
import { FLOW_LOG_KINDS } from "./aws/ec2/flow-logs";
import { FSX_DATA_REPOSITORY_KINDS } from "./aws/fsx/fsx-data-repository";
import { FSX_LUSTRE_KINDS } from "./aws/fsx/fsx-lustre";
import { FSX_OPENZFS_KINDS } from "./aws/fsx/fsx-openzfs";
import { GATEWAY_KINDS } from "./aws/ec2/gateways";
import { IAM_INSTANCE_PROFILE_KINDS } from "./aws/iam/iam-instance-profile";
import { IAM_ROLE_KINDS } from "./aws/iam/iam-role";
import { IAM_KINDS } from "./aws/iam/iam";
import { IDENTITY_DATA } from "./aws/iam/identity-data";
import { KMS_KINDS } from "./aws/kms";
import { LAUNCH_TEMPLATE_KINDS } from "./aws/ec2/launch-template";
import { LOGS_KINDS } from "./aws/logs";
import { PLACEMENT_KINDS } from "./aws/ec2/placement";
import { POD_IDENTITY_KINDS } from "./aws/eks/pod-identity";
import { POLICY_DOCUMENT_DATA } from "./aws/iam/policy-document-data";
import { ROUTING_KINDS } from "./aws/ec2/routing";
import { S3_BUCKET_KINDS } from "./aws/s3/s3-bucket";
import { S3_DATA_KINDS } from "./aws/s3/s3-data";
import { S3_LIFECYCLE_KINDS } from "./aws/s3/s3-lifecycle";
import { S3_NOTIFICATION_KINDS } from "./aws/s3/s3-notification";
import { S3_OBJECT_KINDS } from "./aws/s3/s3-object";
import { S3_POLICY_KINDS } from "./aws/s3/s3-policy";
import { S3_REPLICATION_KINDS } from "./aws/s3/s3-replication";
import { S3_SETTINGS_KINDS } from "./aws/s3/s3-settings";
import { SECRETSMANAGER_SECRET_KINDS } from "./aws/secretsmanager-secret";
import { SECURITY_GROUP_RULE_KINDS } from "./aws/ec2/security-group-rules";
import { SECURITY_GROUP_KINDS } from "./aws/ec2/security-groups";
import { SNS_SUBSCRIPTION_KINDS } from "./aws/sns-subscription";
import { SNS_TOPIC_KINDS } from "./aws/sns-topic";
import { SQS_QUEUE_KINDS } from "./aws/sqs-queue";
import { SSM_DATA } from "./aws/ssm-data";
import { SUBNET_KINDS } from "./aws/ec2/subnets";
import { VPC_DATA } from "./aws/ec2/vpc-data";
import { VPC_ENDPOINT_KINDS } from "./aws/ec2/vpc-endpoints";
import { VPC_KINDS } from "./aws/ec2/vpc";
import { HELM_RELEASE_KINDS } from "./helm/release";
import { CLUSTER_OBJECT_KINDS } from "./kubernetes/cluster-object";
import { DATA_OBJECT_KINDS } from "./kubernetes/data-object";
import { SERVICE_ACCOUNT_KINDS } from "./kubernetes/service-account";

/** What the stand-ins know of resource types, by type. A type that is missing is planned by its schema alone. */
export const KINDS: Readonly<Record<string, ResourceKind>> = {
  ...AUTO_SCALING_KINDS,
  ...BUDGET_KINDS,
  ...COST_ANOMALY_KINDS,
  ...DYNAMODB_TABLE_KINDS,
  ...ECR_REPOSITORY_KINDS,
  ...EFS_FILE_SYSTEM_KINDS,
  ...EFS_MOUNT_TARGET_KINDS,
  ...EFS_SETTING_KINDS,
  ...EKS_ACCESS_KINDS,
  ...TRANSIT_GATEWAY_KINDS,
  ...ROLES_ANYWHERE_KINDS,
  ...EKS_ADDON_KINDS,
  ...EKS_CLUSTER_KINDS,
  ...EKS_NODE_GROUP_KINDS,
  ...EVENT_RULE_KINDS,
  ...FLOW_LOG_KINDS,
  ...FSX_DATA_REPOSITORY_KINDS,
  ...FSX_LUSTRE_KINDS,
  ...FSX_OPENZFS_KINDS,
  ...GATEWAY_KINDS,
  ...IAM_INSTANCE_PROFILE_KINDS,
  ...IAM_ROLE_KINDS,
  ...IAM_KINDS,
  ...KMS_KINDS,
  ...LAUNCH_TEMPLATE_KINDS,
  ...LOGS_KINDS,
  ...PLACEMENT_KINDS,
  ...POD_IDENTITY_KINDS,
  ...ROUTING_KINDS,
  ...S3_BUCKET_KINDS,
  ...S3_LIFECYCLE_KINDS,
  ...S3_NOTIFICATION_KINDS,
  ...S3_OBJECT_KINDS,
  ...S3_POLICY_KINDS,
  ...S3_SETTINGS_KINDS,
  ...S3_REPLICATION_KINDS,
  ...SECRETSMANAGER_SECRET_KINDS,
  ...SECURITY_GROUP_RULE_KINDS,
  ...SECURITY_GROUP_KINDS,
  ...SNS_SUBSCRIPTION_KINDS,
  ...SNS_TOPIC_KINDS,
  ...SQS_QUEUE_KINDS,
  ...SUBNET_KINDS,
  ...VPC_ENDPOINT_KINDS,
  ...VPC_KINDS,
  ...HELM_RELEASE_KINDS,
  ...CLUSTER_OBJECT_KINDS,
  ...DATA_OBJECT_KINDS,
  ...SERVICE_ACCOUNT_KINDS,
};

/** What the stand-ins answer for data sources, by type. */
export const DATA_KINDS: Readonly<Record<string, DataKind>> = {
  ...EC2_DATA,
  ...EKS_DATA,
  ...IDENTITY_DATA,
  ...POLICY_DOCUMENT_DATA,
  ...S3_DATA_KINDS,
  ...SSM_DATA,
  ...VPC_DATA,
};
