import type { SiteConfig } from "../sites/keys";
import { teamsAbove } from "../teams/tree";
import type { Receiver } from "./receiver-schema";
import type { AlertSeverity } from "./route-schema";
import { secretOf } from "./routes";

/** Who is told of which alerts. */
export interface ResolvedRoute {
  /** Receivers, by name. */
  readonly to: readonly string[];
  readonly severities: readonly AlertSeverity[];
  /** Teams whose alerts are told, those below included; null: alerts of all. */
  readonly teams: readonly string[] | null;
  /** Names of alerts; null: any. */
  readonly alerts: readonly string[] | null;
  readonly groupBy: readonly string[];
  readonly repeatHours: number;
}

/** What Alertmanager does with alerts, beside the topic of alarms. */
export interface ResolvedAlerting {
  readonly receivers: Readonly<Record<string, Receiver>>;
  readonly routes: readonly ResolvedRoute[];
  /** Secrets of receivers, each once. */
  readonly secrets: readonly string[];
}

/** Routes with the teams below those that they name. */
export function resolveAlerting({ monitoring, teams }: Pick<SiteConfig, "monitoring" | "teams">): ResolvedAlerting {
  const below = (wanted: readonly string[]): string[] =>
    Object.keys(teams).filter(
      (name) => wanted.includes(name) || teamsAbove(teams, name).some((above) => wanted.includes(above)),
    );
  const secrets = Object.values(monitoring.receivers).flatMap((receiver) => secretOf(receiver)?.name ?? []);
  return {
    receivers: monitoring.receivers,
    routes: monitoring.routes.map(({ teams: wanted, alerts, ...route }) => ({
      ...route,
      teams: wanted ? below(wanted) : null,
      alerts: alerts ?? null,
    })),
    secrets: [...new Set(secrets)],
  };
}
