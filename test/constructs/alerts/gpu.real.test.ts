import { gpuAlerts } from "../../../constructs/alerts/gpu";
import { gpuRecordings } from "../../../constructs/alerts/gpu-recordings";
import { describeAlerts } from "../../helpers/alert-cases";

const gpu = (metric: string): string => `${metric}{hostname="n1",gpu="3",UUID="GPU-1"}`;
const LABELS = { node: "n1", hostname: "n1", gpu: "3", UUID: "GPU-1" };

const counter = (metric: string, minutes: number, value: string) => ({
  fires: { [gpu(metric)]: `0x${minutes} 2x10` },
  before: `${minutes}m`,
  after: `${minutes + 5}m`,
  labels: LABELS,
  value,
  // what has happened long ago stays in the counter
  silent: { [gpu(metric)]: `2x${minutes + 10}` },
});

describeAlerts(
  gpuAlerts(),
  {
    GpuLost: {
      fires: {
        [gpu("DCGM_FI_DEV_GPU_TEMP")]: "40x120",
        'DCGM_FI_DEV_GPU_TEMP{hostname="n1",gpu="4",UUID="GPU-2"}': "40x30",
      },
      before: "44m",
      after: "60m",
      labels: { node: "n1", hostname: "n1" },
      value: "1",
      // a node that comes later, and one that is gone whole
      silent: {
        [gpu("DCGM_FI_DEV_GPU_TEMP")]: "40x30",
        'DCGM_FI_DEV_GPU_TEMP{hostname="n2",gpu="4",UUID="GPU-2"}': "_x20 40x100",
      },
    },
    GpuRowRemapFailed: {
      fires: { [gpu("DCGM_FI_DEV_ROW_REMAP_FAILURE")]: "0x5 1x5" },
      before: "5m",
      after: "6m",
      labels: LABELS,
      value: "1",
      silent: { [gpu("DCGM_FI_DEV_ROW_REMAP_FAILURE")]: "0x10" },
    },
    GpuUncorrectedErrors: counter("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", 70, "2"),
    GpuRowsRemapped: counter("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", 70, "2"),
    GpuNvlinkErrors: counter("DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL", 70, "2"),
    GpuSlowedByHeat: {
      // a tenth of each minute
      fires: { [gpu("DCGM_FI_DEV_THERMAL_VIOLATION")]: "0+6e9x60" },
      before: "8m",
      after: "30m",
      labels: LABELS,
      value: "10%",
      silent: { [gpu("DCGM_FI_DEV_THERMAL_VIOLATION")]: "0+1e9x60" },
    },
    GpuMetricsMissing: {
      fires: {
        'kube_daemonset_status_desired_number_scheduled{namespace="gpu-operator",daemonset="nvidia-dcgm-exporter"}':
          "64x60",
        'kube_daemonset_status_number_ready{namespace="gpu-operator",daemonset="nvidia-dcgm-exporter"}': "62x60",
      },
      before: "29m",
      after: "31m",
      labels: { namespace: "gpu-operator", daemonset: "nvidia-dcgm-exporter" },
      value: "2",
      silent: {
        'kube_daemonset_status_desired_number_scheduled{namespace="gpu-operator",daemonset="nvidia-dcgm-exporter"}':
          "64x60",
        'kube_daemonset_status_number_ready{namespace="gpu-operator",daemonset="nvidia-dcgm-exporter"}': "62x20 64x40",
        'kube_daemonset_status_desired_number_scheduled{namespace="kube-system",daemonset="aws-node"}': "64x60",
        'kube_daemonset_status_number_ready{namespace="kube-system",daemonset="aws-node"}': "1x60",
      },
    },
  },
  gpuRecordings({ jobs: true }),
);
