import { over, type Dashboard } from "./dashboard";

const DRIFT = "railyard_drift_";
const of = (metric: string): string => `max by (dataset) (${DRIFT}${metric})`;

/** What checks of drift have found. Names of columns stay in their reports, which not everybody may read. */
export const datasets = (): Dashboard => ({
  name: "datasets",
  title: "Datasets",
  description:
    "Whether data is like that which models were trained on. A check tells it once in its hour, day or week, and nothing in between.",
  rows: [
    {
      title: "Drift",
      panels: [
        {
          kind: "table",
          title: "Newest check",
          description: "Which columns drift says report.json in the folder of the check.",
          unit: "short",
          width: 24,
          columns: { dataset: "dataset" },
          queries: [
            { expr: of("drifted"), legend: "drifts" },
            { expr: of("columns_drifting"), legend: "columns that drift" },
            { expr: of("columns"), legend: "columns" },
            { expr: of("rows"), legend: "rows" },
            { expr: `(time() - ${of("last_check_timestamp_seconds")}) / 3600`, legend: "hours ago" },
          ],
        },
        over("Largest PSI", "Of the columns of a dataset the one that has changed most.", "short", {
          expr: of("psi_max"),
          legend: "{{dataset}}",
        }),
        over("Largest distance of KS", "Of columns of numbers.", "short", {
          expr: of("ks_max"),
          legend: "{{dataset}}",
        }),
      ],
    },
  ],
});
