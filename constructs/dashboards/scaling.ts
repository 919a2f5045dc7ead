import { type Dashboard, over } from "./dashboard";

/** What KEDA does with pools that follow the jobs of Slurm. */
export const scaling = (): Dashboard => ({
  name: "scaling",
  title: "Scaling",
  description: "How many nodes the jobs of Slurm need of each pool that follows them, and whether KEDA learns of it.",
  rows: [
    {
      title: "Pools",
      panels: [
        over("Nodes that jobs need", "Of each pool, as the query of its ScaledObject answers.", "short", {
          expr: "max by (scaledObject) (keda_scaler_metrics_value)",
          legend: "{{scaledObject}}",
        }),
        over("Pools that nobody scales", "1: somebody has paused the ScaledObject.", "short", {
          expr: "max by (scaledObject) (keda_scaled_object_paused)",
          legend: "{{scaledObject}}",
        }),
      ],
    },
    {
      title: "KEDA",
      panels: [
        over("Questions that failed", "In a second. As long as they do, a pool stays as it is.", "ops", {
          expr: "sum by (scaledObject) (rate(keda_scaler_detail_errors_total[$__rate_interval]))",
          legend: "{{scaledObject}}",
        }),
        over("How long an answer takes", "Of Prometheus, the newest.", "s", {
          expr: "max by (scaledObject) (keda_scaler_metrics_latency_seconds)",
          legend: "{{scaledObject}}",
        }),
        over("How late KEDA looks", "Beyond the half minute between two looks.", "s", {
          expr: "max by (resource) (keda_internal_scale_loop_latency_seconds)",
          legend: "{{resource}}",
        }),
      ],
    },
  ],
});
