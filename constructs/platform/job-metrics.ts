import { SLURM_MOUNTS, TELEMETRY_READERS } from "../../config/facts/slurm-mounts";
import { gpuPoolsOfSlurm } from "../../config/monitoring/nccl";
import type { SiteEnvironment } from "../../config/sites/environment";
import type { HelmValues } from "../core/helm-values";
import { scriptFile } from "../core/script-file";
import { sidecarOf } from "./node-exporter-sidecars";

/** Volume of the pods of node-exporter. */
const VOLUME = "job-telemetry";

/** Where containers beside node-exporter read what jobs write. */
export const JOB_TELEMETRY_MOUNT: HelmValues = { name: VOLUME, mountPath: SLURM_MOUNTS.telemetry, readOnly: true };

/** Folders of jobs are open to their user and to this group alone. */
export const JOB_READER: HelmValues = { runAsGroup: TELEMETRY_READERS };

/**
 * Takes what jobs of Slurm tell of themselves (`railyard_training_*`, `railyard_checkpoint_*`) over into the metrics of their
 * node, but no name, label or job that is not theirs to tell.
 */
export const jobMetricsScript = (): string => scriptFile("platform/files/job-metrics.sh");

/** The container beside node-exporter. */
export const jobMetricsSidecar = (): HelmValues =>
  sidecarOf("job-metrics", jobMetricsScript(), {
    env: { JOBS: SLURM_MOUNTS.telemetry },
    mounts: [JOB_TELEMETRY_MOUNT],
    rights: JOB_READER,
  });

/** The folder of the host, of values of prometheus-node-exporter. */
export const JOB_METRICS_VOLUMES: HelmValues = {
  extraHostVolumeMounts: [
    {
      name: VOLUME,
      hostPath: SLURM_MOUNTS.telemetry,
      type: "DirectoryOrCreate",
      mountPath: SLURM_MOUNTS.telemetry,
      readOnly: true,
    },
  ],
};

/** Whether what jobs of Slurm tell of themselves is scraped on their nodes: where Prometheus is, and Slurm has nodes with GPUs. */
export const scrapesJobs = (env: SiteEnvironment): boolean => env.monitoring.enabled && gpuPoolsOfSlurm(env).length > 0;
