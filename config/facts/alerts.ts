/** What must be there for an alert to sound. */
export type AlertSubject =
  | "gpus"
  | "xids"
  | "kernel-log"
  | "efa"
  | "rdma"
  | "infiniband"
  | "roce"
  | "lustre"
  | "lustre-clients"
  | "slurm"
  | "slos"
  | "trainings"
  | "collectives"
  | "nodes"
  | "certificates"
  | "kueue"
  | "money"
  | "tuning"
  | "startup-checks"
  | "health"
  | "scaling"
  | "disks"
  | "disk-wear"
  | "drift"
  | "verify"
  | "nat"
  | "control-plane"
  | "etcd"
  | "logs"
  | "traces"
  | "replication"
  | "bucket-requests"
  | "tiers"
  | "repository-tasks";

/** One name, under which there may be alerts of several severities. */
interface AlertRow {
  readonly severities: readonly ("critical" | "warning" | "info")[];
  readonly of: AlertSubject;
}

/**
 * Alerts of Railyard's own: `critical` is for somebody who is woken, `warning` for working hours, and `info` stands in Grafana and
 * explains others. What makes them sound is in `constructs/alerts`, and in `alerts` of components.
 */
export const RAILYARD_ALERTS = {
  GpuWantsReplacement: { severities: ["critical"], of: "xids" },
  GpuWantsReboot: { severities: ["critical"], of: "xids" },
  GpuWantsReset: { severities: ["critical"], of: "xids" },
  GpuProgramFault: { severities: ["info"], of: "xids" },
  NvswitchWantsReset: { severities: ["critical"], of: "xids" },
  NvswitchWantsReboot: { severities: ["critical"], of: "xids" },
  NvswitchErrors: { severities: ["info"], of: "xids" },
  KernelLogUnread: { severities: ["warning"], of: "kernel-log" },
  GpuLost: { severities: ["critical"], of: "gpus" },
  GpuRowRemapFailed: { severities: ["critical"], of: "gpus" },
  GpuUncorrectedErrors: { severities: ["warning"], of: "gpus" },
  GpuRowsRemapped: { severities: ["info"], of: "gpus" },
  GpuNvlinkErrors: { severities: ["warning"], of: "gpus" },
  GpuSlowedByHeat: { severities: ["warning"], of: "gpus" },
  GpuMetricsMissing: { severities: ["warning"], of: "gpus" },
  EfaRemoteUnresponsive: { severities: ["warning"], of: "efa" },
  EfaLosesPackets: { severities: ["warning"], of: "efa" },
  RdmaPortDown: { severities: ["critical"], of: "rdma" },
  RdmaRateLow: { severities: ["warning"], of: "rdma" },
  InfinibandLinkErrors: { severities: ["warning"], of: "infiniband" },
  RoceLosesPackets: { severities: ["warning"], of: "roce" },
  RocePauseStorm: { severities: ["warning"], of: "roce" },
  LustreMetricsMissing: { severities: ["warning"], of: "lustre" },
  LustreFillsUp: { severities: ["warning"], of: "lustre" },
  LustreAlmostFull: { severities: ["critical"], of: "lustre" },
  LustreFullInADay: { severities: ["warning"], of: "lustre" },
  LustreClientEvicted: { severities: ["warning"], of: "lustre-clients" },
  LustreExportLate: { severities: ["warning"], of: "lustre" },
  SlurmQueueCopyLate: { severities: ["warning"], of: "slurm" },
  SlurmDatabaseDumpLate: { severities: ["warning"], of: "slurm" },
  SlurmDatabaseChangesLate: { severities: ["warning"], of: "slurm" },
  SlurmNodesMissing: { severities: ["warning"], of: "slurm" },
  SlurmControllerSilent: { severities: ["critical"], of: "slurm" },
  SlurmNodesRefused: { severities: ["warning"], of: "slurm" },
  SlurmCapacityDrained: { severities: ["warning"], of: "slurm" },
  SlurmNodeOutLong: { severities: ["warning"], of: "slurm" },
  SlurmMetricsMissing: { severities: ["warning"], of: "slurm" },
  SlurmJobsWaitBesideFreeGpus: { severities: ["info"], of: "slurm" },
  SlurmDatabaseBehind: { severities: ["critical"], of: "slurm" },
  SloBurnsFast: { severities: ["critical"], of: "slos" },
  SloBurnsSlowly: { severities: ["warning"], of: "slos" },
  SloNotMeasured: { severities: ["warning"], of: "slos" },
  TrainingRankSlow: { severities: ["warning"], of: "trainings" },
  TrainingSlower: { severities: ["warning"], of: "trainings" },
  TrainingStandsStill: { severities: ["warning"], of: "trainings" },
  TrainingLossNotFinite: { severities: ["warning"], of: "trainings" },
  CheckpointFailed: { severities: ["warning"], of: "trainings" },
  CheckpointOld: { severities: ["warning"], of: "trainings" },
  CollectivesSlower: { severities: ["info"], of: "collectives" },
  NodesNotJoined: { severities: ["warning"], of: "nodes" },
  CapacityBlockEnds: { severities: ["warning"], of: "nodes" },
  KarpenterNodesFail: { severities: ["warning"], of: "nodes" },
  CertificateRenewalLate: { severities: ["warning"], of: "certificates" },
  CertificateExpires: { severities: ["critical"], of: "certificates" },
  KueueSilent: { severities: ["critical"], of: "kueue" },
  KueueQueueClosed: { severities: ["warning"], of: "kueue" },
  GpuIdleInJob: { severities: ["warning"], of: "money" },
  GpuIdleInPod: { severities: ["warning"], of: "money" },
  TeamBudget: { severities: ["info", "warning"], of: "money" },
  HostTuningWaits: { severities: ["warning"], of: "tuning" },
  NodeFailsStartupChecks: { severities: ["warning"], of: "startup-checks" },
  PoolScalingFails: { severities: ["warning"], of: "scaling" },
  NvmeWorn: { severities: ["warning"], of: "disk-wear" },
  NvmeCritical: { severities: ["warning"], of: "disk-wear" },
  NvmeMediaErrors: { severities: ["warning"], of: "disk-wear" },
  NvmeWearUnread: { severities: ["info"], of: "disk-wear" },
  NvmeNotLive: { severities: ["warning"], of: "disks" },
  NodeStaysBroken: { severities: ["warning"], of: "health" },
  NodeHealthSilent: { severities: ["warning"], of: "health" },
  SlurmJobLargerThanPool: { severities: ["warning"], of: "scaling" },
  SlurmNodesIdleWhileJobsWait: { severities: ["warning"], of: "scaling" },
  NatPortsExhausted: { severities: ["warning"], of: "nat" },
  NatDropsPackets: { severities: ["warning"], of: "nat" },
  ApiRequestsRefused: { severities: ["warning"], of: "control-plane" },
  EtcdFillsUp: { severities: ["warning"], of: "etcd" },
  EtcdAlmostFull: { severities: ["critical"], of: "etcd" },
  LogsWait: { severities: ["warning"], of: "logs" },
  LogsLost: { severities: ["warning"], of: "logs" },
  SpansWait: { severities: ["warning"], of: "traces" },
  SpansLost: { severities: ["warning"], of: "traces" },
  CheckpointBucketErrors: { severities: ["warning"], of: "bucket-requests" },
  CheckpointsNotReplicated: { severities: ["warning"], of: "replication" },
  CheckpointReplicationLate: { severities: ["warning"], of: "replication" },
  CheckpointReplicationSilent: { severities: ["warning"], of: "replication" },
  CheckpointTiersFail: { severities: ["warning"], of: "tiers" },
  CheckpointTiersSilent: { severities: ["warning"], of: "tiers" },
  CheckpointsWait: { severities: ["warning"], of: "tiers" },
  RepositoryTaskFails: { severities: ["warning"], of: "repository-tasks" },
  DatasetDrifted: { severities: ["warning"], of: "drift" },
  DatasetDriftUnchecked: { severities: ["warning"], of: "drift" },
  WeeklyVerifyNotPassed: { severities: ["warning"], of: "verify" },
} as const satisfies Readonly<Record<string, AlertRow>>;

/** Name of one of them, and of its page in `docs/runbooks`. */
export type AlertName = keyof typeof RAILYARD_ALERTS;

/** Some of those that come with Prometheus. */
interface ChartAlerts {
  /** `none`: it tells nobody anything, and is there for other alerts, or to show that alerts are sent. */
  readonly severities: readonly ("critical" | "warning" | "info" | "none")[];
  readonly names: readonly string[];
}

/** Version of kube-prometheus-stack that `CHART_ALERTS` was read from: another one may have others. */
export const CHART_ALERTS_VERSION = "88.5.3";

/**
 * Alerts of kube-prometheus-stack without etcd, the scheduler, the controller manager and kube-proxy, which Railyard
 * switches off: what `helm template --kube-version 1.35.0` writes.
 * @see https://github.com/prometheus-community/helm-charts/tree/kube-prometheus-stack-88.5.3/charts/kube-prometheus-stack/templates/prometheus/rules-1.14
 */
export const CHART_ALERTS: readonly ChartAlerts[] = [
  {
    severities: ["critical"],
    names: [
      "AlertmanagerClusterCrashlooping",
      "AlertmanagerClusterDown",
      "AlertmanagerConfigInconsistent",
      "AlertmanagerFailedReload",
      "AlertmanagerMembersInconsistent",
      "KubeAPIDown",
      "KubePersistentVolumeErrors",
      "KubeStateMetricsListErrors",
      "KubeStateMetricsShardingMismatch",
      "KubeStateMetricsShardsMissing",
      "KubeStateMetricsWatchErrors",
      "KubeletDown",
      "NodeRAIDDegraded",
      "PrometheusBadConfig",
      "PrometheusErrorSendingAlertsToAnyAlertmanager",
      "PrometheusRemoteStorageFailures",
      "PrometheusRemoteWriteBehind",
      "PrometheusRuleFailures",
      "PrometheusTargetSyncFailure",
    ],
  },
  {
    severities: ["critical", "warning"],
    names: [
      "AlertmanagerClusterFailedToSendAlerts",
      "KubeAPIErrorBudgetBurn",
      "KubeClientCertificateExpiration",
      "KubePersistentVolumeFillingUp",
      "KubePersistentVolumeInodesFillingUp",
      "KubeletClientCertificateExpiration",
      "KubeletServerCertificateExpiration",
      "NodeFileDescriptorLimit",
      "NodeFilesystemAlmostOutOfFiles",
      "NodeFilesystemAlmostOutOfSpace",
      "NodeFilesystemFilesFillingUp",
      "NodeFilesystemSpaceFillingUp",
    ],
  },
  {
    severities: ["warning"],
    names: [
      "AlertmanagerClusterFailedPeers",
      "AlertmanagerFailedToSendAlerts",
      "ConfigReloaderSidecarErrors",
      "KubeAPIInstanceUnreachable",
      "KubeAPITerminatedRequests",
      "KubeAggregatedAPIDown",
      "KubeAggregatedAPIErrors",
      "KubeCPUOvercommit",
      "KubeCPUQuotaOvercommit",
      "KubeClientErrors",
      "KubeContainerWaiting",
      "KubeDaemonSetMisScheduled",
      "KubeDaemonSetNotScheduled",
      "KubeDaemonSetRolloutStuck",
      "KubeDeploymentGenerationMismatch",
      "KubeDeploymentReplicasMismatch",
      "KubeDeploymentRolloutStuck",
      "KubeHpaMaxedOut",
      "KubeHpaReplicasMismatch",
      "KubeJobFailed",
      "KubeJobNotCompleted",
      "KubeMemoryOvercommit",
      "KubeMemoryQuotaOvercommit",
      "KubeNodeNotReady",
      "KubeNodeReadinessFlapping",
      "KubeNodeUnreachable",
      "KubePdbNotEnoughHealthyPods",
      "KubePodCrashLooping",
      "KubePodNotReady",
      "KubeQuotaExceeded",
      "KubeStatefulSetGenerationMismatch",
      "KubeStatefulSetReplicasMismatch",
      "KubeStatefulSetUpdateNotRolledOut",
      "KubeVersionMismatch",
      "KubeletClientCertificateRenewalErrors",
      "KubeletInstanceUnreachable",
      "KubeletPlegDurationHigh",
      "KubeletPodStartUpLatencyHigh",
      "KubeletServerCertificateRenewalErrors",
      "NodeBondingDegraded",
      "NodeClockNotSynchronising",
      "NodeClockSkewDetected",
      "NodeDiskIOSaturation",
      "NodeHighNumberConntrackEntriesUsed",
      "NodeMemoryHighUtilization",
      "NodeMemoryMajorPagesFaults",
      "NodeNetworkInterfaceFlapping",
      "NodeNetworkReceiveErrs",
      "NodeNetworkTransmitErrs",
      "NodeRAIDDiskFailure",
      "NodeSystemSaturation",
      "NodeSystemdServiceCrashlooping",
      "NodeSystemdServiceFailed",
      "NodeTextFileCollectorScrapeError",
      "PrometheusDuplicateTimestamps",
      "PrometheusErrorSendingAlertsToSomeAlertmanagers",
      "PrometheusHighQueryLoad",
      "PrometheusKubernetesListWatchFailures",
      "PrometheusLabelLimitHit",
      "PrometheusMissingRuleEvaluations",
      "PrometheusNotConnectedToAlertmanagers",
      "PrometheusNotIngestingSamples",
      "PrometheusNotificationQueueRunningFull",
      "PrometheusOperatorListErrors",
      "PrometheusOperatorNodeLookupErrors",
      "PrometheusOperatorNotReady",
      "PrometheusOperatorReconcileErrors",
      "PrometheusOperatorRejectedResources",
      "PrometheusOperatorStatusUpdateErrors",
      "PrometheusOperatorSyncFailed",
      "PrometheusOperatorWatchErrors",
      "PrometheusOutOfOrderTimestamps",
      "PrometheusRemoteWriteDesiredShards",
      "PrometheusSDRefreshFailure",
      "PrometheusScrapeBodySizeLimitHit",
      "PrometheusScrapeSampleLimitHit",
      "PrometheusTSDBCompactionsFailing",
      "PrometheusTSDBReloadsFailing",
      "PrometheusTargetLimitHit",
      "TargetDown",
    ],
  },
  {
    severities: ["info"],
    names: [
      "CPUThrottlingHigh",
      "KubeNodeEviction",
      "KubeNodePressure",
      "KubeQuotaAlmostFull",
      "KubeQuotaFullyUsed",
      "KubeletTooManyPods",
      "NodeCPUHighUsage",
    ],
  },
  { severities: ["none"], names: ["InfoInhibitor", "Watchdog"] },
];
