/** What is lost with a resource: data; jobs that run on it; or the ground that others with data or jobs stand on. */
export type Holds = "data" | "jobs" | "ground";

export interface Stateful {
  readonly holds: Holds;
  /** What happens when it is deleted or replaced. */
  readonly why: string;
}

const data = (why: string): Stateful => ({ holds: "data", why });
const jobs = (why: string): Stateful => ({ holds: "jobs", why });
const ground = (why: string): Stateful => ({ holds: "ground", why });

/** Resource types that nobody deletes or replaces in passing. */
export const STATEFUL: Readonly<Record<string, Stateful>> = {
  aws_backup_vault: data("its recovery points are deleted"),
  aws_cloudwatch_log_group: data("its log events are deleted"),
  aws_db_instance: data("its database is deleted"),
  aws_dynamodb_table: data("its items are deleted"),
  aws_ebs_volume: data("its blocks are deleted"),
  aws_ecr_repository: data("its images are deleted"),
  aws_efs_file_system: data("its files are deleted"),
  aws_eks_cluster: data("every object in Kubernetes is deleted, and with them all that runs"),
  aws_fsx_data_repository_association: data(
    "files are no longer imported and exported, until all of it is scanned again",
  ),
  aws_fsx_lustre_file_system: data("its files are deleted, but those that a data repository has"),
  aws_kms_key: data("what was encrypted with it can never be read again"),
  aws_prometheus_workspace: data("its metrics are deleted"),
  aws_rds_cluster: data("its databases are deleted"),
  aws_s3_bucket: data("its objects are deleted"),
  aws_secretsmanager_secret: data("its versions are deleted"),

  aws_autoscaling_group: jobs("its instances are terminated"),
  aws_ec2_capacity_block_reservation: jobs("capacity that is paid for is no longer known here"),
  aws_ec2_capacity_reservation: jobs("capacity that is given back may not be had again"),
  aws_eks_fargate_profile: jobs("its pods are deleted"),
  aws_eks_node_group: jobs("its nodes are drained and terminated"),
  aws_instance: jobs("it is terminated, with what runs on it"),
  helm_release: jobs(
    "all that the chart runs ends; with custom resource definitions, every object of those kinds goes",
  ),
  kubernetes_namespace: jobs("everything in it is deleted"),

  kubernetes_persistent_volume: data("its claim loses it; what it is made of goes with it, by its reclaim policy"),
  kubernetes_persistent_volume_claim: data("its volume is released, and by its reclaim policy deleted"),

  aws_security_group: ground("interfaces of all that uses it must be moved or replaced first"),
  aws_subnet: ground("all that has an address in it must be deleted first"),
  aws_vpc: ground("all that stands in it must be deleted first"),
};
