import { all, type Exporter, TARGET } from "./metrics";

/** What the operator of KEDA tells of what it scales, as far as something asks for it. */
export const KEDA: Exporter = {
  version: "2.20.2",
  source: "https://github.com/kedacore/keda/blob/v2.20.2/pkg/metricscollector/prommetrics.go",
  labels: [...TARGET, "exported_namespace"],
  metrics: {
    ...all(
      ["metric", "scaledObject", "scaler", "triggerIndex", "type"],
      ["keda_scaler_metrics_value", "keda_scaler_metrics_latency_seconds", "keda_scaler_detail_errors_total"],
    ),
    keda_scaled_object_paused: ["scaledObject"],
    keda_internal_scale_loop_latency_seconds: ["type", "resource"],
  },
};
