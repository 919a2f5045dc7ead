import {
  CERT_MANAGER,
  DCGM_EXPORTER,
  EFA_EXPORTER,
  KARPENTER,
  KUBE_STATE_METRICS,
  KUEUE,
  NODE_EXPORTER,
  PROMETHEUS,
  slurmExporter,
  TRAINING_EXPORTER,
} from "../../config/facts/metrics";
import { EKS_CONTROLLER_MANAGER, EKS_SCHEDULER, KUBE_APISERVER } from "../../config/facts/control-plane-metrics";
import { CLOUDWATCH_EXPORTER } from "../../config/facts/cloudwatch-metrics";
import { DRIFT_EXPORTER } from "../../config/facts/drift-metrics";
import { LOG_COLLECTOR } from "../../config/facts/log-collector-metrics";
import { TRACE_COLLECTOR } from "../../config/facts/trace-collector-metrics";
import { KEDA } from "../../config/facts/keda-metrics";
import { SLURM_WAITS } from "../../config/facts/slurm-waits-metrics";
import { PAUSE_EXPORTER } from "../../config/facts/ethtool-metrics";
import { KERNEL_LOG_EXPORTER } from "../../config/facts/kernel-log-metrics";
import { NCCL_EXPORTER } from "../../config/facts/nccl-inspector";
import { NVME_EXPORTER } from "../../config/facts/nvme-metrics";
import { recordingsOf } from "./dashboards";
import { groupedBy, metricsOf } from "./promql";
import { valuesOf } from "./release";
import type { Json } from "./synth";

/** Metrics that an environment has, and the labels of their series. */
export type ExportedMetrics = ReadonlyMap<string, ReadonlySet<string>>;

/** What the exporters of an environment export, from the values of the charts that it installs. */
export function exportedMetrics(stacks: Readonly<Record<string, Json>>): ExportedMetrics {
  const found = new Map<string, Set<string>>();
  const add = (metrics: Readonly<Record<string, readonly string[]>>, labels: readonly string[]): void => {
    for (const [name, own] of Object.entries(metrics)) found.set(name, new Set([...labels, ...own]));
  };
  const releases = ["platform", "slurm"].flatMap((role) =>
    Object.values<Json>(stacks[role]?.resource.helm_release ?? {}),
  );
  const values = (release: string): Json | undefined => {
    const one = releases.find(({ name }) => name === release);
    return one && valuesOf(one);
  };
  const monitoring = values("kube-prometheus-stack");
  if (!monitoring) return found;
  add(PROMETHEUS.metrics, PROMETHEUS.labels);
  add(KUBE_STATE_METRICS.metrics, KUBE_STATE_METRICS.labels);
  if (monitoring.kubeApiServer?.enabled !== false) add(KUBE_APISERVER.metrics, KUBE_APISERVER.labels);
  for (const one of [EKS_SCHEDULER, EKS_CONTROLLER_MANAGER])
    if (values("railyard-control-plane")) add(one.metrics, one.labels);
  const nodes = monitoring["prometheus-node-exporter"];
  add(NODE_EXPORTER.metrics, targetLabels(NODE_EXPORTER.labels, "node", nodes.prometheus.monitor.relabelings));
  if (nodes.sidecars?.some(({ name }: Json) => name === "efa-metrics")) add(EFA_EXPORTER.metrics, EFA_EXPORTER.labels);
  if (nodes.sidecars?.some(({ name }: Json) => name === "job-metrics") || values("railyard-training"))
    add(TRAINING_EXPORTER.metrics, TRAINING_EXPORTER.labels);
  if (nodes.sidecars?.some(({ name }: Json) => name === "nccl-metrics"))
    add(NCCL_EXPORTER.metrics, NCCL_EXPORTER.labels);
  if (nodes.extraArgs?.includes("--collector.ethtool")) add(PAUSE_EXPORTER.metrics, PAUSE_EXPORTER.labels);
  if (nodes.sidecars?.some(({ name }: Json) => name === "kernel-log-metrics"))
    add(KERNEL_LOG_EXPORTER.metrics, KERNEL_LOG_EXPORTER.labels);
  if (nodes.sidecars?.some(({ name }: Json) => name === "nvme-metrics"))
    add(NVME_EXPORTER.metrics, NVME_EXPORTER.labels);
  if (values("drift-metrics")) add(DRIFT_EXPORTER.metrics, DRIFT_EXPORTER.labels);
  if (values("cert-manager")?.prometheus.servicemonitor.enabled) add(CERT_MANAGER.metrics, CERT_MANAGER.labels);
  if (values("kueue")?.enablePrometheus) add(KUEUE.metrics, KUEUE.labels);
  if (values("karpenter")?.serviceMonitor.enabled) add(KARPENTER.metrics, KARPENTER.labels);
  const gpus = values("gpu-operator")?.dcgmExporter;
  if (gpus?.enabled && gpus.serviceMonitor.enabled) addDcgm(gpus, add);
  const slurm = values("slurm")?.controller.metrics;
  if (slurm?.enabled && slurm.serviceMonitor.enabled) {
    const { metrics, labels } = slurmExporter(slurm.serviceMonitor.endpoints.map(({ path }: Json) => path));
    add(metrics, labels);
  }
  if (values("keda")?.prometheus.operator.serviceMonitor.enabled) add(KEDA.metrics, KEDA.labels);
  if (values("slurm-metrics")) add(SLURM_WAITS.metrics, SLURM_WAITS.labels);
  if (values("railyard-logs")?.objects.some(({ kind }: Json) => kind === "PodMonitor"))
    add(LOG_COLLECTOR.metrics, LOG_COLLECTOR.labels);
  if (values("railyard-traces")?.objects.some(({ kind }: Json) => kind === "PodMonitor"))
    add(TRACE_COLLECTOR.metrics, TRACE_COLLECTOR.labels);
  const cloudWatch = values("cloudwatch-exporter");
  if (cloudWatch) add(Object.fromEntries(cloudWatchNames(cloudWatch.config)), CLOUDWATCH_EXPORTER.labels);
  for (const { record, expr, labels } of recordingsOf(stacks["platform"]!))
    add({ [record]: recorded(expr, found) }, labels);
  return found;
}

/** Labels of what a query answers: those that it groups by, and those of other recordings that it asks for. */
const recorded = (expr: string, found: ExportedMetrics): string[] => [
  ...groupedBy(expr),
  ...metricsOf(expr).flatMap(({ name }) => (name.includes(":") ? [...(found.get(name) ?? [])] : [])),
];

/** A label that only a relabeling of ours gives. */
const targetLabels = (labels: readonly string[], own: string, relabelings: readonly Json[]): string[] =>
  labels.filter((label) => label !== own || relabelings.some(({ targetLabel }) => targetLabel === own));

type Add = (metrics: Readonly<Record<string, readonly string[]>>, labels: readonly string[]) => void;

/** Lines of the list: field, kind, help. Those of the kind `label` are labels of all others. */
function addDcgm({ config, serviceMonitor, hpcJobMapping }: Json, add: Add): void {
  const rows = (config.data as string)
    .trimEnd()
    .split("\n")
    .map((line) => line.split(", "));
  const ofRows = rows.filter(([, kind]) => kind === "label").map(([field]) => field!);
  const labels = [
    ...targetLabels(DCGM_EXPORTER.labels, "hostname", serviceMonitor.relabelings),
    ...ofRows,
    ...(hpcJobMapping?.enabled ? DCGM_EXPORTER.ofJobs : []),
  ];
  const names = rows.filter(([, kind]) => kind !== "label").map(([field]) => field!);
  add(Object.fromEntries(names.map((name) => [name, DCGM_EXPORTER.special[name] ?? []])), labels);
}

/** `AWS/FSx`, `DataReadBytes` and `Sum` are `aws_fsx_data_read_bytes_sum`. */
const cloudWatchNames = (config: string): [string, string[]][] =>
  config
    .split(/(?=^ {4}namespace: )/m)
    .slice(1)
    .flatMap(namesOfOne);

function namesOfOne(job: string): [string, string[]][] {
  const namespace = /namespace: AWS\/(\w+)/.exec(job)![1]!.toLowerCase();
  return [...job.matchAll(/- name: (\w+)\n\s+statistics: \[([^\]]+)\]/g)].flatMap(([, metric, statistics]) =>
    statistics!
      .split(", ")
      .map((statistic): [string, string[]] => [
        `aws_${namespace}_${metric!.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase()}_${statistic.toLowerCase()}`,
        [],
      ]),
  );
}
