import { own } from "../../../config/kernel/own";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

/** Who watches money: budgets, anomalies, idle GPUs. */
export function moneyWatch({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  return [...budgets(before, after), ...anomalies(before, after), ...idle(before, after), ...teams(before, after)];
}

const usd = (value: number): string => `$${value.toLocaleString("en-US")}`;

function budgets(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return (["environment", "team"] as const).flatMap((id) => {
    const [was, now] = [before, after].map((env) => awsOf(env)?.governance?.budgets.find((budget) => budget.id === id));
    const whose = id === "environment" ? "the environment" : `all environments of ${(now ?? was)?.tag.value}`;
    const path = id === "environment" ? "budget.monthlyUsd" : "budget.teamMonthlyUsd";
    return change(after, { path, whose: `Budget of ${whose}`, was: was?.monthlyUsd, now: now?.monthlyUsd });
  });
}

function teams(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const names = [...new Set([before, after].flatMap((env) => Object.keys(env.teams)))];
  return names.flatMap((name) => {
    const [was, now] = [before, after].map((env) => own(env.teams, name)?.monthlyUsd);
    return change(after, { path: `teams.${name}.monthlyUsd`, whose: `Budget of team ${name} for GPUs`, was, now });
  });
}

interface Amount {
  readonly path: string;
  readonly whose: string;
  readonly was: number | undefined;
  readonly now: number | undefined;
}

function change(env: SiteEnvironment, { path, whose, was, now }: Amount): SectionFinding[] {
  if (was === now) return [];
  const about = [path];
  const address = configAddress(env, "governance", path);
  if (now === undefined) {
    const title = `${whose}: it goes (before: ${usd(was ?? 0)} a month). Nobody is told of what is spent.`;
    return [findingOn("money", "warning", address, { title, about })];
  }
  const isRaised = was !== undefined && now > was;
  const title = was === undefined ? `${whose}: ${usd(now)} a month.` : `${whose}: ${usd(was)} → ${usd(now)} a month.`;
  return [findingOn("money", isRaised ? "warning" : "info", address, { title, about })];
}

function anomalies(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const budget = (env: SiteEnvironment) => awsOf(env)?.governance?.budgets[0];
  const [was, now] = [before, after].map((env) => budget(env)?.anomalyUsd ?? null) as [number | null, number | null];
  const monitor = budget(after)?.anomalyMonitor ?? null;
  const isMoved = was !== null && now !== null && monitor !== (budget(before)?.anomalyMonitor ?? null);
  // with the budget goes its detection, which is told with it
  if ((was === now && !isMoved) || !awsOf(after)?.governance?.budgets.length) return [];
  const address = configAddress(after, "governance", "budget.anomalies");
  const which = monitor === null ? "Unusual costs" : `Unusual costs of the account, found by ${monitor},`;
  const title =
    now === null
      ? "Nobody looks for unusual costs any more."
      : `${which} of ${usd(now)} and more are told${was === null ? "" : ` (before: ${usd(was)}${isMoved ? ", by another monitor" : ""})`}.`;
  const severity = now === null || (was !== null && now > was) ? "warning" : "info";
  return [findingOn("money", severity, address, { title, about: ["budget.anomalies"] })];
}

function idle(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const text = ({ idle: one }: SiteEnvironment) =>
    one ? `below ${one.utilisationPercent} % for ${one.afterMinutes} minutes` : null;
  const [was, now] = [text(before), text(after)];
  if (was === now) return [];
  const address = configAddress(after, "platform", "idle");
  const title =
    now === null
      ? "Nobody is told of idle GPUs any more."
      : `GPUs that are held and idle are told: ${now}${was === null ? "" : ` (before: ${was})`}.`;
  return [findingOn("money", now === null ? "warning" : "info", address, { title, about: ["idle"] })];
}
