import type { ToldDrift } from "../../config/datasets/drift-told";
import { alertRule } from "../alerts/alert";
import type { RuleGroup } from "./prometheus-rules";

const LAST = "railyard_drift_last_check_timestamp_seconds";
/** Hours by which a check is late at most: a job waits in the queue, and asks for the next one from when it began. */
const lateHours = (everyHours: number): number => Math.max(6, everyHours / 4);

/** What checks of drift tell. @param checks at least one */
export function driftAlerts(checks: readonly ToldDrift[]): RuleGroup[] {
  const everyHours = [...new Set(checks.map((check) => check.everyHours))].toSorted((one, other) => one - other);
  const late = everyHours.map((hours) => {
    const names = checks.filter((check) => check.everyHours === hours).map(({ dataset }) => dataset);
    const most = 3600 * (hours + lateHours(hours));
    return `time() - max by (dataset) (${LAST}{dataset=~"${names.join("|")}"}) > ${most}`;
  });
  // a check that has never been made has no series
  const never = checks.map(({ dataset }) => `absent(${LAST}{dataset="${dataset}"})`);
  return [
    {
      name: "railyard-drift",
      rules: [
        alertRule({
          name: "DatasetDrifted",
          expr: "max by (dataset) (railyard_drift_columns_drifting) and on (dataset) max by (dataset) (railyard_drift_drifted) == 1",
          for: "5m",
          summary: "The data of {{ $labels.dataset }} is no longer like that which a model was trained on",
          description:
            "{{ $value }} of its columns drift, or one is gone or has other values: report.json of the check says which.",
        }),
        alertRule({
          name: "DatasetDriftUnchecked",
          expr: [...late, ...never].join(" or "),
          for: "1h",
          summary: "Nobody has compared the data of {{ $labels.dataset }} in its time",
          description:
            "The check does not run, could say nothing, or was never begun: whether the data drifts is not known.",
        }),
      ],
    },
  ];
}
