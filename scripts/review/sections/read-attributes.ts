import { TYPE_ACTIONS } from "../../../config/facts/iam/actions";

/**
 * Attributes whose change in place a section reads, or that do nothing to what runs, take nothing away and open nothing. What
 * is not here is not known, and somebody has to say that it is meant. Attributes that can only be changed by making the
 * resource anew need not be here: that is told of the resource.
 */
const READ: Readonly<Record<string, RegExp>> = {
  aws_budgets_budget: /^(?:cost_filter|cost_types|limit_\w+|notification|time_\w+)\b/,
  aws_ce_anomaly_monitor: /^name\b/,
  aws_ce_anomaly_subscription: /^(?:frequency|monitor_arn_list|subscriber|threshold_expression)\b/,
  aws_cloudwatch_log_group: /^(?:retention_in_days|kms_key_id|skip_destroy)\b/,
  aws_default_security_group: /^ingress\b/,
  aws_efs_file_system: /^(?:lifecycle_policy|throughput_mode|provisioned_throughput_in_mibps)\b/,
  aws_eks_access_entry: /^kubernetes_groups\b/,
  aws_eks_access_policy_association: /^(?:policy_arn|access_scope)\b/,
  aws_eks_addon: /^(?:addon_version|configuration_values|preserve|resolve_conflicts_on_\w+)\b/,
  aws_eks_cluster:
    /^(?:version|deletion_protection|enabled_cluster_log_types|control_plane_scaling_config|compute_config|access_config\[0\]\.authentication_mode|vpc_config\[0\]\.(?:subnet_ids|public_access_cidrs|endpoint_public_access|endpoint_private_access))\b/,
  aws_eks_node_group:
    /^(?:scaling_config|labels|taint|launch_template|version|release_version|ami_type|instance_types|node_repair_config|update_config)\b/,
  aws_eks_pod_identity_association: /^(?:role_arn|target_role_arn|disable_session_tags)\b/,
  aws_fsx_data_repository_association:
    /^(?:imported_file_chunk_size|delete_data_in_filesystem|s3\[0\]\.auto_(?:import|export)_policy)\b/,
  aws_fsx_lustre_file_system:
    /^(?:storage_capacity|per_unit_storage_throughput|throughput_capacity|metadata_configuration|data_read_cache_configuration|root_squash_configuration|data_compression_type|log_configuration|weekly_maintenance_start_time|daily_automatic_backup_start_time|automatic_backup_retention_days|skip_final_backup|final_backup_tags|kms_key_id|file_system_type_version)\b/,
  aws_iam_openid_connect_provider: /^thumbprint_list\b/,
  aws_iam_policy: /^policy\b/,
  aws_iam_role:
    /^(?:assume_role_policy|inline_policy|managed_policy_arns|permissions_boundary|max_session_duration|force_detach_policies)\b/,
  aws_iam_role_policy: /^policy\b/,
  // with its network, which is told
  aws_internet_gateway: /^vpc_id\b/,
  aws_kms_alias: /^target_key_(?:id|arn)\b/,
  aws_kms_key: /^(?:policy|is_enabled|enable_key_rotation|rotation_period_in_days|deletion_window_in_days)\b/,
  // what a template is used for rolls, which is told with every value of it; what is not is told with the template
  aws_launch_template: /./,
  // to the outside as before, by another address
  aws_route: /^nat_gateway_id\b/,
  aws_s3_bucket: /^(?:force_destroy|policy|server_side_encryption_configuration)\b/,
  aws_s3_bucket_lifecycle_configuration: /^(?:rule|transition_default_minimum_object_size)\b/,
  aws_s3_bucket_object_lock_configuration: /^rule\b/,
  aws_s3_bucket_ownership_controls: /^rule\b/,
  aws_s3_bucket_policy: /^policy\b/,
  aws_s3_bucket_public_access_block: /^(?:block|ignore|restrict)_public_\w+\b/,
  aws_s3_bucket_server_side_encryption_configuration: /^rule\b/,
  aws_s3_bucket_versioning: /^versioning_configuration\[0\]\.status\b/,
  aws_security_group: /^ingress\b/,
  aws_sns_topic: /^(?:policy|kms_master_key_id|display_name)\b/,
  aws_subnet: /^map_public_ip_on_launch\b/,
  aws_vpc_endpoint: /^policy\b/,
  aws_vpc_security_group_egress_rule:
    /^(?:cidr_ipv[46]|from_port|to_port|ip_protocol|prefix_list_id|referenced_security_group_id)\b/,
  aws_vpc_security_group_ingress_rule:
    /^(?:cidr_ipv[46]|from_port|to_port|ip_protocol|prefix_list_id|referenced_security_group_id)\b/,
  // what is in values is read for itself; what is not here runs programs, hides values, or takes pods away
  helm_release:
    /^(?:atomic|chart|cleanup_on_fail|create_namespace|dependency_update|lint|max_history|metadata|pass_credentials|render_subchart_notes|repository|reset_values|reuse_values|set|set_list|skip_crds|status|timeout|upgrade_install|values|verify|version|wait|wait_for_jobs)\b/,
  // an entry of what a stack protects; a program that it runs is told for itself
  terraform_data: /./,
};

/** For people, or of the provider alone. */
const EVERYWHERE = /^(?:description|name_prefix|timeouts|force_destroy_timeout)\b/;

/** Lists of which more is no loss: what is taken out of them is not read. */
const MAY_GROW: Readonly<Record<string, RegExp>> = {
  aws_vpc_endpoint: /^(?:subnet_ids|route_table_ids|security_group_ids)\b/,
  aws_subnet: /^tags\b/,
  aws_security_group: /^tags\b/,
  aws_iam_openid_connect_provider: /^thumbprint_list\b/,
};

/** Types that Railyard makes, or that a section knows by name whatever is done to them. */
export const isKnownType = (type: string): boolean => Object.hasOwn(TYPE_ACTIONS, type) || type in READ;

/** Whether a change of an attribute is read somewhere. @param grows nothing is taken out of it */
export const isRead = (type: string, path: string, grows: boolean): boolean =>
  EVERYWHERE.test(path) || (READ[type]?.test(path) ?? false) || (grows && (MAY_GROW[type]?.test(path) ?? false));
