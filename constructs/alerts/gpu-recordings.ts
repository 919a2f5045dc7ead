import type { RecordingGroup, RecordingRule } from "../platform/prometheus-rules";

/** What Prometheus computes of all GPUs, once for alerts and every reader of a dashboard. */
export const GPU_SERIES = {
  /** GPUs of each node that report. */
  perNode: "railyard:node_gpus:count",
  /** GPUs of jobs that do next to nothing. */
  heldIdle: "railyard:gpus_held_idle:count",
  /** Shares of time in which engines work, of which `quantile` of the GPUs stay below. */
  engine: "railyard:gpu_engine_active:quantile",
  /** Means of all GPUs. */
  tensor: "railyard:gpu_tensor_active:avg",
  sm: "railyard:gpu_sm_active:avg",
  memory: "railyard:gpu_memory_active:avg",
} as const;

/** Of the GPUs that are less at work. */
export const QUANTILES = ["0.1", "0.5", "0.9"] as const;

/** Share of half an hour below which a GPU of a job is idle. */
export const IDLE_SHARE = 0.05;

export interface GpuRecordingsProps {
  /** Whether the exporter knows the Slurm job of each GPU. */
  readonly jobs: boolean;
}

/** What those series are computed by: each asks for every GPU of the cluster. */
export function gpuRecordings({ jobs }: GpuRecordingsProps): RecordingGroup[] {
  const { perNode, heldIdle, engine, tensor, sm, memory } = GPU_SERIES;
  const mean = (record: string, metric: string): RecordingRule => ({ record, expr: `avg(${metric})` });
  const now: RecordingRule[] = [
    { record: perNode, expr: "count by (hostname) (count by (hostname, UUID) (DCGM_FI_DEV_GPU_TEMP))" },
    ...QUANTILES.map((quantile) => ({
      record: engine,
      expr: `quantile(${quantile}, DCGM_FI_PROF_GR_ENGINE_ACTIVE)`,
      labels: { quantile },
    })),
    mean(tensor, "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"),
    mean(sm, "DCGM_FI_PROF_SM_ACTIVE"),
    mean(memory, "DCGM_FI_PROF_DRAM_ACTIVE"),
  ];
  const ofHalfAnHour: RecordingRule[] = [
    {
      record: heldIdle,
      expr: `count(max by (hostname, gpu, UUID) (avg_over_time(DCGM_FI_PROF_GR_ENGINE_ACTIVE{hpc_job!=""}[30m])) < ${IDLE_SHARE}) or vector(0)`,
    },
  ];
  return [
    { name: "railyard-gpu-fleet", rules: now },
    // half an hour of every GPU is read each time; a series is not stale before five minutes are over
    ...(jobs ? [{ name: "railyard-gpu-idle", interval: "2m", rules: ofHalfAnHour }] : []),
  ];
}
