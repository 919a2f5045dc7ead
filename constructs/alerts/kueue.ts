import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

const ALERTS: readonly Alert[] = [
  {
    name: "KueueSilent",
    expr: "absent(kueue_cluster_queue_status)",
    for: "10m",
    summary: "Kueue's manager says nothing",
    description: "No job of a team is let in; those that run go on.",
  },
  {
    name: "KueueQueueClosed",
    // a queue without a value is gone, and that is somebody's wish
    expr: 'max by (cluster_queue) (kueue_cluster_queue_status{status="active"}) == 0',
    for: "15m",
    summary: "Queue {{ $labels.cluster_queue }} lets nothing in",
    description: "What waits there does not start, however many GPUs are free.",
  },
];

/** What Kueue's manager says of queues. */
export const kueueAlerts = (): RuleGroup[] => [{ name: "railyard-kueue", rules: ALERTS.map(alertRule) }];
