/** A moment as clocks on the wall of a time zone show it. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formats.set(zone, format);
  return format;
}

/** What clocks of a time zone show at a moment. */
export function localTime(zone: string, moment: number): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return { year: part("year"), month: part("month"), day: part("day"), hour: part("hour"), minute: part("minute") };
}

/** As if the clock were one of UTC: for arithmetic alone. */
const asUtc = ({ year, month, day, hour, minute }: LocalTime): number => Date.UTC(year, month - 1, day, hour, minute);

/** By how much clocks of a time zone are ahead of UTC at a moment, milliseconds. */
export const offsetAt = (zone: string, moment: number): number => asUtc(localTime(zone, moment)) - moment;

/**
 * The moment at which clocks of a time zone show a time. Of two, the first; a time that clocks leap over is as many minutes
 * later as they leap.
 */
export function momentOf(zone: string, time: LocalTime): number {
  const wanted = asUtc(time);
  // no clock changes twice in two days
  const candidates = [wanted - offsetAt(zone, wanted - DAY), wanted - offsetAt(zone, wanted + DAY)];
  const exact = candidates.filter((moment) => asUtc(localTime(zone, moment)) === wanted);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

/** Whether clocks of a time zone show a time once, leap over it, or show it twice. */
export function clockChange(zone: string, time: LocalTime): "none" | "skipped" | "twice" {
  const moment = momentOf(zone, time);
  if (asUtc(localTime(zone, moment)) !== asUtc(time)) return "skipped";
  // clocks go back by half an hour in one place of the world, and by an hour elsewhere
  const again = [30, 60, 120].some((minutes) => asUtc(localTime(zone, moment + minutes * MINUTE)) === asUtc(time));
  return again ? "twice" : "none";
}

/** Days of a time zone from the one of a moment on; Sunday is 0. */
export function localDays(zone: string, from: number, count: number): { readonly date: LocalTime; weekday: number }[] {
  const { year, month, day } = localTime(zone, from);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(year, month - 1, day + index));
    return {
      date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: 0, minute: 0 },
      weekday: date.getUTCDay(),
    };
  });
}
