import { DANGER_DIGITS } from "./danger";
import type { Acknowledgement } from "./model";

/** What somebody has written, before it is known whether it holds. */
export type Written = Pick<Acknowledgement, "address" | "danger" | "reason" | "expires">;

/** Longest time for which somebody can mean a danger: a plan that is older is another plan. */
export const MOST_DAYS = 90;

/** A reason that says nothing is none. */
const FEWEST_WORDS = 2;

const DAY_MS = 24 * 60 * 60 * 1000;

const DANGER = new RegExp(`^[0-9a-f]{${DANGER_DIGITS}}$`);

/** What is wrong with the parts of an acknowledgement, by key. */
export function mistakesOf({ address, danger, reason, expires }: Written, now: Date): Record<string, string> {
  const found = {
    address: addressMistake(address),
    danger: dangerMistake(danger),
    reason: reasonMistake(reason),
    expires: dayMistake(expires, now),
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null));
}

function addressMistake(address: string): string | null {
  if (address === "") return "is missing";
  if (/^[\w-]+\.[^\s.]+\..+$/.test(address)) return null;
  return `"${address}" must be <stack>.<type>.<name>, such as research-storage.aws_fsx_lustre_file_system.lustre`;
}

function dangerMistake(danger: string): string | null {
  if (DANGER.test(danger)) return null;
  const what = danger === "" ? "is missing" : `"${danger}" is none`;
  return `${what}: the review says it beside the danger, ${DANGER_DIGITS} digits such as 3f0c9a51b7e2`;
}

/** What the tool itself prints to be filled in, and what nobody could mean, is no reason. */
function reasonMistake(reason: string): string | null {
  if (reason === "") return "is missing";
  if (/<[^<>]*>/.test(reason)) return `"${reason}" is to be filled in: say why it is meant, without < and >`;
  const words = reason.match(/\p{L}{2,}/gu) ?? [];
  if (new Set(words).size >= FEWEST_WORDS) return null;
  return `"${reason}" says too little: say why it is meant, in ${FEWEST_WORDS} words at least`;
}

function dayMistake(expires: string, now: Date): string | null {
  if (expires === "") return "is missing";
  if (!isDay(expires)) return `"${expires}" must be a day, such as ${lastDay(now)}`;
  return expires <= lastDay(now)
    ? null
    : `${expires} is too far away: an acknowledgement holds ${MOST_DAYS} days at most, until ${lastDay(now)}`;
}

const lastDay = (now: Date): string => new Date(now.getTime() + MOST_DAYS * DAY_MS).toISOString().slice(0, 10);

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
