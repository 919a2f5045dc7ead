import { HEALTH_RULES } from "../../health/rules";
import { TRACE_RULES } from "../../traces/rules";
import { NETWORK_RULES } from "./network/rules";
import { ZONE_RULES } from "./network/zone-rules";
import { CONNECTED_NETWORK_RULES } from "./network/connected-network-rules";
import { EXISTING_NETWORK_RULES } from "./network/existing-network-rules";
import { ADDRESS_BUDGET_RULES } from "./network/address-budget-rules";
import { LOG_RETENTION_RULES } from "./cluster/log-retention-rules";
import { REGION_RULES } from "./account/region-rules";
import { CLUSTER_RULES } from "./cluster/rules";
import { CLUSTER_ZONE_RULES } from "./cluster/zone-rules";
import { CLUSTER_ACCESS_RULES } from "./cluster/access-rules";
import { CLUSTER_VERSION_RULES } from "./cluster/version-rules";
import { HYBRID_CERTIFICATE_RULES } from "./hybrid/certificate-rules";
import { HYBRID_GATEWAY_RULES } from "./hybrid/gateway-rules";
import { HYBRID_LABEL_RULES } from "./hybrid/label-rules";
import { HYBRID_NETWORK_RULES } from "./hybrid/network-rules";
import { HYBRID_POOL_RULES } from "./hybrid/pool-rules";
import { IMAGE_CACHE_RULES } from "./image-cache/rules";
import { IMAGES_RULES } from "./images/rules";
import { UBUNTU_RULES } from "./images/ubuntu-rules";
import { AWS_NAMES_RULES } from "../../names/rules";
import { NAMED_SECRET_RULES } from "../../names/secret-rules";
import { SYSTEM_NODE_RULES } from "./cluster/system-node-rules";
import { TAGS_RULES } from "./account/tag-rules";
import { KUEUE_RULES } from "../../kueue/rules";
import { SECRETS_RULES } from "../../kernel/secret-rules";
import { STATE_RULES } from "../../state/rules";
import { CI_RULES } from "./ci/rules";
import { FABRIC_KINDS } from "../../fabrics/kinds";
import { CAPACITY_RULES } from "./capacity/rules";
import { INSTANCE_REGION_RULES } from "./capacity/instance-region-rules";
import { MAX_PODS_RULES } from "./nodes/max-pod-rules";
import { CAPACITY_BLOCK_RULES } from "./capacity/block-rules";
import { CAPACITY_COUNT_RULES } from "./capacity/count-rules";
import { DEFAULT_QUOTA_RULES } from "./quotas/rules";
import { NODE_OUTBOUND_RULES } from "./nodes/outbound-rules";
import { NODES_RULES } from "./nodes/rules";
import { NODE_METADATA_RULES } from "./nodes/metadata-rules";
import { NODE_BOOT_RULES } from "./nodes/boot-rules";
import { TUNING_RULES } from "../../tuning/rules";
import { NODE_TUNING_RULES } from "./nodes/tuning-rules";
import { KUBELET_RULES } from "./nodes/kubelet-rules";
import { NODEADM_KEY_RULES } from "./nodes/nodeadm-key-rules";
import { SCALING_RULES } from "./scaling/rules";
import { SCALING_OWNER_RULES } from "./scaling/owner-rules";
import { SCALING_SLURM_RULES } from "./scaling/slurm-rules";
import { SCALING_NODE_RULES } from "./scaling/node-rules";
import { GPU_RULES } from "../../gpu/rules";
import { GPU_DRA_RULES } from "../../gpu/dra-rules";
import { CLAIMED_SERVER_RULES, NVLINK_RULES } from "../../gpu/nvlink-rules";
import { DRA_GATE_RULES } from "../../gpu/dra-gate-rules";
import { SHARING_KINDS } from "../../sharing/kinds";
import { GPU_SHARING_RULES } from "../../sharing/rules";
import { STORAGE_KINDS } from "../../storage/kinds";
import { GPU_DIRECT_RULES } from "../../storage/gpu-direct-rules";
import { STORAGE_MOUNT_RULES } from "../../storage/mount-rules";
import { CHECKPOINTS_EXPORT_DELETE_RULES } from "../../checkpoints/export-delete-rules";
import { CHECKPOINTS_LINK_RULES } from "../../checkpoints/link-rules";
import { CHECKPOINTS_AGENT_RULES } from "../../checkpoints/agent-rules";
import { CHECKPOINTS_LIFECYCLE_RULES } from "../../checkpoints/lifecycle-rules";
import { CHECKPOINTS_BUCKET_RULES } from "../../checkpoints/bucket-rules";
import { CHECKPOINTS_OWN_PREFIX_RULES } from "../../checkpoints/own-prefix-rules";
import { CHECKPOINTS_TIER_COST_RULES } from "../../checkpoints/tier-cost-rules";
import { CHECKPOINTS_TIERS_RULES } from "../../checkpoints/tier-rules";
import { DATASET_BUCKET_RULES } from "../../datasets/bucket-rules";
import { DRIFT_RULES } from "../../datasets/drift-rules";
import { DATASET_RULES } from "../../datasets/rules";
import { DATASET_TEAM_RULES } from "../../datasets/team-rules";
import { SLURM_CONTAINER_RULES } from "../../slurm/container-rules";
import { SLURM_CONTROLLER_RULES } from "../../slurm/controller-rules";
import { JOB_CAPACITY_RULES } from "../../slurm/job-capacity-rules";
import { SLURM_DATABASE_RULES } from "../../slurm/database-rules";
import { SLURM_MOUNT_RULES } from "../../slurm/mount-rules";
import { SLURM_NODE_SHARING_RULES } from "../../slurm/node-sharing-rules";
import { SLURM_PARTITION_RULES } from "../../slurm/partition-rules";
import { AWS_SLURM_ACCESS_RULES } from "../../slurm/access-rules";
import { TEAM_GPU_RULES } from "../../teams/gpu-rules";
import { AWS_TEAM_NAMESPACE_RULES } from "../../teams/namespace-rules";
import { SLURM_QOS_PLACE_RULES } from "../../slurm/qos-place-rules";
import { SLURM_QOS_RULES } from "../../slurm/qos-rules";
import { SLURM_RESERVATION_RULES } from "../../slurm/reservation-rules";
import { SLURM_USER_RULES } from "../../slurm/user-rules";
import { SLURM_HEALTH_RULES } from "../../slurm/health-rules";
import { SLURM_REPAIR_RULES } from "../../slurm/repair-rules";
import { SLURM_HOME_RULES } from "../../slurm/home-rules";
import { TEAMS_RULES } from "../../teams/rules";
import { TEAM_DIRECTORY_RULES } from "../../teams/directory-rules";
import { TEAM_TREE_RULES } from "../../teams/tree-rules";
import { GDRCOPY_RULES } from "../../gpu/gdrcopy-rules";
import { POOL_KUBELET_RULES } from "../../pools/kubelet-rules";
import { PRE_PULL_RULES } from "../../pools/pre-pull-rules";
import { STARTUP_CHECKS_RULES } from "../../pools/startup-checks-rules";
import { OUTBOUND_HOST_RULES } from "../../outbound/host-rules";
import { OUTBOUND_RULES } from "../../outbound/rules";
import { HELM_VALUE_KEY_RULES } from "../../platform/helm-value-key-rules";
import { OWNED_HELM_VALUE_RULES } from "../../platform/owned-helm-value-rules";
import { PLATFORM_RULES } from "../../platform/rules";
import { PLATFORM_OWNER_RULES } from "../../platform/owner-rules";
import { LOG_RULES } from "../../logs/rules";
import { MONITORING_RULES } from "../../monitoring/rules";
import { ARM_RULES } from "../../compatibility/arm-rules";
import { COMPATIBILITY_RULES } from "../../compatibility/rules";
import { ADOPT_RULES } from "./adopt/rules";
import { SCHEDULE_RULES } from "../../schedule/rules";
import { LIFETIME_RULES } from "../../lifetime/rules";
import { BUDGET_RULES } from "../../money/budget-rules";
import { PRICES_RULES } from "../../money/price-rules";
import { VERIFY_RULES } from "../../verify/rules";
import { WORKLOAD_COST_RULES } from "../../workloads/cost-rules";
import { WORKLOAD_RULES } from "../../workloads/rules";
import { IDLE_RULES } from "../../money/idle-rules";
import { ACROSS_RULES } from "../../across/rules";
import type { AwsRule } from "./rule";

/** Every rule for environments of this site, in the order in which findings are told. */
export const AWS_EKS_RULES: readonly AwsRule[] = [
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
  ...HYBRID_NETWORK_RULES,
  ...HYBRID_GATEWAY_RULES,
  ...HYBRID_CERTIFICATE_RULES,
  ...HYBRID_LABEL_RULES,
  ...HYBRID_POOL_RULES,
  ...IMAGES_RULES,
  ...UBUNTU_RULES,
  ...IMAGE_CACHE_RULES,
  ...AWS_NAMES_RULES,
  ...NAMED_SECRET_RULES,
  ...TAGS_RULES,
  ...SECRETS_RULES,
  ...STATE_RULES,
  ...CI_RULES,
  ...FABRIC_KINDS.flatMap(({ rules }): readonly AwsRule[] => rules),
  ...CAPACITY_RULES,
  ...CAPACITY_BLOCK_RULES,
  ...CAPACITY_COUNT_RULES,
  ...DEFAULT_QUOTA_RULES,
  ...INSTANCE_REGION_RULES,
  ...NODES_RULES,
  ...SCALING_RULES,
  ...SCALING_OWNER_RULES,
  ...SCALING_NODE_RULES,
  ...SCALING_SLURM_RULES,
  ...MAX_PODS_RULES,
  ...NODE_METADATA_RULES,
  ...NODE_BOOT_RULES,
  ...NODEADM_KEY_RULES,
  ...NODE_OUTBOUND_RULES,
  ...KUBELET_RULES,
  ...POOL_KUBELET_RULES,
  ...TUNING_RULES,
  ...NODE_TUNING_RULES,
  ...GPU_RULES,
  ...GPU_DRA_RULES,
  ...NVLINK_RULES,
  ...CLAIMED_SERVER_RULES,
  ...SHARING_KINDS.flatMap(({ rules }): readonly AwsRule[] => rules),
  ...GPU_SHARING_RULES,
  ...DRA_GATE_RULES,
  ...STORAGE_KINDS.flatMap(({ rules }) => rules),
  ...STORAGE_MOUNT_RULES,
  ...GPU_DIRECT_RULES,
  ...CHECKPOINTS_LINK_RULES,
  ...CHECKPOINTS_EXPORT_DELETE_RULES,
  ...CHECKPOINTS_AGENT_RULES,
  ...CHECKPOINTS_LIFECYCLE_RULES,
  ...CHECKPOINTS_BUCKET_RULES,
  ...CHECKPOINTS_OWN_PREFIX_RULES,
  ...CHECKPOINTS_TIERS_RULES,
  ...CHECKPOINTS_TIER_COST_RULES,
  ...SLURM_MOUNT_RULES,
  ...SLURM_CONTAINER_RULES,
  ...SLURM_CONTROLLER_RULES,
  ...JOB_CAPACITY_RULES,
  ...SLURM_DATABASE_RULES,
  ...SLURM_PARTITION_RULES,
  ...SLURM_NODE_SHARING_RULES,
  ...SLURM_QOS_RULES,
  ...SLURM_QOS_PLACE_RULES,
  ...SLURM_RESERVATION_RULES,
  ...SLURM_HEALTH_RULES,
  ...SLURM_REPAIR_RULES,
  ...AWS_SLURM_ACCESS_RULES,
  ...SLURM_USER_RULES,
  ...SLURM_HOME_RULES,
  ...TEAMS_RULES,
  ...TEAM_TREE_RULES,
  ...TEAM_DIRECTORY_RULES,
  ...AWS_TEAM_NAMESPACE_RULES,
  ...TEAM_GPU_RULES,
  ...KUEUE_RULES,
  ...GDRCOPY_RULES,
  ...PLATFORM_RULES,
  ...HELM_VALUE_KEY_RULES,
  ...OWNED_HELM_VALUE_RULES,
  ...PLATFORM_OWNER_RULES,
  ...PRE_PULL_RULES,
  ...STARTUP_CHECKS_RULES,
  ...HEALTH_RULES,
  ...OUTBOUND_RULES,
  ...OUTBOUND_HOST_RULES,
  ...MONITORING_RULES,
  ...LOG_RULES,
  ...TRACE_RULES,
  ...SCHEDULE_RULES,
  ...LIFETIME_RULES,
  ...BUDGET_RULES,
  ...PRICES_RULES,
  ...IDLE_RULES,
  ...VERIFY_RULES,
  ...DATASET_BUCKET_RULES,
  ...DATASET_RULES,
  ...DRIFT_RULES,
  ...DATASET_TEAM_RULES,
  ...WORKLOAD_RULES,
  ...WORKLOAD_COST_RULES,
  ...COMPATIBILITY_RULES,
  ...ARM_RULES,
  ...ADOPT_RULES,
  ...ACROSS_RULES,
];
