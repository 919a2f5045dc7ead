import { burnRate, SLO_SERIES, type Slo } from "../slos/slo";
import type { Dashboard } from "./dashboard";

export interface SlosOnDashboard {
  /** At least one. */
  readonly slos: readonly Slo[];
  /** Days over which budgets are counted. */
  readonly days: number;
  /** What is promised to nobody, since nothing measures it here: "goodput". */
  readonly unmeasured: readonly string[];
}

const { bad, total, budget, errors, left } = SLO_SERIES;

/** What was promised, what was kept, and how fast what may fail is spent. */
export function slosDashboard({ slos, days, unmeasured }: SlosOnDashboard): Dashboard {
  const counted = slos.map(({ name, bad: what }) => `${name} counts ${what}.`).join(" ");
  const missing = unmeasured.length === 0 ? "" : ` Not measured here: ${unmeasured.join(", ")}.`;
  return {
    name: "slos",
    title: "SLOs",
    description: `What was promised, what was kept, and how fast the rest is spent. ${counted}${missing}`,
    rows: [
      {
        title: `The last ${days} days`,
        panels: [
          {
            kind: "table",
            title: "Promises",
            description: `${counted} As far back as metrics are kept.`,
            unit: "percentunit",
            columns: { slo: "objective" },
            queries: [
              { expr: `1 - ${budget}`, legend: "promised" },
              { expr: `1 - ${errors}`, legend: "kept" },
              { expr: left, legend: "budget left" },
            ],
          },
        ],
      },
      {
        title: "How fast budgets are spent",
        panels: [
          {
            kind: "lines",
            title: "In an hour",
            description: "With 1 the budget lasts for 30 days. From 14.4 on somebody is woken.",
            unit: "short",
            queries: [{ expr: burnRate("1h"), legend: "{{slo}}" }],
            thresholds: [{ from: 14.4, color: "red" }],
          },
          {
            kind: "lines",
            title: "In three days",
            description: "Above 1 the budget does not last.",
            unit: "short",
            queries: [{ expr: burnRate("3d"), legend: "{{slo}}" }],
            thresholds: [{ from: 1, color: "orange" }],
          },
          {
            kind: "lines",
            title: "Share that is bad now",
            description: counted,
            unit: "percentunit",
            queries: [{ expr: `${bad} / (${total} > 0)`, legend: "{{slo}}" }],
          },
          {
            kind: "lines",
            title: "Budget left",
            description: "Below 0 the promise is broken.",
            unit: "percentunit",
            min: "auto",
            queries: [{ expr: left, legend: "{{slo}}" }],
          },
        ],
      },
    ],
  };
}
