import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import type { OptionCheck } from "../../cli/option-checks";
import type { Copy, Found } from "./found";

/** The last change that the bucket has. */
export const LATEST = "latest";

const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?Z?$/;

/** A moment in UTC as ISO 8601, or the last one there is; null: neither. */
export function momentOf(text: string): string | null {
  if (text === LATEST) return LATEST;
  const [, day, time, seconds = ":00"] = MOMENT.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}${seconds}Z`);
  if (day === undefined || Number.isNaN(at)) return null;
  // as moments of the bucket are written, which it is compared with; a 31st of February is a day in March to Date
  const moment = new Date(at).toISOString();
  return moment.startsWith(`${day}T${time}${seconds}`) ? moment : null;
}

/** A check of the option. */
export const moment: OptionCheck = (value, option) => {
  if (momentOf(value) === null)
    throw new UsageError(
      `${option} must be a moment in UTC, such as 2026-11-23T14:05, or latest, but is ${JSON.stringify(value)}`,
    );
};

/** A dump with what changed since: the database at any moment between both. */
interface Reach {
  readonly dump: Copy;
  /** When the last changes were brought to the bucket. */
  readonly until: string;
}

/** The newest first. Changes from before the dump of their day are those of another one, a week ago. */
export const reachesOf = ({ copies, changes }: Pick<Found, "copies" | "changes">): Reach[] =>
  copies.flatMap((dump) => {
    const own = changes.find(({ name, at }) => name === dump.name && at >= dump.at);
    return own ? [{ dump, until: own.at }] : [];
  });

/** What is put back for a moment. */
export interface Way {
  readonly dump: Copy;
  /** Until when it is known what changed after the dump; null: nothing is known, and it goes no further than the dump. */
  readonly until: string | null;
}

/** The way to a moment. @throws ExpectedError where there is none, with those moments that are reached */
export function wayTo(found: Pick<Found, "copies" | "changes">, at: string): Way {
  const reaches = reachesOf(found);
  if (at === LATEST) {
    const dump = newestOf(found.copies);
    return { dump, until: reaches.find((one) => one.dump.name === dump.name)?.until ?? null };
  }
  const wanted = reaches.find(({ dump, until }) => dump.at <= at && at <= until);
  if (wanted) return wanted;
  const before = found.copies.find((copy) => copy.at <= at);
  const known = reaches.map(({ dump, until }) => `${shown(dump.at)} to ${shown(until)}`);
  const nearest =
    before === undefined ? "" : ` The newest dump before it is of ${shown(before.at)}: --copy ${before.name}.`;
  throw new ExpectedError(
    known.length === 0
      ? `The bucket has no changes beside its dumps: they come with the first dump after slurm.accounting.recoveryMinutes was deployed.${nearest || " Name a dump with --copy."}`
      : `The bucket does not know the database as it was at ${shown(at)}: there is what changed from ${known.join("; from ")} (UTC).${nearest}`,
  );
}

/**
 * The newest dump, by the name that its changes have: a dump is kept as the latest first, then as that of its day, and on the first of
 * a month as that of the month. @param copies the newest first, at least one
 */
function newestOf(copies: readonly Copy[]): Copy {
  const latest = copies.find(({ name }) => name === "latest");
  const day = copies.find(({ name }) => name.startsWith("day-"));
  if (day && (!latest || latest.at <= day.at)) return day;
  return latest ?? copies[0]!;
}

/** What must be known of a way to the last that there is, besides until when it is; null: nothing. */
export function shortOf({ changes, copies }: Pick<Found, "copies" | "changes">, { dump, until }: Way): string | null {
  if (until !== null) return null;
  const [older] = reachesOf({ copies, changes });
  const what = `The bucket has no changes of ${dump.name} yet: the database is as the dump has it, which began before ${shown(dump.at)} UTC, and no newer.`;
  return older === undefined ? what : `${what} Before it, moments up to ${shown(older.until)} are reached (--at).`;
}

/** `2026-11-23 15:20:07` */
export const shown = (at: string): string => at.slice(0, 19).replace("T", " ");
