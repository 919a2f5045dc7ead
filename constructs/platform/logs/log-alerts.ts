import { type Alert, alertRule } from "../../alerts/alert";
import type { RuleGroup } from "../prometheus-rules";

/** Share of the room on a node's disk that is full of lines which wait. */
const MUCH = 0.25;

/** The collectors of traces tell of their queues by the same names, with an exporter that is of no subject. */
const OF_LOGS = '{exporter=~"(awscloudwatchlogs|otlp_http)/.*"}';
const FAILED = "otelcol_exporter_send_failed_log_records";

/** Lines that were lost in a quarter of an hour. The counter is not there before the first of them, and an increase would not have it. */
const LOST = `sum(((${FAILED} - ${FAILED} offset 15m) > 0) or (${FAILED} unless ${FAILED} offset 15m))`;

/** What collectors of logs tell of themselves. One alert for all nodes: a store that is away is away for each. */
export function logAlerts(): RuleGroup[] {
  const alerts: Alert[] = [
    {
      name: "LogsWait",
      expr: `count(max by (node) (otelcol_exporter_queue_size${OF_LOGS} / otelcol_exporter_queue_capacity${OF_LOGS}) > ${MUCH}) > 0`,
      for: "15m",
      summary: "Logs of {{ $value }} nodes wait on their disks: the store takes none, or too few",
      description:
        "What has waited for two hours is lost. Lines of pods that are gone, and the oldest of those that run, are deleted by the kubelet meanwhile.",
    },
    {
      name: "LogsLost",
      expr: `${LOST} > 0`,
      for: "1m",
      summary: "{{ $value | humanize }} lines of logs were not kept: the store refused them, or was away for two hours",
      description:
        "kubectl logs --namespace kube-system daemonset/railyard-logs says which store, and what it answered.",
    },
  ];
  return [{ name: "railyard-logs", rules: alerts.map(alertRule) }];
}
