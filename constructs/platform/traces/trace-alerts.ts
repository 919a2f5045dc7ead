import { type Alert, alertRule } from "../../alerts/alert";
import type { RuleGroup } from "../prometheus-rules";

/** Share of the room of a collector that is full of spans which wait. */
const MUCH = 0.25;

/** Counters of spans that a store refused or did not take in time, and of those for which there was no room. */
const LOST = ["otelcol_exporter_send_failed_spans", "otelcol_exporter_enqueue_failed_spans"];

/** What a counter has more than a quarter of an hour ago. It is not there before the first of them, and an increase would not have that. */
const more = (counter: string): string =>
  `(sum(((${counter} - ${counter} offset 15m) > 0) or (${counter} unless ${counter} offset 15m)) or vector(0))`;

/** What collectors of traces tell of themselves. */
export function traceAlerts(): RuleGroup[] {
  const alerts: Alert[] = [
    {
      name: "SpansWait",
      expr: `count(max by (pod) (otelcol_exporter_queue_size{exporter="otlp_http"} / otelcol_exporter_queue_capacity{exporter="otlp_http"}) > ${MUCH}) > 0`,
      for: "10m",
      summary: "Spans wait in {{ $value }} collectors: the store of traces takes none, or too few",
      description: "What has waited for half an hour is lost, and what finds no room. Trainings go on.",
    },
    {
      name: "SpansLost",
      expr: `${LOST.map(more).join(" + ")} > 0`,
      for: "1m",
      summary:
        "{{ $value | humanize }} spans were not kept: the store refused them, was away for half an hour, or there was no room",
      description: "kubectl logs --namespace kube-system deployment/railyard-traces says what the store answered.",
    },
  ];
  return [{ name: "railyard-traces", rules: alerts.map(alertRule) }];
}
