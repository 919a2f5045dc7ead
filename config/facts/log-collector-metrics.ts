import { all, TARGET, type Exporter } from "./metrics";

/** What collectors of logs tell of themselves. A counter of failures is there once something has failed. */
export const LOG_COLLECTOR: Exporter = {
  version: "0.158.0",
  source:
    "https://github.com/open-telemetry/opentelemetry-collector/blob/exporter/exporterhelper/v0.158.0/exporter/exporterhelper/metadata.yaml",
  labels: [...TARGET, "node", "exporter"],
  metrics: all(
    [],
    [
      "otelcol_exporter_queue_capacity",
      "otelcol_exporter_queue_size",
      "otelcol_exporter_send_failed_log_records",
      "otelcol_exporter_sent_log_records",
    ],
  ),
};
