import { CHARTS } from "../../config/facts/versions";
import type { RuleGroup } from "../platform/prometheus-rules";
import { DATABASE_BACKUP } from "../slurm/database-backup";
import { DATABASE_CHANGES } from "../slurm/database-changes";
import { STATE_BACKUP } from "../slurm/state-backup";
import { type Alert, alertRule } from "./alert";

/** What Slurm keeps: the files of its controller, and its accounting. */
type Copied = "queue" | "database" | "changes";

export interface SlurmAlertsProps {
  /** Nodes that Slurm has at least, day and night; null: they come and go. */
  readonly nodes: number | null;
  /** What is copied into a bucket. */
  readonly copied: readonly Copied[];
  /** Whether pools follow jobs. */
  readonly scales: boolean;
}

/** Since when a CronJob of Slurm has not succeeded, seconds; where it never has, since it is there. */
const sinceSuccess = (cronJob: string): string => {
  const labels = `{namespace="${CHARTS.slurm.namespace}",cronjob="${cronJob}"}`;
  return `time() - max by (cronjob) (kube_cronjob_status_last_successful_time${labels} or kube_cronjob_created${labels})`;
};

/**
 * Six copies of the queue, and a dump and a half of the database, which are made every ten minutes and every day; what changed since is
 * kept every half hour or more often.
 */
const LATE_SECONDS = { queue: 3600, database: 36 * 3600, changes: 2 * 3600 };

const LATE: Readonly<Record<Copied, Alert>> = {
  queue: {
    name: "SlurmQueueCopyLate",
    expr: `${sinceSuccess(STATE_BACKUP)} > ${LATE_SECONDS.queue}`,
    for: "10m",
    summary: "Slurm's queue was last copied {{ $value | humanizeDuration }} ago",
    description: "With its volume, all that was submitted since then would be lost.",
  },
  database: {
    name: "SlurmDatabaseDumpLate",
    expr: `${sinceSuccess(DATABASE_BACKUP)} > ${LATE_SECONDS.database}`,
    for: "1h",
    summary: "Slurm's accounting was last dumped {{ $value | humanizeDuration }} ago",
    description: "With its volume, what jobs used since then would be in no report, share or budget.",
  },
  changes: {
    name: "SlurmDatabaseChangesLate",
    expr: `${sinceSuccess(DATABASE_CHANGES)} > ${LATE_SECONDS.changes}`,
    for: "10m",
    summary: "What changed in Slurm's accounting was last kept {{ $value | humanizeDuration }} ago",
    description: "With its volume, what jobs used since then would be in no report, share or budget.",
  },
};

/** Share of nodes that are drained or down, from which somebody should look. */
const GONE_SHARE = 0.1;

/** Share of the GPUs of a partition that are free while jobs wait for it. */
const FREE_SHARE = 0.2;

/** Hours for which a node is out before somebody is told of it alone: by then what mends nodes by itself is through. */
const LONG_HOURS = 24;

/**
 * Messages to slurmdbd that wait. The controller throws them away when there are `MaxDBDMsgs`, 10,000 at least.
 * @see https://slurm.schedmd.com/slurm.conf.html#OPT_MaxDBDMsgs
 */
const WAITING_MESSAGES = 1000;

/** KEDA counts an answer that is empty as an error, too: ScaledObjects say so. */
const SCALING_FAILS: Alert = {
  name: "PoolScalingFails",
  expr: "sum by (scaledObject) (rate(keda_scaler_detail_errors_total[5m])) > 0",
  for: "15m",
  summary: "Nobody knows how many nodes {{ $labels.scaledObject }} needs: it stays as it is",
  description: "Prometheus does not answer KEDA, or has no answer of Slurm.",
};

/** What Slurm's controller says of nodes, queue and accounts. */
export function slurmAlerts({ nodes, copied, scales }: SlurmAlertsProps): RuleGroup[] {
  const missing: Alert[] =
    nodes === null
      ? []
      : [
          {
            name: "SlurmNodesMissing",
            expr: `max(slurm_nodes) < ${nodes}`,
            for: "30m",
            summary: `Slurm has {{ $value }} nodes of ${nodes}`,
            description: "The others have not joined, or are gone.",
          },
        ];
  const alerts: Alert[] = [
    {
      name: "SlurmControllerSilent",
      expr: "absent(slurm_nodes)",
      for: "10m",
      summary: "Slurm's controller says nothing",
      description: "No job can begin; those that run go on, as long as their nodes are well.",
    },
    ...missing,
    {
      name: "SlurmNodesRefused",
      expr: "max(slurm_nodes_invalid_reg) > 0",
      for: "10m",
      summary: "Slurm refuses {{ $value }} nodes: they have less than slurm.conf promises",
      description: "A GPU is gone, or memory.",
    },
    {
      name: "SlurmCapacityDrained",
      expr: `(max(slurm_nodes_drain) + max(slurm_nodes_down)) / max(slurm_nodes) > ${GONE_SHARE}`,
      for: "30m",
      summary: "{{ $value | humanizePercentage }} of the nodes take no jobs",
      description: "They are drained or down.",
    },
    {
      name: "SlurmNodeOutLong",
      expr: `(time() - max by (node, cause, check) (railyard_slurm_node_out_since_seconds) > ${LONG_HOURS * 3600}) unless on (node) max by (node) (railyard_slurm_node_state{state="maint"})`,
      for: "15m",
      summary: "{{ $labels.node }} has taken no jobs for {{ $value | humanizeDuration }}",
      description: "Its reason in Slurm says why. Cause: {{ $labels.cause }}, found by: {{ $labels.check }}.",
    },
    {
      name: "SlurmMetricsMissing",
      expr: "max(slurm_nodes) unless max(railyard_slurm_answers) == 1",
      for: "30m",
      summary: "Which of {{ $value }} nodes take jobs, and how long jobs wait, is not known",
      description: "slurmctld answers, but not the pod slurm-metrics, or it is not there.",
    },
    {
      name: "SlurmJobsWaitBesideFreeGpus",
      expr: `(max by (partition) (slurm_partition_jobs_pending - slurm_partition_jobs_hold) > 0) and on (partition) (1 - max by (partition) (slurm_partition_jobs_gpus_alloc) / max by (partition) (slurm_partition_gpus) > ${FREE_SHARE})`,
      for: "2h",
      summary: "{{ $value }} jobs wait for partition {{ $labels.partition }}, of which GPUs are free",
      description: "They are too large for what is free, or something holds them back.",
    },
    {
      name: "SlurmDatabaseBehind",
      expr: `max(slurm_slurmdbd_queue_size) > ${WAITING_MESSAGES}`,
      for: "15m",
      summary: "Slurm's database takes nothing: {{ $value }} messages wait for it",
      description: "When there are 10,000 the controller throws them away, and what jobs used is never counted.",
    },
    ...copied.map((what) => LATE[what]),
    ...(scales ? [SCALING_FAILS] : []),
  ];
  return [{ name: "railyard-slurm", rules: alerts.map(alertRule) }];
}
