import { awsOf } from "../../../config/sites/aws-eks/environment";
import { HOURS_PER_MONTH } from "../../../config/money/cost";
import type { SiteEnvironment } from "../../../config/sites/environment";

/** How long nodes and the environment live, and who watches what they cost. Null: without. */
export interface LifeSheet {
  readonly schedule: {
    readonly timezone: string;
    readonly days: readonly string[];
    readonly start: string;
    readonly end: string;
    readonly hoursPerWeek: number;
    readonly nodeGroups: readonly string[];
    readonly drainMinutes: number;
    readonly pausedUntil: string | null;
    readonly paused: boolean;
    /** Against day and night, by list prices, of what is known. */
    readonly savedUsdPerMonth: number;
    readonly unknownPrices: readonly string[];
  } | null;
  readonly expires: { readonly at: string; readonly over: boolean } | null;
  /** Who is told of alerts by routes: receiver, its kind, and of what. */
  readonly routes: readonly { readonly to: string; readonly kind: string; readonly of: string }[];
  readonly budgets: readonly { readonly tag: string; readonly monthlyUsd: number; readonly alarms: string }[];
  readonly teamBudgets: readonly { readonly team: string; readonly monthlyUsd: number }[];
  /** Least anomaly that is told, USD. */
  readonly anomalyUsd: number | null;
  /** ARN of the monitor of the account that finds them; null: one of the environment's tags. */
  readonly anomalyMonitor: string | null;
  readonly idle: { readonly afterMinutes: number; readonly utilisationPercent: number } | null;
  /** Addresses or the ARN of a topic. */
  readonly recipients: readonly string[];
}

/** Hours, end, teams, idle GPUs and alarms of an environment. */
export function lifeSheet(env: SiteEnvironment): LifeSheet {
  const { schedule, lifetime, teams, idle } = env;
  const governance = awsOf(env)?.governance ?? null;
  return {
    schedule: schedule && {
      timezone: schedule.timezone,
      days: schedule.days,
      start: schedule.start,
      end: schedule.end,
      hoursPerWeek: schedule.hoursPerWeek,
      nodeGroups: schedule.nodeGroups,
      drainMinutes: schedule.drainMinutes,
      pausedUntil: schedule.pausedUntil,
      paused: schedule.paused,
      savedUsdPerMonth: schedule.saved.usdPerHour * HOURS_PER_MONTH,
      unknownPrices: schedule.saved.unknown,
    },
    expires: lifetime && { at: lifetime.expires, over: lifetime.over },
    budgets: (governance?.budgets ?? []).map(({ tag, monthlyUsd, actualPercent, forecastPercent }) => ({
      tag: `${tag.key}=${tag.value}`,
      monthlyUsd,
      alarms: [
        ...actualPercent.map((percent) => `${percent} % spent`),
        ...forecastPercent.map((percent) => `${percent} % forecast`),
      ].join(", "),
    })),
    teamBudgets: Object.entries(teams).flatMap(([team, { monthlyUsd }]) =>
      monthlyUsd === undefined ? [] : [{ team, monthlyUsd }],
    ),
    anomalyUsd: governance?.budgets[0]?.anomalyUsd ?? null,
    anomalyMonitor: governance?.budgets[0]?.anomalyMonitor ?? null,
    idle: idle && { afterMinutes: idle.afterMinutes, utilisationPercent: idle.utilisationPercent },
    routes: env.monitoring.enabled ? routesOf(env) : [],
    recipients: governance
      ? [...governance.emails, ...(governance.topic.kind === "existing" ? [governance.topic.arn] : [])]
      : [],
  };
}

const routesOf = ({ alerting: { routes, receivers } }: SiteEnvironment): LifeSheet["routes"] =>
  routes.flatMap(({ to, severities, teams, alerts }) =>
    to.flatMap((name) => {
      const receiver = receivers[name];
      const of = `${(alerts ?? ["alerts"]).join(", ")} that are ${severities.join(" or ")}${teams === null ? "" : `, of ${teams.join(", ")}`}`;
      return receiver === undefined ? [] : [{ to: name, kind: receiver.kind, of }];
    }),
  );
