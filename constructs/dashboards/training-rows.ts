import { TRAINING_SERIES } from "../alerts/training";
import { toNode } from "./cells";
import type { Row } from "./dashboard";

const OF_JOB = 'hpc_job="$job"';
const of = (name: string): string => `railyard_${name}{${OF_JOB}}`;
const rate = (name: string): string => `sum(rate(${of(name)}[$__rate_interval]))`;
const { slowness } = TRAINING_SERIES;

/** What a training tells of itself, for the dashboard of its job: empty where it tells nothing. */
export const TRAINING_ROWS: readonly Row[] = [
  {
    title: "Training",
    panels: [
      {
        kind: "number",
        title: "Steps per second",
        description: "What the job tells by railyard_telemetry; empty where it does not.",
        unit: "short",
        queries: [{ expr: rate("training_steps_total") }],
      },
      {
        kind: "number",
        title: "MFU",
        description: "Share of the peak of its GPUs that trains the model, in the last step.",
        unit: "percentunit",
        queries: [{ expr: `max(${of("training_mfu_ratio")})` }],
      },
      {
        kind: "number",
        title: "Loss",
        description: "Of the last step.",
        unit: "short",
        queries: [{ expr: `max(${of("training_loss")})` }],
      },
      {
        kind: "number",
        title: "Goodput",
        description:
          "Time of steps that count, of the time since the allocation began: without start, stalls, waits and steps that were done again.",
        unit: "percentunit",
        queries: [{ expr: `max(${of("training_productive_seconds")}) / max(${of("training_allocated_seconds")})` }],
      },
      {
        kind: "number",
        title: "Age of the checkpoint",
        description: "What would be lost with the job now.",
        unit: "dtdhms",
        queries: [{ expr: `time() - max(${of("checkpoint_last_success_timestamp_seconds")})` }],
      },
      {
        kind: "number",
        title: "Failed checkpoints",
        description: "In the time that is shown.",
        unit: "short",
        queries: [{ expr: `round(sum(increase(${of("checkpoint_failures_total")}[$__range])))` }],
        thresholds: [{ from: 1, color: "orange" }],
      },
      {
        kind: "lines",
        title: "MFU over time",
        description: "A fall that stays is worth a look; short ones are checkpoints.",
        unit: "percentunit",
        queries: [{ expr: `max(${of("training_mfu_ratio")})`, legend: "MFU" }],
      },
      {
        kind: "lines",
        title: "Loss over time",
        description: "Of each step that Prometheus saw.",
        unit: "short",
        min: "auto",
        queries: [{ expr: `max(${of("training_loss")})`, legend: "loss" }],
      },
      {
        kind: "lines",
        title: "Where a step spends its time",
        description:
          "Seconds of a step. Computing and data are the means of all processes; what is left of the step is messages, the optimizer and waiting for the slowest.",
        unit: "s",
        queries: [
          { expr: `${rate("training_step_seconds_total")} / ${rate("training_steps_total")}`, legend: "step" },
          {
            expr: `${rate("training_rank_compute_seconds_total")} / ${rate("training_rank_steps_total")}`,
            legend: "computing",
          },
          {
            expr: `${rate("training_rank_data_wait_seconds_total")} / ${rate("training_rank_steps_total")}`,
            legend: "waiting for data",
          },
          {
            expr: `${rate("training_checkpoint_stall_seconds_total")} / ${rate("training_steps_total")}`,
            legend: "stall for checkpoints",
          },
        ],
      },
      {
        kind: "table",
        title: "Slowest ranks",
        description:
          "Computing of a process in a step, as a multiple of the median of the job. All others wait for the first one.",
        unit: "short",
        queries: [{ expr: `topk(10, ${slowness}{${OF_JOB}})`, legend: "times the median" }],
        columns: { rank: "rank", node: "node" },
        links: [toNode("node")],
      },
    ],
  },
];
