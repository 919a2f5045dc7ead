import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";
import type { LifeSheet } from "./life";

/** Hours, lifetime and budgets in words; nothing where the environment has none of them. */
export function lifeSection(life: LifeSheet): SheetSection[] {
  const rows = [...hours(life), ...expiry(life), ...watch(life)];
  if (rows.length === 0) return [];
  return [{ title: "Hours, lifetime and budgets", head: ["", ""], right: [], rows, notes: notes(life) }];
}

const usd = (value: number): string => `$${number(value)}`;

function hours({ schedule }: LifeSheet): string[][] {
  if (!schedule) return [];
  const { start, end, days, timezone, hoursPerWeek, nodeGroups, pausedUntil, paused, unknownPrices } = schedule;
  const unknown = unknownPrices.length ? `, and what ${unknownPrices.join(", ")} would cost, which is unknown` : "";
  return [
    [
      "nodes run",
      `${start} to ${end} on ${days.join(", ")} (${timezone}), ${number(hoursPerWeek, Number.isInteger(hoursPerWeek) ? 0 : 1)} hours a week`,
    ],
    ["node groups", nodeGroups.length ? nodeGroups.join(", ") : "none"],
    ["saved", `${usd(schedule.savedUsdPerMonth)} a month against day and night, by list prices${unknown}`],
    ...(paused && pausedUntil !== null ? [["paused", `nobody is switched before ${pausedUntil}`]] : []),
  ];
}

function expiry({ expires }: LifeSheet): string[][] {
  if (!expires) return [];
  return [["expires", expires.over ? `${expires.at}: it is over, and there are no nodes` : expires.at]];
}

function watch({ budgets, teamBudgets, anomalyUsd, anomalyMonitor, idle, recipients, routes }: LifeSheet): string[][] {
  return [
    ...budgets.map(({ tag, monthlyUsd, alarms }) => [
      "budget",
      `${usd(monthlyUsd)} a month for ${tag}${alarms === "" ? "" : `; alarms at ${alarms}`}`,
    ]),
    ...teamBudgets.map(({ team, monthlyUsd }) => ["budget", `${usd(monthlyUsd)} in 30 days for GPUs of team ${team}`]),
    ...(anomalyUsd === null
      ? []
      : [
          [
            "anomalies",
            `told from ${usd(anomalyUsd)} on${anomalyMonitor === null ? "" : `, as ${anomalyMonitor} finds them`}`,
          ],
        ]),
    ...(idle ? [["idle GPUs", `told below ${idle.utilisationPercent} % for ${idle.afterMinutes} minutes`]] : []),
    ...routes.map(({ to, kind, of }) => ["alerts to", `${to} (${kind}): ${of}`]),
    ...(recipients.length > 0 ? [["alarms to", recipients.join(", ")]] : []),
  ];
}

function notes({ budgets, schedule }: LifeSheet): string[] {
  const tags = [...new Set(budgets.map(({ tag }) => tag.split("=")[0] ?? ""))];
  return [
    ...(schedule ? ["cost is told at full size, day and night"] : []),
    ...(tags.length > 0
      ? [
          `budgets count nothing before ${tags.join(" and ")} ${tags.length === 1 ? "is" : "are"} active in the account that pays: terraform output activate_tags_command in its governance stack`,
        ]
      : []),
  ];
}
