import type { PrometheusRule } from "../kubernetes/custom-resources";

/** An alert, as Prometheus reads it. */
export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  /** How long it holds before it is told, `15m`. @default - at once */
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Alerts that are looked at together. */
export interface RuleGroup {
  readonly name: string;
  /** How often, `10m`. @default - as Prometheus does all others */
  readonly interval?: string;
  readonly rules: readonly AlertRule[];
}

/** A query whose answers Prometheus keeps as a series of its own: what many panels ask is computed once. */
export interface RecordingRule {
  /** Name of the series: level, metric, operation, with colons. @see https://prometheus.io/docs/practices/rules/ */
  readonly record: string;
  readonly expr: string;
  /** Labels that the series gets besides those of the answer. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Queries that are computed one after the other: later ones may ask for what earlier ones record. */
export interface RecordingGroup {
  readonly name: string;
  /** How often, `5m`. @default - as Prometheus does all others */
  readonly interval?: string;
  readonly rules: readonly RecordingRule[];
}

/** The object from which Prometheus Operator tells Prometheus of alerts, and of what it records. */
export function prometheusRule(
  name: string,
  namespace: string,
  groups: readonly (RuleGroup | RecordingGroup)[],
): PrometheusRule {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name, namespace },
    spec: { groups },
  };
}
