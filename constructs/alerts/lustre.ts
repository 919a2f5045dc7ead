import { EXPORT_AGE, type LustreOnDashboard } from "../dashboards/lustre";
import type { RuleGroup } from "../platform/prometheus-rules";
import { type Alert, alertRule } from "./alert";

/** Shares of what was bought, from which a file system is filling up, and almost full. */
const FILLS_UP = 0.8;
const ALMOST_FULL = 0.9;

/**
 * Seconds for which a change may wait for S3. A decision of Railyard's own: a small file was there after some 10 seconds, a
 * checkpoint of terabytes takes minutes, and FSx keeps what it did not export for 14 days.
 */
const EXPORT_LATE = 3600;

const FREE = "aws_fsx_free_data_storage_capacity_sum";
const GIB = 1024 ** 3;

/** By name: a file system whose capacity follows use has none. */
function filled(fileSystems: readonly LustreOnDashboard[], above: number): string | null {
  const each = fileSystems.flatMap(({ name, capacityGiB }) =>
    capacityGiB === null ? [] : [`1 - sum by (name) (${FREE}{name="${name}"}) / ${capacityGiB * GIB} > ${above}`],
  );
  return each.length === 0 ? null : each.join(" or ");
}

const READ = "aws_fsx_data_read_bytes_sum";

/** By name. The exporter gives what is not a number where CloudWatch has nothing, and that is not itself. */
const silent = (fileSystems: readonly LustreOnDashboard[]): string =>
  fileSystems
    .map(({ name }) => `${READ}{name="${name}"}`)
    .map((series, at) => `label_replace(absent(${series} == ${series}), "name", "${fileSystems[at]!.name}", "", "")`)
    .join(" or ");

/** @param fileSystems those of FSx, at least one */
export function lustreAlerts(fileSystems: readonly LustreOnDashboard[]): RuleGroup[] {
  const [fillsUp, almostFull] = [FILLS_UP, ALMOST_FULL].map((share) => filled(fileSystems, share));
  const alerts: Alert[] = [
    {
      name: "LustreMetricsMissing",
      expr: silent(fileSystems),
      for: "30m",
      summary: "CloudWatch has said nothing of file system {{ $labels.name }} for half an hour",
      description: "No alert about it can sound.",
    },
  ];
  if (fillsUp && almostFull)
    alerts.push(
      {
        name: "LustreFillsUp",
        expr: fillsUp,
        for: "15m",
        summary: "File system {{ $labels.name }} fills up",
        description: "{{ $value | humanizePercentage }} of what was bought is taken.",
      },
      {
        name: "LustreAlmostFull",
        expr: almostFull,
        for: "5m",
        summary: "File system {{ $labels.name }} is almost full: checkpoints will fail",
        description: "{{ $value | humanizePercentage }} of what was bought is taken.",
      },
      {
        name: "LustreFullInADay",
        expr: `sum by (name) (predict_linear(${FREE}[6h], 86400)) < 0`,
        for: "1h",
        summary: "File system {{ $labels.name }} is full within a day, if it goes on like this",
        description: "What was written in the last six hours, carried on.",
      },
    );
  if (fileSystems.some(({ exported }) => exported))
    alerts.push({
      name: "LustreExportLate",
      expr: `${EXPORT_AGE} > ${EXPORT_LATE}`,
      for: "15m",
      summary: "Exports of file system {{ $labels.name }} to S3 lie {{ $value | humanizeDuration }} behind",
      description: "What was written since then has no copy in S3.",
    });
  return [{ name: "railyard-lustre", rules: alerts.map(alertRule) }];
}
