import type { ResolvedCapacity } from "../sites/aws-eks/capacity/resolve";
import type { AwsConfig } from "../sites/aws-eks/schema";
import { DAYS, type Day } from "./schema";
import type { ResolvedNodeGroup } from "../sites/aws-eks/nodes/node-group";
import { hourOf, spotHourOf, type PriceBook } from "../money/price-book";
import { localDays, momentOf } from "./zoned-time";

/** Something that happens on some days at a time of the day. */
export interface ScheduledMoment {
  /** Cron, in the time zone of the schedule: `0 19 * * 1,2,3,4,5`. */
  readonly recurrence: string;
  /** First time, in UTC; null: the next time that the recurrence says. */
  readonly first: string | null;
}

/** Hours in which nodes run. */
export interface ResolvedSchedule {
  readonly timezone: string;
  readonly days: readonly Day[];
  /** `08:00` */
  readonly start: string;
  readonly end: string;
  /** Groups that follow the hours, by name, in the order of config. */
  readonly nodeGroups: readonly string[];
  readonly drainMinutes: number;
  /** From start to end, as clocks show it. */
  readonly openMinutes: number;
  /** Hours of a week in which nodes run. */
  readonly hoursPerWeek: number;
  /** Nobody is switched before this moment, in UTC; null without a pause. */
  readonly pausedUntil: string | null;
  /** Whether now is before it. */
  readonly paused: boolean;
  readonly on: ScheduledMoment;
  readonly off: ScheduledMoment;
  /** Cron in the time zone: when nodes take no more jobs, before they go. */
  readonly drain: string;
  /** What the hours save at list prices, against day and night. */
  readonly saved: {
    /** USD per hour on the average of a week, of what is known. */
    readonly usdPerHour: number;
    /** Groups without a known price. */
    readonly unknown: readonly string[];
  };
}

const HOURS_OF_WEEK = 168;
const MINUTES_OF_DAY = 1440;

/** @param now decides whether a pause is over */
export function resolveSchedule(
  schedule: AwsConfig["schedule"],
  nodeGroups: readonly ResolvedNodeGroup[],
  prices: PriceBook,
  now: Date,
): ResolvedSchedule | null {
  if (!schedule) return null;
  const { timezone, start, end } = schedule;
  const days = DAYS.filter((day) => schedule.days.includes(day));
  const openMinutes = openMinutesOf(schedule);
  const hoursPerWeek = (days.length * openMinutes) / 60;
  const pausedUntil = schedule.pausedUntil === undefined ? null : endOfDay(timezone, schedule.pausedUntil);
  const paused = pausedUntil !== null && now.getTime() < pausedUntil;
  // over midnight, what is counted from the start falls on the next day
  const cron = (minutes: number) => {
    const ofDay = minutes % MINUTES_OF_DAY;
    const on = daysAfter(days, Math.floor(minutes / MINUTES_OF_DAY)).map((day) => DAYS.indexOf(day));
    return `${ofDay % 60} ${Math.floor(ofDay / 60)} * * ${on.join(",")}`;
  };
  const moment = (time: string, minutes: number): ScheduledMoment => ({
    recurrence: cron(minutes),
    first: paused
      ? isoMoment(
          nextTime({ timezone, days: daysAfter(days, Math.floor(minutes / MINUTES_OF_DAY)), time }, pausedUntil),
        )
      : null,
  });
  const opens = minutesOf(start);
  const groups = nodeGroups.filter((group) => followsHours(schedule, group.name, group.machines.capacity.kind));
  return {
    timezone,
    days,
    start,
    end,
    nodeGroups: groups.map(({ name }) => name),
    drainMinutes: schedule.drainMinutes,
    openMinutes,
    hoursPerWeek,
    pausedUntil: pausedUntil === null ? null : isoMoment(pausedUntil),
    paused,
    on: moment(start, opens),
    off: moment(end, opens + openMinutes),
    drain: cron(Math.max(0, opens + openMinutes - schedule.drainMinutes)),
    saved: savedBy(groups, prices, 1 - hoursPerWeek / HOURS_OF_WEEK),
  };
}

/** Minutes from start to end, as clocks show them; an end before the start is on the next day. 0: both are the same time. */
export function openMinutesOf({ start, end }: { readonly start: string; readonly end: string }): number {
  return (minutesOf(end) - minutesOf(start) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

/** Days that come so many days later, Sunday first. */
function daysAfter(days: readonly Day[], later: number): Day[] {
  const found = days.map((day) => (DAYS.indexOf(day) + later) % DAYS.length);
  return DAYS.filter((_, index) => found.includes(index));
}

/** Whether a group follows the hours: those that are named, or all that are paid by the hour. */
export function followsHours(
  schedule: AwsConfig["schedule"],
  name: string,
  capacity: ResolvedCapacity["kind"],
): boolean {
  if (!schedule) return false;
  const byTheHour = capacity === "on-demand" || capacity === "spot";
  return byTheHour && (schedule.nodeGroups?.includes(name) ?? true);
}

/**
 * Longest time that a job can run on the groups, hours; null without a limit: one of them runs day and night, or nobody is
 * switched for now.
 */
export function longestJobHours(schedule: ResolvedSchedule | null, nodeGroups: readonly string[]): number | null {
  if (!schedule || schedule.paused || nodeGroups.length === 0) return null;
  if (!nodeGroups.every((name) => schedule.nodeGroups.includes(name))) return null;
  return Math.max(0, schedule.openMinutes - schedule.drainMinutes) / 60;
}

/** First moment at or after another at which clocks show a time on one of some days. */
export function nextTime(
  { timezone, days, time }: { readonly timezone: string; readonly days: readonly Day[]; readonly time: string },
  after: number,
): number {
  const minutes = minutesOf(time);
  const wanted = days.map((day) => DAYS.indexOf(day));
  for (const { date, weekday } of localDays(timezone, after, 9)) {
    if (!wanted.includes(weekday)) continue;
    const moment = momentOf(timezone, { ...date, hour: Math.floor(minutes / 60), minute: minutes % 60 });
    if (moment >= after) return moment;
  }
  throw new Error(`no ${time} on ${days.join(", ")} within nine days of ${isoMoment(after)} in ${timezone}`);
}

function savedBy(groups: readonly ResolvedNodeGroup[], book: PriceBook, share: number): ResolvedSchedule["saved"] {
  const prices = groups.map(({ name, machines: { instanceType, capacity }, count: nodes }) => ({
    name,
    usd: (capacity.kind === "spot" ? spotHourOf : hourOf)(book, instanceType).usd,
    nodes: nodes.max,
  }));
  return {
    usdPerHour: share * prices.reduce((sum, { usd, nodes }) => sum + (usd ?? 0) * nodes, 0),
    unknown: prices.filter(({ usd }) => usd === null).map(({ name }) => name),
  };
}

/** Minutes since midnight of `08:30`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function endOfDay(timezone: string, day: string): number {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const next = new Date(Date.UTC(year, month - 1, date) + MINUTES_OF_DAY * 60_000);
  return momentOf(timezone, {
    year: next.getUTCFullYear(),
    month: next.getUTCMonth() + 1,
    day: next.getUTCDate(),
    hour: 0,
    minute: 0,
  });
}

/** `2026-12-24T18:00:00Z` */
export const isoMoment = (moment: number): string => new Date(moment).toISOString().replace(".000Z", "Z");
