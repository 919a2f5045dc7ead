import { type Alert, alertRule } from "../alerts/alert";
import type { RuleGroup } from "../platform/prometheus-rules";
import { burnRate, SLO_SERIES, type Slo, type Window } from "./slo";

/**
 * A long window says that it matters, a short one, a twelfth of it, that it still goes on. Rates are those that spend 2 % of
 * the budget of 30 days in an hour, 5 % in six, and 10 % in one day and in three.
 * @see https://sre.google/workbook/alerting-on-slos/#recommended_parameters_for_an_slo_based_alerting_configuration
 */
interface Burn {
  readonly long: Window;
  readonly short: Window;
  readonly rate: number;
}

const FAST: readonly Burn[] = [
  { long: "1h", short: "5m", rate: 14.4 },
  { long: "6h", short: "30m", rate: 6 },
];
const SLOW: readonly Burn[] = [
  { long: "1d", short: "2h", rate: 3 },
  { long: "3d", short: "6h", rate: 1 },
];

const burns = (each: readonly Burn[], which = ""): string =>
  each
    .map(({ long, short, rate }) => `(${burnRate(long)}${which} > ${rate} and ${burnRate(short)}${which} > ${rate})`)
    .join(" or ");

/** Alerts on how fast budgets are spent, and on what nobody measures any more. */
export function sloAlerts(slos: readonly Slo[]): RuleGroup[] {
  const rare = slos.filter(({ flow }) => flow === "rare").map(({ name }) => name);
  const steady = slos.filter(({ flow }) => flow === "steady");
  const alerts: Alert[] = [
    {
      name: "SloBurnsFast",
      expr: burns(FAST, rare.length === 0 ? "" : `{slo!~"${rare.join("|")}"}`),
      for: "2m",
      summary: "{{ $labels.slo }}: what may fail in a month will be spent within days",
      description: 'It is spent {{ $value | printf "%.1f" }} times as fast as the promise allows.',
    },
    {
      name: "SloBurnsSlowly",
      expr: burns(SLOW),
      for: "15m",
      summary: "{{ $labels.slo }}: what may fail in a month will not last for it",
      description: 'It is spent {{ $value | printf "%.1f" }} times as fast as the promise allows.',
    },
  ];
  // what is not always there cannot be missed
  if (steady.length > 0)
    alerts.push({
      name: "SloNotMeasured",
      expr: steady.map(({ name }) => `absent(${SLO_SERIES.total}{slo="${name}"})`).join(" or "),
      for: "1h",
      summary: "{{ $labels.slo }} is not measured",
      description: "Whether the promise is kept is not known, and no alert about it can sound.",
    });
  return [{ name: "railyard-slo-alerts", rules: alerts.map(alertRule) }];
}
