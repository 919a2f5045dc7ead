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

/** The dump from which a moment is reached. @throws ExpectedError where none is, with those that are */
export function dumpFor(found: Pick<Found, "copies" | "changes">, at: string): Copy {
  const reaches = reachesOf(found);
  const wanted = at === LATEST ? reaches[0] : reaches.find(({ dump, until }) => dump.at <= at && at <= until);
  if (wanted) return wanted.dump;
  const known = reaches.map(({ dump, until }) => `${shown(dump.at)} to ${shown(until)}`);
  throw new ExpectedError(
    known.length === 0
      ? "The bucket has no changes beside its dumps: they come with the first dump after slurm.accounting.recoveryMinutes was deployed. Name a dump with --copy."
      : `The bucket does not know the database as it was at ${shown(at)}: there is what changed from ${known.join("; from ")} (UTC).`,
  );
}

/** `2026-11-23 15:20:07` */
export const shown = (at: string): string => at.slice(0, 19).replace("T", " ");
