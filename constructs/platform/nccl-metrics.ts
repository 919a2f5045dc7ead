import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import type { HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";
import { JOB_TELEMETRY_MOUNT } from "./job-metrics";
import { sidecarOf } from "./node-exporter-sidecars";

/**
 * Takes what NCCL Inspector writes of jobs of Slurm over into the metrics of their node (`railyard_nccl_*`), but no name, label or job
 * that is not theirs to tell, and no size of a message as a label.
 */
export const ncclMetricsScript = (): string => scriptFile("platform/files/nccl-metrics.sh");

/** The container beside node-exporter. The volume is that of what jobs tell of themselves. */
export const ncclMetricsSidecar = (): HelmValues =>
  sidecarOf("nccl-metrics", ncclMetricsScript(), {
    env: { JOBS: SLURM_MOUNTS.telemetry },
    mounts: [JOB_TELEMETRY_MOUNT],
  });
