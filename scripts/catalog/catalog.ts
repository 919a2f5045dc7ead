import type { CatalogRows, CatalogType, Holds } from "./catalog-type";
import { AUTOSCALING } from "./types/autoscaling";
import { BACKUP_VAULT } from "./types/backup-vault";
import { BUDGET } from "./types/budget";
import { CAPACITY_RESERVATION } from "./types/capacity-reservation";
import { COST_ANOMALY } from "./types/cost-anomaly";
import { DATABASES } from "./types/databases";
import { EBS_VOLUME } from "./types/ebs-volume";
import { ECR_REPOSITORY } from "./types/ecr-repository";
import { EFS_FILE_SYSTEM } from "./types/efs-file-system";
import { EKS_ACCESS } from "./types/eks-access";
import { EKS_ADDON } from "./types/eks-addon";
import { EKS_CLUSTER } from "./types/eks-cluster";
import { EKS_NODE_GROUP } from "./types/eks-node-group";
import { FLOW_LOG } from "./types/flow-log";
import { FSX_FILE_SYSTEMS } from "./types/fsx-file-systems";
import { FSX_LUSTRE } from "./types/fsx-lustre";
import { HELM_RELEASE } from "./types/helm-release";
import { IAM_OPENID_CONNECT_PROVIDER } from "./types/iam-openid-connect-provider";
import { IAM_POLICY } from "./types/iam-policy";
import { IAM_ROLE } from "./types/iam-role";
import { INSTANCE } from "./types/instance";
import { INTERNET_GATEWAY } from "./types/internet-gateway";
import { KMS_KEY } from "./types/kms-key";
import { KUBERNETES_OBJECTS } from "./types/kubernetes-objects";
import { LAUNCH_TEMPLATE } from "./types/launch-template";
import { LOAD_BALANCER } from "./types/load-balancer";
import { LOG_GROUP } from "./types/log-group";
import { MONITORING } from "./types/monitoring";
import { NAT_GATEWAY } from "./types/nat-gateway";
import { NETWORK_INTERFACE } from "./types/network-interface";
import { PLACEMENT_GROUP } from "./types/placement-group";
import { POD_IDENTITY } from "./types/pod-identity";
import { QUEUES } from "./types/queues";
import { ROLES_ANYWHERE } from "./types/roles-anywhere";
import { ROUTING } from "./types/routing";
import { S3_BUCKET } from "./types/s3-bucket";
import { SECRETS } from "./types/secrets";
import { SECURITY_GROUP } from "./types/security-group";
import { SNS_TOPIC } from "./types/sns-topic";
import { SUBNET } from "./types/subnet";
import { TERRAFORM_DATA } from "./types/terraform-data";
import { VPC } from "./types/vpc";
import { VPC_ENDPOINT } from "./types/vpc-endpoint";

/** What is known of Terraform types. Those that no stack has are here for plans that somebody else wrote into. */
const ROWS: CatalogRows = {
  ...AUTOSCALING,
  ...BACKUP_VAULT,
  ...BUDGET,
  ...CAPACITY_RESERVATION,
  ...COST_ANOMALY,
  ...DATABASES,
  ...EBS_VOLUME,
  ...ECR_REPOSITORY,
  ...EFS_FILE_SYSTEM,
  ...EKS_ACCESS,
  ...EKS_ADDON,
  ...EKS_CLUSTER,
  ...EKS_NODE_GROUP,
  ...FLOW_LOG,
  ...FSX_FILE_SYSTEMS,
  ...FSX_LUSTRE,
  ...HELM_RELEASE,
  ...IAM_OPENID_CONNECT_PROVIDER,
  ...IAM_POLICY,
  ...IAM_ROLE,
  ...INSTANCE,
  ...INTERNET_GATEWAY,
  ...KMS_KEY,
  ...KUBERNETES_OBJECTS,
  ...LAUNCH_TEMPLATE,
  ...LOAD_BALANCER,
  ...LOG_GROUP,
  ...MONITORING,
  ...NAT_GATEWAY,
  ...NETWORK_INTERFACE,
  ...PLACEMENT_GROUP,
  ...POD_IDENTITY,
  ...QUEUES,
  ...ROLES_ANYWHERE,
  ...ROUTING,
  ...S3_BUCKET,
  ...SECRETS,
  ...SECURITY_GROUP,
  ...SNS_TOPIC,
  ...SUBNET,
  ...TERRAFORM_DATA,
  ...VPC,
  ...VPC_ENDPOINT,
};

export const CATALOG: ReadonlyMap<string, CatalogType> = new Map(Object.entries(ROWS));

/** Objects of Kubernetes have two types each, with `_v1` and without, which are the same to the provider. */
const rowOf = (type: string): string => (type.startsWith("kubernetes_") ? type.replace(/(?:_v1)?$/, "_v1") : type);

export const catalogType = (type: string): CatalogType | null => CATALOG.get(rowOf(type)) ?? null;

/** A type that nobody deletes or replaces in passing. */
export interface Stateful {
  readonly holds: Holds;
  /** What happens when it is deleted or replaced. */
  readonly why: string;
}

/** What is lost with a resource of a type; null: neither data, nor jobs, nor the ground that others stand on. */
export function statefulType(type: string): Stateful | null {
  const loss = catalogType(type)?.loss;
  return loss?.kind === "data" || loss?.kind === "jobs" || loss?.kind === "ground"
    ? { holds: loss.kind, why: loss.why }
    : null;
}

/** Arguments whose change makes a new resource; none are known of a type that is not in the catalogue. */
export const replacedBy = (type: string): readonly string[] => catalogType(type)?.replacedBy ?? [];
