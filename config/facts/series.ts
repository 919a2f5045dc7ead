import { NCCL_COLLECTIVES, NCCL_EXPORTER, NCCL_REACH } from "./nccl-inspector";
import SLURM from "./slurm-metrics.json";

/** Series by what has them. A series is one name with one set of labels. */
type Slurm = Readonly<Record<"" | "node" | "partition" | "account", number>>;

/** How many names have a label; `""`: none. The exporter tells whether Slurm answers, and a state of each node. */
function slurmSeries(): Slurm & { readonly targets: number } {
  const found = { "": 1, node: 1, partition: 0, account: 0 };
  for (const endpoint of Object.values(SLURM.endpoints))
    for (const [label, names] of Object.entries(endpoint))
      if (label in found) found[label as keyof typeof found] += names.length;
  return { ...found, targets: Object.keys(SLURM.endpoints).length + 1 };
}

/**
 * Series that exporters have at least, each counted or listed. What is not here was not counted: kubelets and containers
 * (cadvisor), kube-state-metrics, the API server, controllers, counters of fabrics, trainings, pods that come and go.
 */
export const SERIES = {
  /**
   * Counted on a node_exporter 1.12.1 built from its source, with the chart's arguments, on Linux 6.18 with two CPUs. Hosts
   * with sensors, memory controllers, frequency scaling and RDMA have more.
   * @see https://github.com/prometheus/node_exporter/tree/v1.12.1/collector
   */
  nodeExporter: { host: 323, cpu: 17, loopback: 35, networkInterface: 37, disk: 18, fileSystem: 9 },
  /**
   * Fields of Railyard's own list, each at least one series of a GPU.
   * @see https://github.com/NVIDIA/dcgm-exporter/blob/main/etc/default-counters.csv
   */
  gpu: 40,
  /**
   * As a slurmctld answers, whose metrics Prometheus asks for by five paths, and what Railyard's own exporter tells of each node.
   * @see https://slurm.schedmd.com/metrics.html
   */
  slurm: slurmSeries(),
  /** The most of a job that loads NCCL Inspector, on each of its nodes: no label has other values than these. */
  nccl: Object.keys(NCCL_EXPORTER.metrics).length * NCCL_COLLECTIVES.length * NCCL_REACH.length,
  /** What Prometheus adds to each target. @see https://prometheus.io/docs/concepts/jobs_instances/ */
  target: 5,
} as const;

/** Seconds between two samples of a series. */
export const SCRAPE_SECONDS = {
  /** @see https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.CommonPrometheusFields */
  default: 30,
  /** @see https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/deployments/gpu-operator/values.yaml dcgmExporter.serviceMonitor.interval */
  gpu: 15,
} as const;

/** What a sample takes on disk, and which share of the volume samples may have. */
export const PROMETHEUS_STORAGE = {
  bytesPerSample: { least: 1, most: 2 },
  /** The most that Prometheus recommends: the write-ahead log and compaction need the rest. */
  retentionShare: 0.85,
  source: "https://prometheus.io/docs/prometheus/latest/storage/#operational-aspects",
} as const;
