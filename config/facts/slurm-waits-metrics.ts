import { all, type Exporter, TARGET } from "./metrics";

/** What Railyard's own exporter tells of Slurm beside it: nodes one by one, and how long jobs wait. */
export const SLURM_WAITS: Exporter = {
  version: "constructs/slurm/files/slurm_metrics.py",
  source: "docs/monitoring.md",
  labels: TARGET.filter((label) => label !== "service"),
  metrics: {
    railyard_slurm_answers: [],
    railyard_slurm_node_state: ["node", "state"],
    railyard_slurm_node_out_since_seconds: ["node", "cause", "check"],
    railyard_slurm_jobs_waiting: ["partition", "qos", "why"],
    railyard_slurm_longest_wait_seconds: ["partition", "qos"],
    railyard_slurm_job_wait_seconds_bucket: ["partition", "qos", "le"],
    ...all(["qos"], ["railyard_slurm_jobs_in_time_total", "railyard_slurm_jobs_late_total"]),
    ...all(["partition", "qos"], ["railyard_slurm_job_wait_seconds_sum", "railyard_slurm_job_wait_seconds_count"]),
  },
};
