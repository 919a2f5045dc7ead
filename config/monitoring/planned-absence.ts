import { DAYS } from "../schedule/schema";
import { minutesOf } from "../schedule/resolve";
import type { SiteEnvironment } from "../sites/environment";
import { blockEnds } from "../slurm/block-ends";
import { reservationsOf } from "../slurm/reservations";

/** Part of a day: of some days of each week, or of one day. */
export interface MuteWindow {
  /** Time zone of the IANA database. */
  readonly timezone: string;
  /** `18:45` */
  readonly start: string;
  /** Later on the same day, `24:00` at most; it is no part of the window. */
  readonly end: string;
  /** `monday`; none: the day of `date`. */
  readonly weekdays: readonly string[];
  readonly date: { readonly year: number; readonly month: number; readonly day: number } | null;
}

/** Nodes that go or are away as planned, of which nobody need be told. */
export interface PlannedAbsence {
  /** Name of its time interval in Alertmanager. */
  readonly name: string;
  /** What is planned, as a part of a sentence. */
  readonly what: string;
  /** Whether it is about all nodes: else alerts that count nodes are muted, and those of single nodes are told. */
  readonly allNodes: boolean;
  readonly windows: readonly MuteWindow[];
}

/** How long nodes may take to come, and to be gone from Kubernetes. */
const SETTLE_MINUTES = 30;
/** Slurm drains the nodes of a Capacity Block ten minutes before they go. */
const BLOCK_DRAIN_MINUTES = 10;

const MINUTE = 60_000;
const MINUTES_OF_DAY = 1440;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Hours, maintenance and ends of Capacity Blocks, each with its time; none where config does not want them muted. */
export function plannedAbsences(env: SiteEnvironment): readonly PlannedAbsence[] {
  if (!env.monitoring.enabled || !env.monitoring.mutePlanned) return [];
  return [...hours(env), ...maintenance(env), ...ends(env)];
}

/** Nodes go and come: some minutes around both. In between nothing is muted, for system nodes stay. */
function hours({ schedule }: SiteEnvironment): PlannedAbsence[] {
  if (!schedule || schedule.paused) return [];
  const { timezone, days, start, openMinutes, drainMinutes } = schedule;
  const windows = days.flatMap((day) => {
    const opens = DAYS.indexOf(day) * MINUTES_OF_DAY + minutesOf(start);
    const closes = opens + openMinutes;
    return [
      ...weekly(timezone, opens, opens + SETTLE_MINUTES),
      ...weekly(timezone, closes - drainMinutes, closes + SETTLE_MINUTES),
    ];
  });
  return [{ name: "railyard-hours", what: "nodes go and come by the hours of schedule", allNodes: true, windows }];
}

const maintenance = (env: SiteEnvironment): PlannedAbsence[] =>
  reservationsOf(env).flatMap(({ name, kind, start, end, partition }) =>
    kind !== "maintenance" || start === null || end === null || end <= start
      ? []
      : [
          {
            name: `railyard-maintenance-${name}`,
            what: `maintenance ${name}`,
            allNodes: partition === null,
            windows: dated(start, end + SETTLE_MINUTES * MINUTE),
          },
        ],
  );

const ends = (env: SiteEnvironment): PlannedAbsence[] =>
  blockEnds(env).map(({ group, end }) => ({
    name: `railyard-block-${group}`,
    what: `the end of the Capacity Block of ${group}`,
    allNodes: true,
    windows: dated(end - BLOCK_DRAIN_MINUTES * MINUTE, end + SETTLE_MINUTES * MINUTE),
  }));

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Minutes since the start of Sunday, cut at midnight. */
function weekly(timezone: string, from: number, to: number): MuteWindow[] {
  const windows: MuteWindow[] = [];
  for (let at = from; at < to; at = (Math.floor(at / MINUTES_OF_DAY) + 1) * MINUTES_OF_DAY) {
    const day = Math.floor(at / MINUTES_OF_DAY);
    const end = Math.min(to, (day + 1) * MINUTES_OF_DAY) - day * MINUTES_OF_DAY;
    const weekday = WEEKDAYS[((day % 7) + 7) % 7]!;
    windows.push({
      timezone,
      start: clock(at - day * MINUTES_OF_DAY),
      end: clock(end),
      weekdays: [weekday],
      date: null,
    });
  }
  return windows;
}

/** Whole minutes between two moments, cut at midnight of UTC. */
function dated(from: number, to: number): MuteWindow[] {
  const windows: MuteWindow[] = [];
  const last = Math.floor(to / MINUTE);
  for (let at = Math.ceil(from / MINUTE); at < last;) {
    const next = (Math.floor(at / MINUTES_OF_DAY) + 1) * MINUTES_OF_DAY;
    const date = new Date(at * MINUTE);
    windows.push({
      timezone: "Etc/UTC",
      start: clock(at % MINUTES_OF_DAY),
      end: clock(Math.min(last, next) - (next - MINUTES_OF_DAY)),
      weekdays: [],
      date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
    });
    at = next;
  }
  return windows;
}
