import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule, byNode } from "./alert";
import { GPU_SERIES } from "./gpu-recordings";

/** Share of ten minutes in which heat keeps clocks low, from which a GPU slows down the jobs of all others. */
const HOT_SHARE = 0.05;

/** Labels by which one finding is one alert. */
const GPU = "hostname, gpu, UUID";

const grown = (metric: string, window: string): string =>
  byNode(`max by (${GPU}) (increase(${metric}[${window}])) > 0`);

const WHERE = "GPU {{ $labels.gpu }} of {{ $labels.node }}";

const ALERTS: readonly Alert[] = [
  {
    name: "GpuLost",
    // nodes come and go with their pods: of one that is there, the most in a day is what it has
    expr: byNode(`${GPU_SERIES.perNode} < max_over_time(${GPU_SERIES.perNode}[1d:10m])`),
    for: "10m",
    summary: "{{ $labels.node }} has fewer GPUs than it had: {{ $value }}",
    description: "What DCGM sees now, against the most that it saw in a day.",
  },
  {
    name: "GpuRowRemapFailed",
    expr: byNode(`max by (${GPU}) (DCGM_FI_DEV_ROW_REMAP_FAILURE) > 0`),
    summary: `${WHERE} cannot put a good row of memory in the place of a broken one`,
    description: "There is no spare row left for it: NVIDIA replaces such boards.",
  },
  {
    name: "GpuUncorrectedErrors",
    expr: grown("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "1h"),
    summary: `${WHERE} has had memory errors that ECC could not correct`,
    description: '{{ $value | printf "%.0f" }} in the last hour.',
  },
  {
    name: "GpuRowsRemapped",
    expr: grown("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "1d"),
    summary: `${WHERE} has remapped rows of its memory`,
    description:
      '{{ $value | printf "%.0f" }} in the last day; the board is as good as before, as long as it has spare rows.',
  },
  {
    name: "GpuNvlinkErrors",
    expr: grown("DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_TOTAL", "1h"),
    summary: `${WHERE} has lost and found again its NVLink`,
    description: '{{ $value | printf "%.0f" }} recoveries in the last hour; a link that is well has none.',
  },
  {
    name: "GpuSlowedByHeat",
    expr: byNode(`max by (${GPU}) (rate(DCGM_FI_DEV_THERMAL_VIOLATION[10m])) / 1e9 > ${HOT_SHARE}`),
    for: "10m",
    summary: `${WHERE} is slowed down by heat`,
    description:
      "In {{ $value | humanizePercentage }} of the time its clocks are lower than asked; all GPUs of its job wait for it.",
  },
  {
    name: "GpuMetricsMissing",
    expr: 'sum by (namespace, daemonset) (kube_daemonset_status_desired_number_scheduled{daemonset="nvidia-dcgm-exporter"} - kube_daemonset_status_number_ready) > 0',
    for: "30m",
    summary: "{{ $value }} nodes with GPUs say nothing of them",
    description: "The DCGM exporter is not ready there: none of the alerts about GPUs can sound for these nodes.",
  },
];

/** What GPUs say of themselves, beside their XIDs. */
export const gpuAlerts = (): RuleGroup[] => [{ name: "railyard-gpus", rules: ALERTS.map(alertRule) }];
