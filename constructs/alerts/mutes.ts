import type { PlannedAbsence } from "../../config/monitoring/planned-absence";
import type { HelmValues } from "../core/helm-values";

/** Alerts of a node that is gone or starts anew, and those that tell of its daemons. They know no pool. */
export const OF_NODES_AWAY = [
  "KubeNodeNotReady",
  "KubeNodeUnreachable",
  "KubeNodeReadinessFlapping",
  "KubeDaemonSetRolloutStuck",
  "GpuLost",
  "GpuMetricsMissing",
  "RdmaPortDown",
] as const;

/** Alerts that count nodes that take no jobs. */
export const OF_FEWER_NODES = ["SlurmNodesMissing", "SlurmCapacityDrained"] as const;

const names = (alerts: readonly string[]): string => alerts.join("|");

/** A route for what is muted while nodes are away as planned, before the one that has the same receiver and tells the rest. */
export function muted(route: HelmValues, absences: readonly PlannedAbsence[]): HelmValues[] {
  const whole = absences.filter(({ allNodes }) => allNodes);
  const one = (alerts: readonly string[], of: readonly PlannedAbsence[]): HelmValues[] =>
    of.length === 0
      ? []
      : [
          {
            ...route,
            matchers: [...matchersOf(route), `alertname =~ "${names(alerts)}"`],
            mute_time_intervals: of.map(({ name }) => name),
          },
        ];
  return [...one(OF_NODES_AWAY, whole), ...one(OF_FEWER_NODES, absences)];
}

/** The route without what is muted. */
export function others(route: HelmValues, absences: readonly PlannedAbsence[]): HelmValues {
  if (absences.length === 0) return route;
  const alerts = [...(absences.some(({ allNodes }) => allNodes) ? OF_NODES_AWAY : []), ...OF_FEWER_NODES];
  return { ...route, matchers: [...matchersOf(route), `alertname !~ "${names(alerts)}"`] };
}

const matchersOf = (route: HelmValues): string[] => (route["matchers"] as string[] | undefined) ?? [];

/** @see https://prometheus.io/docs/alerting/latest/configuration/#time_interval-0 */
export const timeInterval = ({ name, windows }: PlannedAbsence): HelmValues => ({
  name,
  time_intervals: windows.map(({ timezone, start, end, weekdays, date }) => ({
    times: [{ start_time: start, end_time: end }],
    ...(weekdays.length > 0 && { weekdays: [...weekdays] }),
    ...(date && { years: [String(date.year)], months: [String(date.month)], days_of_month: [String(date.day)] }),
    location: timezone,
  })),
});
