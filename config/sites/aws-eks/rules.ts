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
import { SYSTEM_NODE_RULES } from "./cluster/system-node-rules";
import { TAGS_RULES } from "./account/tag-rules";
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
import { NODE_TUNING_RULES } from "./nodes/tuning-rules";
import { KUBELET_RULES } from "./nodes/kubelet-rules";
import { NODEADM_KEY_RULES } from "./nodes/nodeadm-key-rules";
import { SCALING_RULES } from "./scaling/rules";
import { SCALING_OWNER_RULES } from "./scaling/owner-rules";
import { SCALING_SLURM_RULES } from "./scaling/slurm-rules";
import { SCALING_NODE_RULES } from "./scaling/node-rules";
import { STORAGE_KINDS } from "../../storage/kinds";
import { CHECKPOINTS_EXPORT_DELETE_RULES } from "../../checkpoints/export-delete-rules";
import { CHECKPOINTS_LINK_RULES } from "../../checkpoints/link-rules";
import { CHECKPOINTS_AGENT_RULES } from "../../checkpoints/agent-rules";
import { CHECKPOINTS_TASK_RULES } from "../../checkpoints/task-rules";
import { CHECKPOINTS_UNHEARD_RULES } from "../../checkpoints/unheard-rules";
import { CHECKPOINTS_LIFECYCLE_RULES } from "../../checkpoints/lifecycle-rules";
import { CHECKPOINTS_BUCKET_RULES } from "../../checkpoints/bucket-rules";
import { CHECKPOINTS_REPLICATION_RULES } from "../../checkpoints/replication-rules";
import { CHECKPOINTS_OWN_PREFIX_RULES } from "../../checkpoints/own-prefix-rules";
import { CHECKPOINTS_TIER_COST_RULES } from "../../checkpoints/tier-cost-rules";
import { CHECKPOINTS_TIERS_RULES } from "../../checkpoints/tier-rules";
import { DATASET_BUCKET_RULES } from "../../datasets/bucket-rules";
import { DATASET_TIER_RULES } from "../../datasets/tier-rules";
import { AWS_SLURM_ACCESS_RULES } from "../../slurm/access-rules";
import { AWS_TEAM_NAMESPACE_RULES } from "../../teams/namespace-rules";
import { GDRCOPY_RULES } from "../../gpu/gdrcopy-rules";
import { ADOPT_RULES } from "./adopt/rules";
import { SCHEDULE_RULES } from "../../schedule/rules";
import { LIFETIME_RULES } from "../../lifetime/rules";
import { BUDGET_RULES } from "../../money/budget-rules";
import { PRICES_RULES } from "../../money/price-rules";
import { ANY_SITE_RULES } from "../rules";
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
  ...TAGS_RULES,
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
  ...NODE_TUNING_RULES,
  ...STORAGE_KINDS.flatMap(({ rules }) => rules),
  ...CHECKPOINTS_LINK_RULES,
  ...CHECKPOINTS_EXPORT_DELETE_RULES,
  ...CHECKPOINTS_AGENT_RULES,
  ...CHECKPOINTS_TASK_RULES,
  ...CHECKPOINTS_UNHEARD_RULES,
  ...CHECKPOINTS_LIFECYCLE_RULES,
  ...CHECKPOINTS_BUCKET_RULES,
  ...CHECKPOINTS_OWN_PREFIX_RULES,
  ...CHECKPOINTS_REPLICATION_RULES,
  ...CHECKPOINTS_TIERS_RULES,
  ...CHECKPOINTS_TIER_COST_RULES,
  ...AWS_SLURM_ACCESS_RULES,
  ...AWS_TEAM_NAMESPACE_RULES,
  ...GDRCOPY_RULES,
  ...SCHEDULE_RULES,
  ...LIFETIME_RULES,
  ...BUDGET_RULES,
  ...PRICES_RULES,
  ...DATASET_BUCKET_RULES,
  ...DATASET_TIER_RULES,
  ...ADOPT_RULES,
  ...ANY_SITE_RULES,
];
