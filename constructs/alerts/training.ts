import type { RecordingGroup, RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** Over which a process is compared with the others, and a job with its first hour. */
const RANK_WINDOW = "10m";
const JOB_WINDOW = "30m";

/** What Prometheus computes of trainings, once for alerts and dashboards. */
export const TRAINING_SERIES = {
  /** Seconds of a process' own computing in a step. */
  rank: "railyard:training_rank_compute_seconds:mean10m",
  /** How many times the median of its job that is. */
  slowness: "railyard:training_rank_slowness:ratio",
  /** Seconds of a step of a job, without stalls for checkpoints. */
  step: "railyard:training_step_seconds:mean30m",
} as const;

/**
 * Above the median of the job, from which a process is slow: all others wait for it, so that the job loses as much. A decision of
 * Railyard's own: measured node outliers are told of from a twentieth on, which a batch of longer texts makes, too.
 */
const SLOW_SHARE = 0.1;
/** With fewer processes the median is hardly another than the slow one's own. */
const LEAST_PROCESSES = 4;
/** Beyond the steps of its first hour, from which a job has become slow. */
const SLOWER_SHARE = 0.15;

/**
 * From which the last checkpoint of a training is old, h. A decision of Railyard's own: by the failures of nodes that are measured, trainings
 * of hundreds of GPUs write one each quarter or half of an hour.
 */
const OLD_HOURS = 2;
const LAST_CHECKPOINT = "railyard_checkpoint_last_success_timestamp_seconds";

/** The job, its team, and of a process where it is. */
const JOB = "hpc_job, team";
const RANK = `${JOB}, node, rank`;

/** What those series are computed by. */
export function trainingRecordings(): RecordingGroup[] {
  const { rank, slowness, step } = TRAINING_SERIES;
  const perRank = (name: string) => `sum by (${RANK}) (rate(railyard_training_rank_${name}_total[${RANK_WINDOW}]))`;
  const perJob = (name: string) => `sum by (${JOB}) (rate(railyard_training_${name}_total[${JOB_WINDOW}]))`;
  return [
    {
      name: "railyard-training",
      rules: [
        { record: rank, expr: `${perRank("compute_seconds")} / (${perRank("steps")} > 0)` },
        {
          record: slowness,
          expr: `max by (${RANK}) (${rank} / on (hpc_job) group_left () (quantile by (hpc_job) (0.5, ${rank}) > 0))`,
        },
        {
          record: step,
          expr: `(${perJob("step_seconds")} - ${perJob("checkpoint_stall_seconds")}) / (${perJob("steps")} > 0)`,
        },
      ],
    },
  ];
}

/** What trainings tell of themselves. */
export function trainingAlerts(): RuleGroup[] {
  const { slowness, step } = TRAINING_SERIES;
  const alerts: Alert[] = [
    {
      name: "TrainingRankSlow",
      expr: `(${slowness} - 1 > ${SLOW_SHARE}) and on (hpc_job) (count by (hpc_job) (${slowness}) >= ${LEAST_PROCESSES})`,
      for: "10m",
      summary:
        "Rank {{ $labels.rank }} of job {{ $labels.hpc_job }} on {{ $labels.node }} computes {{ $value | humanizePercentage }} longer than the median",
      description: "All other processes of the job wait for it in each step.",
    },
    {
      name: "TrainingSlower",
      expr: `${step} / on (hpc_job) group_left () (max by (hpc_job) (railyard_training_first_hour_step_seconds)) - 1 > ${SLOWER_SHARE}`,
      for: "15m",
      summary:
        "Steps of job {{ $labels.hpc_job }} take {{ $value | humanizePercentage }} longer than in its first hour",
      description: "Stalls for checkpoints are not counted.",
    },
    {
      name: "TrainingStandsStill",
      // a job that has ended tells nothing any more
      expr: `(max by (${JOB}) (increase(railyard_training_steps_total[15m])) == 0) and on (hpc_job) railyard_training_step`,
      for: "5m",
      summary: "Job {{ $labels.hpc_job }} has done no step for a quarter of an hour",
      description: "It hangs, its processes are gone, or a step of it takes longer.",
    },
    {
      name: "TrainingLossNotFinite",
      // what is not a number is not itself
      expr: `max by (${JOB}) (railyard_training_loss != railyard_training_loss or abs(railyard_training_loss) == Inf)`,
      for: "5m",
      summary: "The loss of job {{ $labels.hpc_job }} is {{ $value }}",
      description: "Its GPUs work for nothing: no later step makes it a number again.",
    },
    {
      name: "CheckpointFailed",
      expr: `max by (${JOB}) (round(increase(railyard_checkpoint_failures_total[1h]))) > 0`,
      summary: "Job {{ $labels.hpc_job }} did not write {{ $value }} checkpoints in the last hour",
      description: "What it computes after the last whole one is lost with the job.",
    },
    {
      name: "CheckpointOld",
      // one that has written none tells no time; one that has ended tells nothing
      expr: [
        `(time() - max by (${JOB}) (${LAST_CHECKPOINT}) > ${OLD_HOURS * 3600}) and on (hpc_job) railyard_training_step`,
        `max by (${JOB}) (railyard_training_step and railyard_training_step offset ${OLD_HOURS}h) * 0 + ${OLD_HOURS * 3600} unless on (hpc_job) ${LAST_CHECKPOINT}`,
      ].join(" or "),
      for: "10m",
      summary: "Job {{ $labels.hpc_job }} has written no checkpoint for {{ $value | humanizeDuration }}, or for longer",
      description: "What it has computed since is lost with the job, or with any of its nodes.",
    },
  ];
  return [{ name: "railyard-training-alerts", rules: alerts.map(alertRule) }];
}
