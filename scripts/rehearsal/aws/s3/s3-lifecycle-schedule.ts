import { S3_STORAGE_CLASSES, type S3StorageClass, type S3StorageClassFacts } from "../../../../config/facts/s3";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, blocksOf, isOn, numberOf, textOf } from "../../attribute-values";
import { LIFECYCLE_SOURCES } from "./s3-lifecycle-sources";

/** Something that a rule does to objects when they are so old. */
interface Move {
  readonly days: number;
  readonly to: S3StorageClass;
}

const CLASSES: Readonly<Record<string, S3StorageClassFacts>> = S3_STORAGE_CLASSES;

/** What S3 refuses of the times of a lifecycle rule. */
export function scheduleRefusals(rule: Attributes): Refusal[] {
  const name = `rule "${textOf(rule, "id")}"`;
  const current = moves(rule, "transition", "days");
  const noncurrent = moves(rule, "noncurrent_version_transition", "noncurrent_days");
  return [
    ...unitRefusals(name, rule),
    ...moveRefusals(`${name}: transition`, current),
    ...endRefusals(`${name}: expiration`, current, numberOf(blockOf(rule, "expiration"), "days")),
    ...moveRefusals(`${name}: noncurrent_version_transition`, noncurrent),
    ...endRefusals(
      `${name}: noncurrent_version_expiration`,
      noncurrent,
      numberOf(blockOf(rule, "noncurrent_version_expiration"), "noncurrent_days"),
    ),
  ];
}

function moves(rule: Attributes, name: string, unit: string): Move[] {
  return blocksOf(rule, name)
    .filter((block) => textOf(block, "date") === null)
    .flatMap((block) => {
      const to = textOf(block, "storage_class");
      return to !== null && to in CLASSES ? [{ days: numberOf(block, unit) ?? 0, to: to as S3StorageClass }] : [];
    })
    .sort((one, other) => one.days - other.days);
}

function moveRefusals(what: string, all: readonly Move[]): Refusal[] {
  const early = all
    .filter(({ days, to }) => days < S3_STORAGE_CLASSES[to].minAgeDays)
    .map(({ days, to }) => {
      const least = S3_STORAGE_CLASSES[to].minAgeDays;
      return refusal(`${what} after ${days} days to ${to}; that class takes objects of ${least} days and more`);
    });
  return [...early, ...all.slice(1).flatMap((move, index) => stepRefusals(what, all[index] as Move, move))];
}

function stepRefusals(what: string, from: Move, { days, to }: Move): Refusal[] {
  const { transitionsTo, minDurationDays } = CLASSES[from.to] as S3StorageClassFacts;
  if (!transitionsTo.includes(to)) return [refusal(`${what} from ${from.to} to ${to}, which S3 does not do`)];
  if (days >= from.days + minDurationDays) return [];
  return [
    refusal(
      `${what} to ${to} after ${days} days, and to ${from.to} after ${from.days}; ` +
        `one rule leaves objects in ${from.to} for ${minDurationDays} days at least`,
    ),
  ];
}

function endRefusals(what: string, all: readonly Move[], days: number | null): Refusal[] {
  const last = all.at(-1);
  if (!days || !last || days > last.days) return [];
  const message = `${what} after ${days} days is not later than the transition to ${last.to} after ${last.days}`;
  return [{ code: "InvalidArgument", message, source: LIFECYCLE_SOURCES.rule }];
}

/** Days or dates, one of them for all of a rule. The end of delete markers has no time. */
function unitRefusals(name: string, rule: Attributes): Refusal[] {
  const expiration = blockOf(rule, "expiration");
  const timed = [...blocksOf(rule, "transition"), ...(expiration ? [expiration] : [])];
  const hasDate = timed.some((block) => textOf(block, "date"));
  const hasDays = timed.some((block) => numberOf(block, "days"));
  const refusals: Refusal[] = [];
  if (hasDate && hasDays)
    refusals.push({
      code: "InvalidRequest",
      message: `${name}: it has dates and days, and takes one of them`,
      source: LIFECYCLE_SOURCES.rule,
    });
  if (isOn(expiration, "expired_object_delete_marker") && (textOf(expiration, "date") || numberOf(expiration, "days")))
    refusals.push({
      code: "MalformedXML",
      message: `${name}: expired_object_delete_marker goes with neither days nor a date`,
      source: LIFECYCLE_SOURCES.expiration,
    });
  return refusals;
}

const refusal = (message: string): Refusal => ({
  code: "InvalidArgument",
  message,
  source: LIFECYCLE_SOURCES.transitions,
});
