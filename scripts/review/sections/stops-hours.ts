import type { SiteEnvironment } from "../../../config/sites/environment";
import type { ResolvedSchedule } from "../../../config/schedule/resolve";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList, count } from "./words";

/** Nodes that begin to go by the clock, or stop to: every evening, or for good. */
export function stoppedByClock({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  return [...hours(both.before, both.after), ...lifetime(both.before, both.after)];
}

/** `08:00 to 19:00 on mon, tue (Europe/Zurich)` */
export function hoursText({ start, end, days, timezone }: ResolvedSchedule): string {
  return `${start} to ${end} on ${days.join(", ")} (${timezone})`;
}

function hours(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [was, now] = [before.schedule, after.schedule];
  const address = configAddress(after, "nodes", "schedule");
  const about = ["schedule"];
  if (!now) {
    return was && was.nodeGroups.length > 0
      ? [
          findingOn("stops", "info", address, {
            title: `Nodes of ${andList(was.nodeGroups)} run day and night.`,
            about,
          }),
        ]
      : [];
  }
  const joined = now.nodeGroups.filter((name) => !was?.nodeGroups.includes(name));
  const left = (was?.nodeGroups ?? []).filter((name) => !now.nodeGroups.includes(name));
  const findings: SectionFinding[] = [];
  if (joined.length > 0) {
    findings.push(
      findingOn("stops", "warning", address, {
        title: `Nodes of ${andList(joined)} run from ${hoursText(now)} only, and go at the end of it.`,
        details: [...effects(after), pauseText(now)],
        about,
      }),
    );
  } else if (was && hoursText(was) !== hoursText(now)) {
    const isShorter = now.hoursPerWeek < was.hoursPerWeek;
    findings.push(
      findingOn("stops", isShorter ? "warning" : "info", address, {
        title: `Hours of ${andList(now.nodeGroups)}: ${hoursText(was)} → ${hoursText(now)}, ${count(now.hoursPerWeek, "hour")} a week.`,
        details: effects(after),
        about,
      }),
    );
  }
  if (was && joined.length === 0 && was.pausedUntil !== now.pausedUntil) {
    const isBack = now.pausedUntil === null;
    const title = isBack
      ? `The pause of the hours of ${andList(now.nodeGroups)} is taken back: nodes go at the next end.`
      : (pauseText(now) ?? "");
    if (isBack ? was.paused : title !== "")
      findings.push(findingOn("stops", isBack ? "warning" : "info", address, { title, about }));
  }
  if (left.length > 0) {
    const title = `Nodes of ${andList(left)} no longer follow the hours: they run day and night.`;
    findings.push(findingOn("stops", "info", address, { title, about }));
  }
  return findings;
}

/** What jobs may ask for is told with their partitions. */
function effects({ slurm }: SiteEnvironment): string[] {
  if (!slurm) return ["Pods that still run are evicted."];
  return [
    "From the first start on, Slurm begins no job that would not be done in time. Jobs that run at the first end are stopped and queued again.",
  ];
}

function pauseText({ pausedUntil, paused }: ResolvedSchedule): string | null {
  return paused && pausedUntil !== null ? `Paused: nobody is switched before ${pausedUntil}.` : null;
}

function lifetime(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [was, now] = [before.lifetime, after.lifetime];
  const address = configAddress(after, "nodes", "lifetime");
  const about = ["lifetime"];
  if (was?.expires === now?.expires) return [];
  if (!now) {
    const title = `It no longer expires${was ? ` (before: at ${was.expires})` : ""}.`;
    return [findingOn("stops", "info", address, { title, about })];
  }
  const isSooner = !was || Date.parse(now.expires) < Date.parse(was.expires);
  const groups = after.nodeGroups.map(({ name }) => name);
  const title = now.over
    ? `It expired at ${now.expires}: node groups lose all nodes.`
    : `It expires at ${now.expires}${was ? ` (before: ${was.expires})` : ""}: then all nodes go.`;
  const details = isSooner
    ? [
        `Node groups: ${andList(groups)}. The cluster, storage and NAT gateways stay, and cost money, until it is destroyed.`,
      ]
    : [];
  return [findingOn("stops", now.over ? "danger" : isSooner ? "warning" : "info", address, { title, details, about })];
}
