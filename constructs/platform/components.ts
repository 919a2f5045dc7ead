import { authorities, teamAuthorities } from "./authorities";
import { certManager } from "./cert-manager";
import { checkpointBucketVolumes } from "./checkpoint-bucket-volume";
import { checkpointPruning } from "./checkpoint-pruner";
import { checkpointTiering } from "./checkpoint-tiers";
import { cloudWatchExporter } from "./cloudwatch-exporter";
import type { ClusterComponent, PlatformComponent } from "./component";
import { cilium } from "./cilium";
import { costAlerts } from "./cost-rules";
import { driftMetrics } from "./drift-metrics";
import { efaDevicePlugin } from "./efa-device-plugin";
import { efaDraDriver } from "./efa-dra-driver";
import { efsCsi } from "./efs-csi";
import { fsxCsi } from "./fsx-csi";
import { gpuDraDriver } from "./gpu-dra-driver";
import { gpuOperator } from "./gpu-operator";
import { hybridDns } from "./hybrid-dns";
import { hybridGateway } from "./hybrid-gateway";
import { datasetAccounts } from "./dataset-accounts";
import { jobsAccount } from "./jobs-account";
import { hostTuning } from "./host-tuning";
import { monitoring } from "./kube-prometheus-stack";
import { karpenter } from "./karpenter/karpenter";
import { karpenterPools } from "./karpenter/pools";
import { jobset, kuberay, leaderWorkerSet, trainer } from "./kueue/job-operators";
import { kubevirt } from "./kubevirt";
import { kueue } from "./kueue/kueue";
import { mpiOperator } from "./kueue/mpi-operator";
import { loadBalancerController } from "./load-balancer-controller";
import { mountpointS3Csi } from "./mountpoint-s3-csi";
import { repositoryTasks } from "./repository-tasks";
import { defaultStorageClass, retainedStorageClass } from "./storage-class";
import { networkOperator } from "./network-operator/network-operator";
import { controlPlaneOverview, eksControlPlaneOverview } from "./control-plane-overview";
import { natOverview } from "./nat-overview";
import { bucketRequestsOverview, replicationOverview } from "./replication-overview";
import { jobLogCollector } from "./logs/job-log-collector";
import { logCollectors } from "./logs/log-collectors";
import { nodeHealth } from "./node-health";
import { nodeLabels } from "./node-labels";
import { nfsCsi } from "./nfs-csi";
import { prePull } from "./pre-pull";
import { startupChecks } from "./startup-checks";
import {
  certificateOverview,
  diskOverview,
  moneyOverview,
  nodeOverview,
  sloOverview,
  slurmOverview,
  trainingOverview,
  xidOverview,
} from "./overviews";
import { teamNamespaces } from "./team-namespaces";
import { topograph } from "./topograph";
import { traceCollectors } from "./traces/trace-collectors";
import { teamVolumes, volumes } from "./volumes";
import { weeklyVerifying } from "./weekly-verify";
import { wekaCsi } from "./weka-csi";

/** What needs nothing of a cloud. */
export const CLUSTER_COMPONENTS: readonly ClusterComponent[] = [
  authorities,
  certManager,
  monitoring,
  costAlerts,
  gpuOperator,
  kubevirt,
  gpuDraDriver,
  teamNamespaces,
  teamAuthorities,
  jobset,
  leaderWorkerSet,
  kuberay,
  trainer,
  mpiOperator,
  kueue,
  networkOperator,
  topograph,
  hostTuning,
  prePull,
  startupChecks,
  nodeHealth,
  weeklyVerifying,
  logCollectors,
  traceCollectors,
  nodeLabels,
  nfsCsi,
  wekaCsi,
  slurmOverview,
  trainingOverview,
  moneyOverview,
  sloOverview,
  certificateOverview,
  diskOverview,
  xidOverview,
  controlPlaneOverview,
];

/** What the platform stack installs on EKS: load balancers, certificates, metrics, GPUs, EFA, teams and volumes. */
export const PLATFORM_COMPONENTS: readonly PlatformComponent[] = [
  cilium,
  hybridDns,
  authorities,
  hybridGateway,
  defaultStorageClass,
  retainedStorageClass,
  loadBalancerController,
  karpenter,
  karpenterPools,
  certManager,
  monitoring,
  costAlerts,
  gpuOperator,
  kubevirt,
  efaDevicePlugin,
  efaDraDriver,
  gpuDraDriver,
  teamNamespaces,
  teamAuthorities,
  jobset,
  leaderWorkerSet,
  kuberay,
  trainer,
  mpiOperator,
  kueue,
  networkOperator,
  topograph,
  hostTuning,
  prePull,
  startupChecks,
  nodeHealth,
  weeklyVerifying,
  logCollectors,
  traceCollectors,
  nodeLabels,
  fsxCsi,
  efsCsi,
  nfsCsi,
  wekaCsi,
  volumes,
  teamVolumes,
  driftMetrics,
  jobLogCollector,
  jobsAccount,
  datasetAccounts,
  checkpointPruning,
  checkpointTiering,
  repositoryTasks,
  cloudWatchExporter,
  mountpointS3Csi,
  checkpointBucketVolumes,
  slurmOverview,
  trainingOverview,
  moneyOverview,
  sloOverview,
  certificateOverview,
  diskOverview,
  xidOverview,
  nodeOverview,
  eksControlPlaneOverview,
  natOverview,
  replicationOverview,
  bucketRequestsOverview,
];
