import type { OptionCheck } from "../../cli/option-checks";
import { UsageError } from "../../lib/errors/usage";

/** A time of which something is told, in whole seconds since 1970. */
export interface Period {
  readonly from: number;
  /** The second after its last one. */
  readonly to: number;
}

const FORM = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2}))?Z?)?$/;

/**
 * What `--from` and `--to` mean: days begin at midnight in UTC, whatever zone this machine or the cluster is in. What has not
 * passed yet is left out.
 * @throws UsageError where a moment cannot be read, or where nothing lies between both
 */
export function periodOf(
  given: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Period {
  const present = Math.floor(now.getTime() / 1000);
  const from = given.from === undefined ? monthOf(now) : moment(given.from, "--from");
  const to = Math.min(given.to === undefined ? present : moment(given.to, "--to"), present);
  if (from >= to)
    throw new UsageError(
      `--from must be before --to, and before now: from ${isoText(from)} to ${isoText(to)} nothing has passed`,
    );
  return { from, to };
}

/** As in `2026-11-01T00:00:00Z`. */
export const isoText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");

const monthOf = (now: Date): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000;

/** A check of the options. */
export const dayOrMoment: OptionCheck = (text, option) => void moment(text, option);

function moment(text: string, option: string): number {
  const [, day, minutes = "00:00", seconds = "00"] = FORM.exec(text) ?? [];
  const at = Date.parse(`${day}T${minutes}:${seconds}Z`);
  // a 31st of February is a day in March to Date
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(`${day}T${minutes}:${seconds}`))
    throw new UsageError(
      `${option} must be a day such as 2026-11-01, or a moment such as 2026-11-01T08:00 in UTC, but is ${JSON.stringify(text)}`,
    );
  return at / 1000;
}
