import { all, TARGET, type Exporter } from "./metrics";

/** What collectors of traces tell of themselves. A counter of failures is there once something has failed. */
export const TRACE_COLLECTOR: Exporter = {
  version: "0.158.0",
  source:
    "https://github.com/open-telemetry/opentelemetry-collector/blob/exporter/exporterhelper/v0.158.0/exporter/exporterhelper/metadata.yaml",
  labels: [...TARGET, "node"],
  metrics: {
    ...all(
      ["exporter"],
      [
        "otelcol_exporter_enqueue_failed_spans",
        "otelcol_exporter_queue_capacity",
        "otelcol_exporter_queue_size",
        "otelcol_exporter_send_failed_spans",
        "otelcol_exporter_sent_spans",
      ],
    ),
    ...all(["receiver", "transport"], ["otelcol_receiver_accepted_spans", "otelcol_receiver_refused_spans"]),
  },
};
