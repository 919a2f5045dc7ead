import type { Dashboard, NumberPanel, Threshold } from "./dashboard";

/** Two managers run, and the one that waits tells of queues, too: of each queue the largest counts. */
const each = (series: string): string => `max by (cluster_queue) (${series})`;

/** GPUs of a queue over all flavors. */
const gpus = (metric: string): string =>
  `sum by (cluster_queue) (max by (cluster_queue, flavor, resource) (${metric}{resource=~"nvidia.com/.+"}))`;

const WAITING = "sum by (cluster_queue) (max by (cluster_queue, status) (kueue_pending_workloads))";

/** How long jobs have waited that were let in within the last hour. */
const waited = (quantile: number): string =>
  `histogram_quantile(${quantile}, sum by (le, cluster_queue) (rate(kueue_admission_wait_time_seconds_bucket[1h])))`;

const number = (title: string, description: string, expr: string, ...thresholds: Threshold[]): NumberPanel => ({
  kind: "number",
  title,
  description,
  unit: "short",
  width: 6,
  queries: [{ expr }],
  ...(thresholds.length > 0 && { thresholds }),
});

/** Queues of Kubernetes jobs, one a team: what waits, what has GPUs, how long it took, and what was sent back. */
export const KUEUE: Dashboard = {
  name: "kueue",
  title: "Kueue",
  description: "Queues of Kubernetes jobs, one a team: what waits, who has GPUs, how long it took, what was sent back.",
  rows: [
    {
      title: "Now",
      panels: [
        number("Jobs that wait", "In all queues.", `sum(${WAITING})`),
        number("Jobs that were let in", "And have not ended.", `sum(${each("kueue_admitted_active_workloads")})`),
        number("GPUs in use", "Of jobs that were let in.", `sum(${gpus("kueue_cluster_queue_resource_usage")})`),
        number(
          "Queues that are closed",
          "Nothing is let in there, and nothing that waits there ever starts.",
          `count(${each('kueue_cluster_queue_status{status="active"}')} == 0) or vector(0)`,
          { from: 1, color: "red" },
        ),
      ],
    },
    {
      title: "Queues",
      panels: [
        {
          kind: "lines",
          title: "Jobs that wait, by queue",
          description: "Those among them for which there is no room now, too.",
          unit: "short",
          stacked: true,
          queries: [{ expr: WAITING, legend: "{{cluster_queue}}" }],
        },
        {
          kind: "lines",
          title: "GPUs, by queue",
          description: "Above its own, a queue has borrowed what others do not use, and gives it back when they ask.",
          unit: "short",
          queries: [
            { expr: gpus("kueue_cluster_queue_resource_usage"), legend: "{{cluster_queue}}" },
            { expr: gpus("kueue_cluster_queue_nominal_quota"), legend: "{{cluster_queue}}, own" },
          ],
        },
        {
          kind: "lines",
          title: "How long jobs waited",
          description: "Of those that were let in within an hour: half of them less, and nineteen of twenty less.",
          unit: "s",
          queries: [
            { expr: waited(0.5), legend: "{{cluster_queue}}, half" },
            { expr: waited(0.95), legend: "{{cluster_queue}}, 95 %" },
          ],
        },
        {
          kind: "lines",
          title: "Jobs that were sent back, by reason",
          description: "In an hour. Preempted: another queue has asked for what is its own, or a job is more urgent.",
          unit: "short",
          queries: [
            {
              expr: "sum by (cluster_queue, reason) (increase(kueue_evicted_workloads_total[1h]))",
              legend: "{{cluster_queue}}, {{reason}}",
            },
          ],
        },
      ],
    },
  ],
};
