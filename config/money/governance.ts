import { ENVIRONMENT_TAG } from "../owner/tags";
import type { AwsConfig } from "../sites/aws-eks/schema";
import type { Names } from "../names/resolve";
import type { Partition } from "../facts/regions";

/** A sum for costs that have a tag. */
export interface ResolvedBudget {
  /** What it is for: the environment, or its owner's team over all environments. */
  readonly id: "environment" | "team";
  readonly name: string;
  readonly tag: { readonly key: string; readonly value: string };
  readonly monthlyUsd: number;
  readonly actualPercent: readonly number[];
  readonly forecastPercent: readonly number[];
  /** Least cost of an anomaly that is told, USD; null: nobody looks for any. */
  readonly anomalyUsd: number | null;
  /** ARN of the monitor that finds them; null: one of the budget's own tag. */
  readonly anomalyMonitor: string | null;
}

/** Who watches money, and whom they tell. */
export interface ResolvedGovernance {
  readonly budgets: readonly ResolvedBudget[];
  readonly topic: {
    readonly kind: "create" | "existing";
    readonly name: string;
    readonly arn: string;
    readonly region: string;
  };
  readonly emails: readonly string[];
}

interface Governed {
  readonly config: AwsConfig;
  readonly names: Names;
  readonly partition: Partition;
  readonly tags: Readonly<Record<string, string>>;
}

/** Null where nothing of the environment tells anybody anything. */
export function resolveGovernance({ config, names, partition, tags }: Governed): ResolvedGovernance | null {
  const { budget, alarms, idle, teams, monitoring } = config;
  const watched = Object.values(teams).some(({ monthlyUsd }) => monthlyUsd !== undefined);
  // alerts of the cluster go where config names somebody, whoever watches money or not
  const heard = monitoring.enabled && (alarms.emails.length > 0 || alarms.topic !== undefined);
  if (!budget && !idle && !watched && !heard) return null;
  const name = names.resource("alarms");
  return {
    budgets: budget ? budgetsOf(budget, names, tags) : [],
    topic:
      alarms.topic === undefined
        ? {
            kind: "create",
            name,
            arn: `arn:${partition}:sns:${config.region}:${config.account}:${name}`,
            region: config.region,
          }
        : {
            kind: "existing",
            name: alarms.topic.split(":")[5] ?? "",
            arn: alarms.topic,
            region: alarms.topic.split(":")[3] ?? "",
          },
    emails: alarms.emails,
  };
}

const TEAM_TAG = "railyard:team";

function budgetsOf(budget: NonNullable<AwsConfig["budget"]>, names: Names, tags: Governed["tags"]): ResolvedBudget[] {
  const { actualPercent, forecastPercent, anomalies } = budget;
  // a monitor of the account sees all costs: it is told once
  const anomaliesOf = (id: ResolvedBudget["id"]) => ({
    anomalyUsd:
      anomalies.kind === "detect" || (anomalies.kind === "monitor" && id === "environment")
        ? anomalies.minimumUsd
        : null,
    anomalyMonitor: anomalies.kind === "monitor" && id === "environment" ? anomalies.monitor : null,
  });
  const one = (id: ResolvedBudget["id"], key: string, monthlyUsd: number): ResolvedBudget => ({
    id,
    name: names.resource(`${id}-budget`),
    tag: { key, value: tags[key] ?? "" },
    monthlyUsd,
    actualPercent,
    forecastPercent,
    ...anomaliesOf(id),
  });
  return [
    one("environment", ENVIRONMENT_TAG, budget.monthlyUsd),
    ...(budget.teamMonthlyUsd === undefined ? [] : [one("team", TEAM_TAG, budget.teamMonthlyUsd)]),
  ];
}
