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
  aws_db_snapshot: data("a copy of a database is deleted"),
  aws_docdb_cluster: data("its documents are deleted"),
  aws_dynamodb_table: data("its items are deleted"),
  aws_ebs_snapshot: data("a copy of a volume is deleted"),
  aws_ebs_volume: data("its blocks are deleted"),
  aws_ecr_repository: data("its images are deleted"),
  aws_efs_file_system: data("its files are deleted"),
  aws_eks_cluster: data("every object in Kubernetes is deleted, and with them all that runs"),
  aws_elasticache_replication_group: data("what it holds is deleted"),
  aws_fsx_backup: data("a copy of a file system is deleted"),
  aws_fsx_data_repository_association: data(
    "files are no longer imported and exported, until all of it is scanned again",
  ),
  aws_fsx_lustre_file_system: data("its files are deleted, but those that a data repository has"),
  aws_fsx_ontap_volume: data("its files are deleted"),
  aws_fsx_openzfs_file_system: data("its files are deleted"),
  aws_fsx_openzfs_volume: data("its files are deleted"),
  aws_grafana_workspace: data("its dashboards are deleted"),
  aws_kinesis_stream: data("its records are deleted"),
  aws_kms_external_key: data("what was encrypted with it can never be read again"),
  aws_kms_key: data("what was encrypted with it can never be read again"),
  aws_kms_replica_key: data("what was encrypted with it in its Region can no longer be read there"),
  aws_opensearch_domain: data("its indexes are deleted"),
  aws_prometheus_workspace: data("its metrics are deleted"),
  aws_rds_cluster: data("its databases are deleted"),
  aws_redshift_cluster: data("its tables are deleted"),
  aws_s3_bucket: data("its objects are deleted"),
  aws_s3_directory_bucket: data("its objects are deleted"),
  aws_secretsmanager_secret: data("its versions are deleted"),
  aws_secretsmanager_secret_version: data("the value of a secret is deleted"),
  aws_sqs_queue: data("its messages are deleted"),
  aws_ssm_parameter: data("its value is deleted"),

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

  aws_efs_access_point: ground(
    "what is mounted through it hangs, and Kubernetes points no volume to another one; files stay",
  ),
  aws_efs_mount_target: jobs("what nodes of its zone have mounted through it breaks off"),
  aws_security_group: ground("interfaces of all that uses it must be moved or replaced first"),
  aws_subnet: ground("all that has an address in it must be deleted first"),
  aws_vpc: ground("all that stands in it must be deleted first"),
};
