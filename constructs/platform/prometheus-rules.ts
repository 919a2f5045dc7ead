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

/** The object from which Prometheus Operator tells Prometheus of alerts. */
export function prometheusRule(name: string, namespace: string, groups: readonly RuleGroup[]): PrometheusRule {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name, namespace },
    spec: { groups },
  };
}
