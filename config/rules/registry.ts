import { NETWORK_RULES } from "./network";
import { ZONE_RULES } from "./zones";
import { CONNECTED_NETWORK_RULES } from "./connected-networks";
import { EXISTING_NETWORK_RULES } from "./existing-network";
import { ADDRESS_BUDGET_RULES } from "./address-budget";
import { LOG_RETENTION_RULES } from "./log-retention";
import { REGION_RULES } from "./region";
import { CLUSTER_RULES } from "./cluster";
import { CLUSTER_ZONE_RULES } from "./cluster-zones";
import { CLUSTER_ACCESS_RULES } from "./cluster-access";
import { CLUSTER_VERSION_RULES } from "./cluster-version";
import { IMAGES_RULES } from "./images";
import { NAMES_RULES } from "./names";
import { SYSTEM_NODE_RULES } from "./system-nodes";
import { TAGS_RULES } from "./tags";
import { SECRETS_RULES } from "./secrets";
import { STATE_RULES } from "./state";
import { CI_RULES } from "./ci";
import { FABRIC_KINDS } from "../fabrics/kinds";
import { CAPACITY_RULES } from "./capacity";
import { INSTANCE_REGION_RULES } from "./instance-regions";
import { MAX_PODS_RULES } from "./max-pods";
import { CAPACITY_BLOCK_RULES } from "./capacity-blocks";
import { CAPACITY_COUNT_RULES } from "./capacity-counts";
import { DEFAULT_QUOTA_RULES } from "./default-quotas";
import { NODES_RULES } from "./nodes";
import { NODE_METADATA_RULES } from "./node-metadata";
import { NODE_BOOT_RULES } from "./node-boot";
import { NODEADM_KEY_RULES } from "./nodeadm-keys";
import { GPU_RULES } from "./gpu";
import { GPU_DRA_RULES } from "./gpu-dra";
import { SHARING_KINDS } from "../sharing/kinds";
import { GPU_SHARING_RULES } from "./gpu-sharing";
import { STORAGE_KINDS } from "../storage/kinds";
import { STORAGE_MOUNT_RULES } from "./storage-mounts";
import { CHECKPOINTS_LINK_RULES } from "./checkpoints-link";
import { CHECKPOINTS_LIFECYCLE_RULES } from "./checkpoints-lifecycle";
import { CHECKPOINTS_BUCKET_RULES } from "./checkpoints-bucket";
import { CHECKPOINTS_TIERS_RULES } from "./checkpoints-tiers";
import { SLURM_DATABASE_RULES } from "./slurm-database";
import { SLURM_MOUNT_RULES } from "./slurm-mounts";
import { SLURM_PARTITION_RULES } from "./slurm-partitions";
import { SLURM_ACCESS_RULES } from "./slurm-access";
import { TEAM_GPU_RULES } from "./team-gpus";
import { TEAM_NAMESPACE_RULES } from "./team-namespaces";
import { SLURM_USER_RULES } from "./slurm-users";
import { SLURM_HOME_RULES } from "./slurm-homes";
import { TEAMS_RULES } from "./teams";
import { GDRCOPY_RULES } from "./gdrcopy";
import { HELM_VALUE_KEY_RULES } from "./helm-value-keys";
import { OWNED_HELM_VALUE_RULES } from "./owned-helm-value";
import { PLATFORM_RULES } from "./platform";
import { PLATFORM_OWNER_RULES } from "./platform-owners";
import { MONITORING_RULES } from "./monitoring";
import { COMPATIBILITY_RULES } from "./compatibility";
import { ADOPT_RULES } from "./adopt";
import { SCHEDULE_RULES } from "./schedule";
import { LIFETIME_RULES } from "./lifetime";
import { BUDGET_RULES } from "./budget";
import { PRICES_RULES } from "./prices";
import { IDLE_RULES } from "./idle";
import { ACROSS_RULES } from "./across-environments";
import type { Rule } from "./rule";

/** Every rule, in the order in which findings are told. */
export const RULES: readonly Rule[] = [
  ...NETWORK_RULES,
  ...ZONE_RULES,
  ...CONNECTED_NETWORK_RULES,
  ...EXISTING_NETWORK_RULES,
  ...ADDRESS_BUDGET_RULES,
  ...LOG_RETENTION_RULES,
  ...REGION_RULES,
  ...CLUSTER_RULES,
  ...SYSTEM_NODE_RULES,
  ...CLUSTER_ZONE_RULES,
  ...CLUSTER_ACCESS_RULES,
  ...CLUSTER_VERSION_RULES,
  ...IMAGES_RULES,
  ...NAMES_RULES,
  ...TAGS_RULES,
  ...SECRETS_RULES,
  ...STATE_RULES,
  ...CI_RULES,
  ...FABRIC_KINDS.flatMap(({ rules }): readonly Rule[] => rules),
  ...CAPACITY_RULES,
  ...CAPACITY_BLOCK_RULES,
  ...CAPACITY_COUNT_RULES,
  ...DEFAULT_QUOTA_RULES,
  ...INSTANCE_REGION_RULES,
  ...NODES_RULES,
  ...MAX_PODS_RULES,
  ...NODE_METADATA_RULES,
  ...NODE_BOOT_RULES,
  ...NODEADM_KEY_RULES,
  ...GPU_RULES,
  ...GPU_DRA_RULES,
  ...SHARING_KINDS.flatMap(({ rules }): readonly Rule[] => rules),
  ...GPU_SHARING_RULES,
  ...STORAGE_KINDS.flatMap(({ rules }) => rules),
  ...STORAGE_MOUNT_RULES,
  ...CHECKPOINTS_LINK_RULES,
  ...CHECKPOINTS_LIFECYCLE_RULES,
  ...CHECKPOINTS_BUCKET_RULES,
  ...CHECKPOINTS_TIERS_RULES,
  ...SLURM_MOUNT_RULES,
  ...SLURM_DATABASE_RULES,
  ...SLURM_PARTITION_RULES,
  ...SLURM_ACCESS_RULES,
  ...SLURM_USER_RULES,
  ...SLURM_HOME_RULES,
  ...TEAMS_RULES,
  ...TEAM_NAMESPACE_RULES,
  ...TEAM_GPU_RULES,
  ...GDRCOPY_RULES,
  ...PLATFORM_RULES,
  ...HELM_VALUE_KEY_RULES,
  ...OWNED_HELM_VALUE_RULES,
  ...PLATFORM_OWNER_RULES,
  ...MONITORING_RULES,
  ...SCHEDULE_RULES,
  ...LIFETIME_RULES,
  ...BUDGET_RULES,
  ...PRICES_RULES,
  ...IDLE_RULES,
  ...COMPATIBILITY_RULES,
  ...ADOPT_RULES,
  ...ACROSS_RULES,
];
