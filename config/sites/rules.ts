import { ACROSS_RULES } from "../across/rules";
import { ARM_RULES } from "../compatibility/arm-rules";
import { COMPATIBILITY_RULES } from "../compatibility/rules";
import { DRIFT_RULES } from "../datasets/drift-rules";
import { DATASET_RULES } from "../datasets/rules";
import { DATASET_TEAM_RULES } from "../datasets/team-rules";
import { GPU_DRA_RULES } from "../gpu/dra-rules";
import { CLAIMED_SERVER_RULES, NVLINK_RULES } from "../gpu/nvlink-rules";
import { GPU_RULES } from "../gpu/rules";
import { HEALTH_RULES } from "../health/rules";
import type { Rule } from "../kernel/rule";
import { KUEUE_RULES } from "../kueue/rules";
import { SECRETS_RULES } from "../kernel/secret-rules";
import { IDLE_RULES } from "../money/idle-rules";
import { NAMES_RULES } from "../names/rules";
import { NAMED_SECRET_RULES } from "../names/secret-rules";
import { POOL_KUBELET_RULES } from "../pools/kubelet-rules";
import { PRE_PULL_RULES } from "../pools/pre-pull-rules";
import { STARTUP_CHECKS_RULES } from "../pools/startup-checks-rules";
import { OUTBOUND_HOST_RULES } from "../outbound/host-rules";
import { OUTBOUND_RULES } from "../outbound/rules";
import { HELM_VALUE_KEY_RULES } from "../platform/helm-value-key-rules";
import { LOG_RULES } from "../logs/rules";
import { TRACE_RULES } from "../traces/rules";
import { MONITORING_RULES } from "../monitoring/rules";
import { OWNED_HELM_VALUE_RULES } from "../platform/owned-helm-value-rules";
import { PLATFORM_OWNER_RULES } from "../platform/owner-rules";
import { PLATFORM_RULES } from "../platform/rules";
import { DRA_GATE_RULES } from "../gpu/dra-gate-rules";
import { SHARING_KINDS } from "../sharing/kinds";
import { GPU_SHARING_RULES } from "../sharing/rules";
import { SLURM_ACCESS_RULES } from "../slurm/access-rules";
import { SLURM_CONTAINER_RULES } from "../slurm/container-rules";
import { SLURM_CONTROLLER_RULES } from "../slurm/controller-rules";
import { JOB_CAPACITY_RULES } from "../slurm/job-capacity-rules";
import { SLURM_DATABASE_RULES } from "../slurm/database-rules";
import { SLURM_HEALTH_RULES } from "../slurm/health-rules";
import { SLURM_REPAIR_RULES } from "../slurm/repair-rules";
import { SLURM_HOME_RULES } from "../slurm/home-rules";
import { SLURM_MOUNT_RULES } from "../slurm/mount-rules";
import { SLURM_NODE_SHARING_RULES } from "../slurm/node-sharing-rules";
import { SLURM_PARTITION_RULES } from "../slurm/partition-rules";
import { SLURM_QOS_PLACE_RULES } from "../slurm/qos-place-rules";
import { SLURM_QOS_JOB_RULES } from "../slurm/qos-job-rules";
import { SLURM_QOS_RULES } from "../slurm/qos-rules";
import { SLURM_RESERVATION_RULES } from "../slurm/reservation-rules";
import { SLURM_USER_RULES } from "../slurm/user-rules";
import { STATE_RULES } from "../state/rules";
import { GPU_DIRECT_RULES } from "../storage/gpu-direct-rules";
import { STORAGE_MOUNT_RULES } from "../storage/mount-rules";
import { TUNING_RULES } from "../tuning/rules";
import { TEAM_GPU_RULES } from "../teams/gpu-rules";
import { TEAM_NAMESPACE_RULES } from "../teams/namespace-rules";
import { TEAMS_RULES } from "../teams/rules";
import { VERIFY_RULES } from "../verify/rules";
import { WORKLOAD_COST_RULES } from "../workloads/cost-rules";
import { WORKLOAD_RULES } from "../workloads/rules";
import { TEAM_DIRECTORY_RULES } from "../teams/directory-rules";
import { TEAM_TREE_RULES } from "../teams/tree-rules";

/** Rules that know no cloud. A site puts them among its own, in the order in which findings are told; none may be left out. */
export const ANY_SITE_RULES: readonly Rule[] = [
  ...NAMES_RULES,
  ...NAMED_SECRET_RULES,
  ...SECRETS_RULES,
  ...STATE_RULES,
  ...GPU_RULES,
  ...GPU_DRA_RULES,
  ...NVLINK_RULES,
  ...CLAIMED_SERVER_RULES,
  ...SHARING_KINDS.flatMap(({ rules }) => rules),
  ...GPU_SHARING_RULES,
  ...DRA_GATE_RULES,
  ...TUNING_RULES,
  ...POOL_KUBELET_RULES,
  ...STORAGE_MOUNT_RULES,
  ...GPU_DIRECT_RULES,
  ...SLURM_MOUNT_RULES,
  ...SLURM_CONTAINER_RULES,
  ...SLURM_CONTROLLER_RULES,
  ...JOB_CAPACITY_RULES,
  ...SLURM_DATABASE_RULES,
  ...SLURM_PARTITION_RULES,
  ...SLURM_NODE_SHARING_RULES,
  ...SLURM_QOS_RULES,
  ...SLURM_QOS_JOB_RULES,
  ...SLURM_QOS_PLACE_RULES,
  ...SLURM_RESERVATION_RULES,
  ...SLURM_HEALTH_RULES,
  ...SLURM_REPAIR_RULES,
  ...SLURM_ACCESS_RULES,
  ...SLURM_USER_RULES,
  ...SLURM_HOME_RULES,
  ...TEAMS_RULES,
  ...TEAM_TREE_RULES,
  ...TEAM_DIRECTORY_RULES,
  ...TEAM_NAMESPACE_RULES,
  ...TEAM_GPU_RULES,
  ...KUEUE_RULES,
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
  ...IDLE_RULES,
  ...VERIFY_RULES,
  ...DATASET_RULES,
  ...DRIFT_RULES,
  ...DATASET_TEAM_RULES,
  ...WORKLOAD_RULES,
  ...WORKLOAD_COST_RULES,
  ...COMPATIBILITY_RULES,
  ...ARM_RULES,
  ...ACROSS_RULES,
];
