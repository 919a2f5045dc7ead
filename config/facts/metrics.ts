import SLURM from "./slurm-metrics.json";

/** What an exporter exports, as far as dashboards and alerts ask for it: a name that they need besides is a row more. */
export interface Exporter {
  /** What was read. */
  readonly version: string;
  readonly source: string;
  /** Labels of all its series, those among them that Prometheus gives the target. */
  readonly labels: readonly string[];
  /** Names, and the labels that only their series have. */
  readonly metrics: Readonly<Record<string, readonly string[]>>;
}

/** Labels of every target that a ServiceMonitor names. @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor */
export const TARGET = ["job", "instance", "namespace", "pod", "service", "container", "endpoint"];

/** Names that share their labels. */
export const all = (labels: readonly string[], names: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(names.map((name) => [name, labels]));

export const NODE_EXPORTER: Exporter = {
  version: "1.12.1",
  source: "https://github.com/prometheus/node_exporter/tree/v1.12.1/collector",
  labels: [...TARGET, "node"],
  metrics: {
    ...all(
      [],
      [
        "node_boot_time_seconds",
        "node_load1",
        "node_memory_MemAvailable_bytes",
        "node_memory_MemTotal_bytes",
        "node_vmstat_oom_kill",
      ],
    ),
    ...all(["cpu", "mode"], ["node_cpu_seconds_total"]),
    node_nvme_info: ["device", "firmware_revision", "model", "serial", "state", "cntlid"],
    ...all(["device"], ["node_network_receive_bytes_total", "node_network_transmit_bytes_total"]),
    ...all(["device"], ["node_disk_read_bytes_total", "node_disk_written_bytes_total"]),
    ...all(
      ["device", "mountpoint", "fstype"],
      ["node_filesystem_avail_bytes", "node_filesystem_size_bytes", "node_filesystem_readonly"],
    ),
    ...all(
      ["device", "port"],
      [
        "node_infiniband_state_id",
        "node_infiniband_physical_state_id",
        "node_infiniband_rate_bytes_per_second",
        "node_infiniband_port_data_received_bytes_total",
        "node_infiniband_port_data_transmitted_bytes_total",
        "node_infiniband_port_transmit_wait_total",
        "node_infiniband_port_errors_received_total",
        "node_infiniband_port_discards_transmitted_total",
        "node_infiniband_symbol_error_total",
        "node_infiniband_link_error_recovery_total",
        "node_infiniband_link_downed_total",
        "node_infiniband_local_link_integrity_errors_total",
        "node_infiniband_out_of_sequence_packets_received_total",
        "node_infiniband_packet_sequence_errors_total",
        "node_infiniband_local_ack_timeout_errors_total",
        "node_infiniband_out_of_buffer_drops_total",
        "node_infiniband_np_cnp_packets_sent_total",
        "node_infiniband_np_ecn_marked_roce_packets_received_total",
        "node_infiniband_rp_cnp_packets_handled_total",
        "node_infiniband_roce_adp_retransmits_total",
      ],
    ),
  },
};

/** Counters of the driver, under the names that AWS's exporter gives them. */
export const EFA_EXPORTER: Exporter = {
  version: "not versioned: counters of the driver",
  source:
    "https://github.com/awslabs/awsome-distributed-ai/tree/main/4.validation_and_observability/3.efa-node-exporter",
  labels: NODE_EXPORTER.labels,
  metrics: all(
    ["device", "port"],
    [
      "node_amazonefa_tx_bytes",
      "node_amazonefa_rx_bytes",
      "node_amazonefa_rx_drops",
      "node_amazonefa_rdma_read_bytes",
      "node_amazonefa_rdma_write_bytes",
      "node_amazonefa_retrans_pkts",
      "node_amazonefa_retrans_timeout_events",
      "node_amazonefa_impaired_remote_conn_events",
      "node_amazonefa_unresponsive_remote_events",
    ],
  ),
};

/** What trainings tell of themselves by `railyard_telemetry.py`, on their nodes. */
export const TRAINING_EXPORTER: Exporter = {
  version: "constructs/training/files/railyard_telemetry.py",
  source: "docs/telemetry.md",
  labels: [...NODE_EXPORTER.labels, "hpc_job", "team"],
  metrics: {
    ...all(
      ["rank"],
      [
        "railyard_training_rank_steps_total",
        "railyard_training_rank_compute_seconds_total",
        "railyard_training_rank_data_wait_seconds_total",
      ],
    ),
    ...all(
      [],
      [
        "railyard_training_step",
        "railyard_training_steps_total",
        "railyard_training_step_seconds_total",
        "railyard_training_first_hour_step_seconds",
        "railyard_training_checkpoint_stall_seconds_total",
        "railyard_training_tokens_total",
        "railyard_training_samples_total",
        "railyard_training_processes",
        "railyard_training_loss",
        "railyard_training_mfu_ratio",
        "railyard_training_productive_seconds",
        "railyard_training_allocated_seconds",
        "railyard_checkpoint_last_success_timestamp_seconds",
        "railyard_checkpoint_last_duration_seconds",
        "railyard_checkpoint_successes_total",
        "railyard_checkpoint_failures_total",
      ],
    ),
  },
};

export const KUBE_STATE_METRICS: Exporter = {
  version: "2.20.0",
  source: "https://github.com/kubernetes/kube-state-metrics/tree/v2.20.0/docs/metrics",
  labels: ["job", "instance"],
  metrics: {
    ...all(["node"], ["kube_node_info", "kube_node_created", "kube_node_spec_unschedulable"]),
    kube_node_labels: ["node", "label_railyard_dev_node_group"],
    kube_node_spec_taint: ["node", "key", "value", "effect"],
    kube_node_status_condition: ["node", "condition", "status"],
    ...all(["node", "resource", "unit"], ["kube_node_status_allocatable", "kube_node_status_capacity"]),
    kube_pod_info: ["namespace", "pod", "node", "uid", "created_by_kind", "created_by_name"],
    kube_pod_status_phase: ["namespace", "pod", "uid", "phase"],
    kube_pod_status_ready: ["namespace", "pod", "uid", "condition"],
    ...all(
      ["namespace", "cronjob"],
      [
        "kube_cronjob_info",
        "kube_cronjob_created",
        "kube_cronjob_status_active",
        "kube_cronjob_status_last_schedule_time",
        "kube_cronjob_status_last_successful_time",
        "kube_cronjob_spec_suspend",
      ],
    ),
    ...all(
      ["namespace", "daemonset"],
      ["kube_daemonset_status_desired_number_scheduled", "kube_daemonset_status_number_ready"],
    ),
    kube_deployment_status_replicas_available: ["namespace", "deployment"],
  },
};

/**
 * Labels of what the DCGM exporter exports; the names are Railyard's own list. Kubernetes adds whose pod a GPU is, and Slurm
 * whose job, where the exporter is told of them.
 */
export const DCGM_EXPORTER: Omit<Exporter, "metrics"> & {
  /** Labels that only some series have. */
  readonly special: Readonly<Record<string, readonly string[]>>;
  /** Where it reads which job has which GPU. */
  readonly ofJobs: readonly string[];
} = {
  version: "4.6.0-4.8.3",
  source: "https://github.com/NVIDIA/dcgm-exporter/tree/main/internal/pkg",
  labels: [
    ...TARGET,
    "gpu",
    "UUID",
    "pci_bus_id",
    "device",
    "modelName",
    "hostname",
    "GPU_I_ID",
    "GPU_I_PROFILE",
    "exported_namespace",
    "exported_pod",
    "exported_container",
  ],
  special: {
    DCGM_EXP_XID_ERRORS_COUNT: ["xid", "window_size_in_ms"],
    DCGM_EXP_CLOCK_EVENTS_COUNT: ["clock_event", "window_size_in_ms"],
    DCGM_EXP_GPU_HEALTH_STATUS: ["health_watch", "health_error_code"],
    DCGM_EXP_P2P_STATUS: ["link_status"],
  },
  ofJobs: ["hpc_job"],
};

/** What slurmctld exports itself, by the path that is asked. @see https://slurm.schedmd.com/metrics.html */
export function slurmExporter(paths: readonly string[]): Exporter {
  const endpoints = SLURM.endpoints as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  const metrics = paths.flatMap((path) =>
    Object.entries(endpoints[path] ?? {}).map(([label, names]) => all(label === "" ? [] : [label], names)),
  );
  return {
    version: SLURM.version,
    source: SLURM.source,
    labels: TARGET,
    metrics: Object.assign({}, ...metrics) as Exporter["metrics"],
  };
}

/**
 * Certificates; what they are of is `exported_namespace`, since Prometheus calls that of the pod `namespace`.
 * @see https://github.com/cert-manager/cert-manager/blob/v1.21.1/internal/collectors/certificate_collector.go
 */
export const CERT_MANAGER: Exporter = {
  version: "1.21.1",
  source: "https://github.com/cert-manager/cert-manager/blob/v1.21.1/internal/collectors/certificate_collector.go",
  labels: [...TARGET, "name", "exported_namespace", "issuer_name", "issuer_kind", "issuer_group"],
  metrics: {
    certmanager_certificate_ready_status: ["condition"],
    certmanager_certificate_renewal_timestamp_seconds: [],
    certmanager_certificate_expiration_timestamp_seconds: [],
  },
};

/** @see https://karpenter.sh/docs/reference/metrics/ */
export const KARPENTER: Exporter = {
  version: "1.14.1",
  source: "https://github.com/kubernetes-sigs/karpenter/blob/v1.14.1/pkg/metrics/metrics.go",
  labels: TARGET,
  metrics: { karpenter_nodeclaims_disrupted_total: ["nodepool", "reason", "capacity_type"] },
};

/**
 * The manager of Kueue, which tells of queues where `enableClusterQueueResources` is on.
 * @see https://kueue.sigs.k8s.io/docs/reference/metrics/
 */
export const KUEUE: Exporter = {
  version: "0.19.2",
  source: "https://github.com/kubernetes-sigs/kueue/blob/v0.19.2/pkg/metrics/metrics.go",
  labels: [...TARGET, "cluster_queue", "replica_role"],
  metrics: {
    kueue_pending_workloads: ["status"],
    kueue_admitted_active_workloads: [],
    kueue_admission_wait_time_seconds_bucket: ["priority_class", "le"],
    kueue_evicted_workloads_total: ["reason", "underlying_cause", "priority_class"],
    kueue_cluster_queue_status: ["status"],
    ...all(
      ["cohort", "flavor", "resource"],
      ["kueue_cluster_queue_resource_usage", "kueue_cluster_queue_nominal_quota"],
    ),
  },
};

/** What Prometheus says of each target itself. @see https://prometheus.io/docs/concepts/jobs_instances/ */
export const PROMETHEUS: Exporter = {
  version: "3",
  source: "https://prometheus.io/docs/concepts/jobs_instances/",
  labels: TARGET,
  metrics: { up: ["node"] },
};
