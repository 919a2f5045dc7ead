import type { RecordingGroup, RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** What Prometheus computes of the collectives of jobs that load NCCL Inspector. */
export const COLLECTIVE_SERIES = {
  /** Bus bandwidth between nodes of a job: of the rank that waited least, for a kernel that waits counts the wait as its own time. */
  bandwidth: "railyard:nccl_bus_bandwidth_bytes_per_second:max",
  /** How large the messages are. */
  message: "railyard:nccl_message_bytes:max",
  /** The median of a quarter of an hour of it, as a share of what is usual for that job. */
  ofUsual: "railyard:nccl_bus_bandwidth_of_usual:ratio",
} as const;

/** The time whose median is what is usual. */
const USUAL = "6h";
const NOW = "15m";

/** Below which a job is told of. A decision of Railyard's own: messages of a training keep their sizes, and their times vary by far less. */
const LOW_SHARE = 0.5;
/** Between which sizes are the same ones: others have another bandwidth, without any fault. */
const SAME_SIZE = 0.25;

const JOB = "hpc_job, collective";

/** Medians: of a half minute in which there were small messages alone, these are the largest. */
const againstUsual = (series: string): string =>
  `(quantile_over_time(0.5, ${series}[${NOW}]) / quantile_over_time(0.5, ${series}[${USUAL}]))`;

/** What those series are computed by. */
export function collectiveRecordings(): RecordingGroup[] {
  const { bandwidth, message, ofUsual } = COLLECTIVE_SERIES;
  const between = (name: string) => `max by (${JOB}) (railyard_nccl_${name}{reach="nodes"})`;
  return [
    {
      name: "railyard-collectives",
      rules: [
        { record: bandwidth, expr: between("bus_bandwidth_bytes_per_second") },
        { record: message, expr: between("message_bytes") },
        {
          record: ofUsual,
          // of a job that runs, and has for an hour
          expr: `max by (${JOB}) (${againstUsual(bandwidth)} and ${bandwidth} and ${bandwidth} offset 1h)`,
        },
      ],
    },
  ];
}

/**
 * No node of a job is told of: that others are slower than it means that they wait for it, and a card that is slow slows all of a ring. Nor is a
 * job measured by what nccl-tests reach, whose messages are larger and alone.
 */
export function collectiveAlerts(): RuleGroup[] {
  const { message, ofUsual } = COLLECTIVE_SERIES;
  const sameSize = `abs(${againstUsual(message)} - 1) < ${SAME_SIZE}`;
  const alerts: Alert[] = [
    {
      name: "CollectivesSlower",
      expr: `(${ofUsual} < ${LOW_SHARE}) and on (${JOB}) (${sameSize})`,
      for: "15m",
      summary:
        "{{ $labels.collective }} between nodes of job {{ $labels.hpc_job }} has {{ $value | humanizePercentage }} of its usual bandwidth",
      description:
        "Of the rank that waits least, with messages as large as before: it is the fabric, or what else the GPUs do.",
    },
  ];
  return [{ name: "railyard-collective-alerts", rules: alerts.map(alertRule) }];
}
