import { OF_API_SERVER as OF_API } from "../../config/facts/control-plane-metrics";
import type { ControlPlaneLimits } from "../../config/facts/control-plane-tiers";
import { over, type Dashboard, type Query, type Row } from "./dashboard";

export interface ControlPlaneOnDashboard {
  /** What its tier may do in EKS, which shows scheduler and controllers, too; null: somebody else runs it, and nobody says. */
  readonly limits: ControlPlaneLimits | null;
}

/** A line at what is allowed. */
const limit = (value: number | null): Query[] =>
  value === null ? [] : [{ expr: `vector(${value})`, legend: "limit of the tier" }];

/** Several API servers answer; of what stands in etcd, and of the one scheduler that leads, the most that any of them says counts. */
const greatest = (by: string, expr: string): string => `max by (${by}) (${expr})`;

/** Requests that somebody waits for: a watch lasts as long as it may. */
const SHORT = 'verb!~"WATCH|CONNECT"';

const requests: Row = {
  title: "Requests to the API",
  panels: [
    over("Requests", "By what they do. A watch counts when it begins.", "ops", {
      expr: `sum by (verb) (rate(apiserver_request_total{${OF_API}}[$__rate_interval]))`,
      legend: "{{verb}}",
    }),
    over(
      "Requests that fail",
      "Errors of the server itself (5xx), and those that it refused since it had too many (429).",
      "ops",
      {
        expr: `sum by (code) (rate(apiserver_request_total{${OF_API}, code=~"5..|429"}[$__rate_interval]))`,
        legend: "{{code}}",
      },
    ),
    over("The slowest of a hundred", "Without watches, and without what webhooks take.", "s", {
      expr: `histogram_quantile(0.99, sum by (verb, le) (rate(apiserver_request_sli_duration_seconds_bucket{${OF_API}, ${SHORT}}[$__rate_interval])))`,
      legend: "{{verb}}",
    }),
    over(
      "Refused by priority",
      "Whose requests found no seat. Nodes and leaders of controllers go before others.",
      "ops",
      {
        expr: `sum by (priority_level, reason) (rate(apiserver_flowcontrol_rejected_requests_total{${OF_API}}[$__rate_interval]))`,
        legend: "{{priority_level}}: {{reason}}",
      },
    ),
  ],
};

const capacity = (limits: ControlPlaneLimits | null): Row => ({
  title: "Capacity",
  panels: [
    over(
      "Seats",
      "Requests that are worked on at a time, in all API servers; a long list takes several seats.",
      "short",
      { expr: `sum(apiserver_flowcontrol_current_executing_seats{${OF_API}})`, legend: "taken" },
      ...limit(limits?.seats ?? null),
    ),
    over(
      "Bytes in etcd",
      "What its file takes, which is what counts. It gets smaller only when it is written anew.",
      "bytes",
      { expr: `max(apiserver_storage_size_bytes{${OF_API}})`, legend: "taken" },
      ...limit(limits && limits.databaseGB * 1e9),
    ),
    over("Most objects in etcd", "The ten kinds of which there are most.", "short", {
      expr: `topk(10, ${greatest("resource", `apiserver_resource_objects{${OF_API}}`)} or ${greatest("resource", `apiserver_storage_objects{${OF_API}}`)})`,
      legend: "{{resource}}",
    }),
  ],
});

const scheduler = (limits: ControlPlaneLimits): Row => ({
  title: "Scheduler and controllers",
  panels: [
    over(
      "Pods that wait",
      "active are tried next, backoff after a pause; unschedulable fit nowhere as long as nothing changes, and gated wait for Kueue or another program.",
      "short",
      { expr: greatest("queue", "scheduler_pending_pods"), legend: "{{queue}}" },
    ),
    over(
      "Pods tried",
      "By what came of it.",
      "ops",
      {
        expr: greatest(
          "result",
          "sum by (instance, result) (rate(scheduler_schedule_attempts_total[$__rate_interval]))",
        ),
        legend: "{{result}}",
      },
      ...limit(limits.podsPerSecond),
    ),
    over("The slowest of a hundred placements", "What one try takes.", "s", {
      expr: `histogram_quantile(0.99, ${greatest("le", 'sum by (instance, le) (rate(scheduler_scheduling_attempt_duration_seconds_bucket{result="scheduled"}[$__rate_interval]))')})`,
      legend: "a placement",
    }),
    over("Pods put out for others", "How often the scheduler looked for pods of lower priority to put out.", "ops", {
      expr: "max(rate(scheduler_preemption_attempts_total[$__rate_interval]))",
      legend: "tries",
    }),
    over("Queues of controllers", "The ten in which most waits: what was changed is not yet done.", "short", {
      expr: `topk(10, ${greatest("name", "workqueue_depth")} > 0)`,
      legend: "{{name}}",
    }),
  ],
});

/** What the API of Kubernetes, etcd, the scheduler and the controllers do, beside what their tier may. */
export const controlPlane = ({ limits }: ControlPlaneOnDashboard): Dashboard => ({
  name: "control-plane",
  title: "Control plane",
  description:
    limits === null
      ? "What the API of Kubernetes does, and what lies in etcd."
      : "What the API of Kubernetes, etcd, the scheduler and the controllers do: by this a tier of the control plane (cluster.tier) is chosen.",
  rows: [requests, capacity(limits), ...(limits ? [scheduler(limits)] : [])],
});
