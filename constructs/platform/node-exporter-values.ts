import type { HelmValues } from "../core/helm-values";
import { efaMetricsSidecar } from "./efa-metrics";
import { JOB_METRICS_VOLUMES, jobMetricsSidecar } from "./job-metrics";
import { kernelLogSidecar } from "./kernel-log-metrics";
import { ncclMetricsSidecar } from "./nccl-metrics";
import { sidecarValues } from "./node-exporter-sidecars";
import { nvmeMetricsSidecar } from "./nvme-metrics";
import { PAUSE_ARGS } from "./pause-metrics";

/** What is measured of nodes beside what the exporter measures by itself. */
export interface MeasuredByNodes {
  /** Whether nodes have EFA interfaces, whose counters are then metrics. */
  readonly efa: boolean;
  /** Whether jobs of Slurm tell of themselves on their nodes, which are then metrics, too. @default false */
  readonly jobs?: boolean;
  /** Whether they also load NCCL Inspector, which tells of their collectives; with `jobs` alone. @default false */
  readonly collectives?: boolean;
  /** Whether what the kernel's log tells of nodes is a metric: XIDs of GPUs, for example. @default false */
  readonly kernelLog?: boolean;
  /** Whether local NVMe disks are asked how worn they are. @default false */
  readonly diskWear?: boolean;
  /** Whether hosts have interfaces of RoCE, whose pauses are then metrics. @default false */
  readonly pauses?: boolean;
}

/** A list of ours replaces that of the chart. The mounts of pods are not the node's own. */
const NODE_EXPORTER_ARGS = ["--collector.filesystem.mount-points-exclude=^/(dev|proc|run|sys|var/lib/kubelet)($|/)"];

/** Values of prometheus-node-exporter that follow from what is measured. */
export function nodeExporterSidecars(props: MeasuredByNodes): HelmValues {
  const { efa, jobs = false, collectives = false, kernelLog = false, diskWear = false, pauses = false } = props;
  const args = [...NODE_EXPORTER_ARGS, ...(pauses ? PAUSE_ARGS : [])];
  const sidecars = [
    ...(efa ? [efaMetricsSidecar()] : []),
    ...(jobs ? [jobMetricsSidecar()] : []),
    ...(jobs && collectives ? [ncclMetricsSidecar()] : []),
    ...(kernelLog ? [kernelLogSidecar()] : []),
    ...(diskWear ? [nvmeMetricsSidecar()] : []),
  ];
  if (sidecars.length === 0) return pauses ? { extraArgs: args } : {};
  return {
    ...sidecarValues(args, sidecars),
    ...(jobs && JOB_METRICS_VOLUMES),
  };
}
