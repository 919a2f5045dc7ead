import { minutesOf, openMinutesOf } from "./resolve";
import { clockChange, localDays, momentOf, offsetAt, type LocalTime } from "./zoned-time";
import { DAYS, type Day } from "./schema";
import type { AwsRule } from "../sites/aws-eks/rule";

const SCHEDULED = "https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-scheduled-scaling.html";

const DAY = 24 * 60 * 60_000;
const DAYS_AHEAD = 366;

/** Clocks that change while nodes start, run or go. */
export const clockChanges: AwsRule = {
  id: "schedule/clock-change",
  title: "Nodes start and go at times that clocks show once on each day, and clocks do not change in between.",
  severity: "warning",
  why: "Where clocks leap over the time, or show it twice, no document says when Auto Scaling and Kubernetes act; and Slurm is told how long the hours are.",
  source: SCHEDULED,
  *check({ config: { schedule }, now }) {
    if (!schedule) return;
    const days = daysAhead(schedule.timezone, schedule.days, now);
    const endDay = (date: LocalTime) => (minutesOf(schedule.end) < minutesOf(schedule.start) ? nextDay(date) : date);
    let isReported = false;
    for (const key of ["start", "end"] as const) {
      const found = changeAt(schedule.timezone, key === "end" ? days.map(endDay) : days, schedule[key]);
      if (!found) continue;
      isReported = true;
      yield {
        path: ["schedule", key],
        message: `on ${found.day} clocks in ${schedule.timezone} ${found.kind === "skipped" ? "leap over" : "show twice the time"} ${schedule[key]}`,
        fix: "take a time some hours earlier or later",
      };
    }
    const day = isReported ? null : dayOfChange(schedule, days, endDay);
    if (day === null) return;
    yield {
      path: ["schedule", "start"],
      message: `on ${day} clocks in ${schedule.timezone} change between ${schedule.start} and ${schedule.end}: Slurm begins to hold jobs back some time too early or too late`,
      fix: "start after the change, which is in the first hours of a day, or leave its day of the week out",
    };
  },
};

function changeAt(
  zone: string,
  days: readonly LocalTime[],
  time: string,
): { day: string; kind: "skipped" | "twice" } | null {
  for (const date of days) {
    const kind = clockChange(zone, at(date, time));
    if (kind !== "none") return { day: dayText(date), kind };
  }
  return null;
}

/** First day on which the hours are longer or shorter than clocks show. */
function dayOfChange(
  { timezone, start, end }: { readonly timezone: string; readonly start: string; readonly end: string },
  days: readonly LocalTime[],
  endDay: (date: LocalTime) => LocalTime,
): string | null {
  const open = openMinutesOf({ start, end }) * 60_000;
  if (open <= 0) return null;
  const changed = days.find(
    (date) => momentOf(timezone, at(endDay(date), end)) - momentOf(timezone, at(date, start)) !== open,
  );
  return changed ? dayText(changed) : null;
}

/** Those at which clocks may change. */
const daysAhead = (zone: string, days: readonly Day[], now: Date): LocalTime[] =>
  localDays(zone, now.getTime() - DAY, DAYS_AHEAD)
    .filter(({ weekday }) => days.some((day) => DAYS.indexOf(day) === weekday))
    .map(({ date }) => date)
    .filter(({ year, month, day }) => {
      const midnight = Date.UTC(year, month - 1, day);
      return offsetAt(zone, midnight - DAY) !== offsetAt(zone, midnight + 2 * DAY);
    });

const at = (date: LocalTime, time: string): LocalTime => ({
  ...date,
  hour: Math.floor(minutesOf(time) / 60),
  minute: minutesOf(time) % 60,
});

function nextDay(date: LocalTime): LocalTime {
  const next = new Date(Date.UTC(date.year, date.month - 1, date.day) + DAY);
  return { ...date, year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
}

const dayText = ({ year, month, day }: LocalTime): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
