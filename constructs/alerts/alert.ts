import { type AlertName, RAILYARD_ALERTS } from "../../config/facts/alerts";
import type { AlertRule } from "../platform/prometheus-rules";

/** An alert that is not about money. */
export interface Alert {
  /** Name, and that of its page in `docs/runbooks`. Its row in `config/facts/alerts.ts` has its severity. */
  readonly name: AlertName;
  readonly expr: string;
  /** How long it holds before it is told, `15m`. @default - at once */
  readonly for?: string;
  /** One sentence with the place, `{{ $labels.node }}`. */
  readonly summary: string;
  /** What the number is. */
  readonly description: string;
}

/** Folder of pages, one an alert: what it means, what to look at, what to do, and what Railyard does by itself. */
export const RUNBOOKS = "docs/runbooks";

/** An alert as Prometheus reads it, with the page that says what to do. */
export const alertRule = ({ name, summary, description, expr, ...alert }: Alert): AlertRule => ({
  alert: name,
  expr,
  ...(alert.for !== undefined && { for: alert.for }),
  labels: { severity: RAILYARD_ALERTS[name].severities[0] },
  annotations: { summary, description, runbook: `${RUNBOOKS}/${name}.md` },
});

/** Series of the DCGM exporter by the label that all other alerts have: those of a node that is gone keep them down. */
export const byNode = (expr: string): string => `label_replace(${expr}, "node", "$1", "hostname", "(.+)")`;
