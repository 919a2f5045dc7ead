import type { RecordingGroup, RecordingRule } from "../platform/prometheus-rules";
import { burnRate, SLO_SERIES, WINDOWS, type Slo } from "./slo";

/** Days of a promise, as far as metrics are kept so long. */
export const PROMISED_DAYS = 30;

/** Everything that came in a window weighs the same, whenever in it: sums of both are divided, not shares averaged. */
const errorsIn = (window: string): string =>
  `sum_over_time(${SLO_SERIES.bad}[${window}]) / (sum_over_time(${SLO_SERIES.total}[${window}]) > 0)`;

/**
 * What objectives are measured by, and how fast their budgets are spent. A window over two series of one value each asks
 * little, however many nodes there are.
 * @param retentionDays days for which Prometheus keeps metrics
 */
export function sloRecordings(slos: readonly Slo[], retentionDays: number): RecordingGroup[] {
  const { bad, total, budget, errors, left } = SLO_SERIES;
  const days = Math.min(PROMISED_DAYS, retentionDays);
  const measured = slos.flatMap(({ name, percent, badExpr, totalExpr }): RecordingRule[] => {
    const labels = { slo: name };
    return [
      { record: bad, expr: badExpr, labels },
      { record: total, expr: totalExpr, labels },
      { record: budget, expr: `vector(${budgetOf(percent)})`, labels },
    ];
  });
  const burns = WINDOWS.map((window): RecordingRule => {
    return { record: burnRate(window), expr: `${errorsIn(window)} / ${budget}` };
  });
  return [
    { name: "railyard-slos", rules: [...measured, ...burns] },
    {
      name: "railyard-slo-budgets",
      // weeks are read each time
      interval: "5m",
      rules: [
        { record: errors, expr: errorsIn(`${days}d`) },
        { record: left, expr: `1 - ${errors} / ${budget}` },
      ],
    },
  ];
}

/** In binary 100 less 99.9 is 0.0999…: nobody wants to read that. */
const budgetOf = (percent: number): number => Number((1 - percent / 100).toFixed(6));
