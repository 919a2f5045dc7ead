import type { ReviewedChange } from "../changes/resource-changes";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { listOf, recordOf, valueAt, valueText } from "./words";

/** What a lifecycle rule does with objects. */
interface Rule {
  readonly id: string;
  /** Objects that it is for. */
  readonly filter: string;
  /** Days after which objects are deleted; a date is at once. Null: never. */
  readonly expiresDays: number | null;
  /** Days after which old versions are deleted. */
  readonly oldVersionDays: number | null;
  /** Old versions that are kept all the same. */
  readonly oldVersionsKept: number;
  /** Days after which objects can only be read after they are restored. */
  readonly archiveDays: number | null;
}

/** Classes whose objects must be restored before they can be read. */
const ARCHIVES = ["GLACIER", "DEEP_ARCHIVE"];

/** Lifecycle rules that delete objects sooner than before, or put them where they cannot be read. */
export function lostByLifecycle({ ofType, where, input }: ChangeSet): SectionFinding[] {
  return ofType("aws_s3_bucket_lifecycle_configuration").flatMap((change) => {
    if (change.action === "delete" || input.before === null) return [];
    // a bucket that is made now is empty
    const isNew = where("aws_s3_bucket", "bucket", change.after?.["bucket"]).some(({ action }) => action === "create");
    return isNew ? [] : lifecycleFindings(change);
  });
}

function lifecycleFindings(change: ReviewedChange): SectionFinding[] {
  const bucket = valueText(change.after?.["bucket"] ?? change.before?.["bucket"]);
  if (isUnknown(change)) {
    const title = `What the lifecycle rules of bucket ${bucket} delete is known after apply only.`;
    return [findingOn("lost", "warning", change, { title, about: ABOUT })];
  }
  const before = rulesOf(change.before);
  const both = rulesOf(change.after).map((now) => ({ now, was: before.find(({ id }) => id === now.id) }));
  const sooner = both.flatMap(({ now, was }) => deletesSooner(now, was));
  const archived = both.flatMap(({ now, was }) => archivesSooner(now, was));
  const findings: SectionFinding[] = [];
  if (sooner.length > 0) {
    const title = `Bucket ${bucket} deletes ${both.some(({ now, was }) => was && was.filter !== now.filter) ? "other objects, or sooner" : "objects sooner"}: what is older by then goes at once, and for good.`;
    findings.push(findingOn("lost", "danger", change, { title, details: sooner, about: ABOUT }));
  }
  if (archived.length > 0) {
    const title = `Bucket ${bucket} archives objects sooner: they cannot be read before they are restored, which takes hours.`;
    findings.push(findingOn("lost", "danger", change, { title, details: archived, about: ABOUT }));
  }
  return findings;
}

const ABOUT = ["checkpoints"];

const isUnknown = ({ unknown }: ReviewedChange): boolean => recordOf(unknown)["rule"] === true;

function rulesOf(values: ReviewedChange["before"]): Rule[] {
  return listOf(values?.["rule"])
    .map(recordOf)
    .filter((rule) => rule["status"] === "Enabled")
    .map((rule) => {
      const date = valueAt(rule, "expiration.0.date");
      const archives = [
        ...listOf(rule["transition"]).map(recordOf),
        ...listOf(rule["noncurrent_version_transition"])
          .map(recordOf)
          .map((one): Readonly<Record<string, unknown>> => ({ ...one, days: one["noncurrent_days"] })),
      ].filter((one) => ARCHIVES.includes(String(one["storage_class"])));
      return {
        id: String(rule["id"]),
        filter: JSON.stringify(meaningOf([rule["filter"], rule["prefix"]]) ?? null),
        expiresDays: typeof date === "string" && date !== "" ? 0 : days(valueAt(rule, "expiration.0.days")),
        oldVersionDays: days(valueAt(rule, "noncurrent_version_expiration.0.noncurrent_days")),
        oldVersionsKept: Number(valueAt(rule, "noncurrent_version_expiration.0.newer_noncurrent_versions") ?? 0),
        archiveDays: archives.length === 0 ? null : Math.min(...archives.map((one) => Number(one["days"] ?? 0))),
      };
    });
}

/** What a filter asks for, without what it leaves out: the provider has nothing, zero and empty for it, or knows it after apply. */
function meaningOf(value: unknown): unknown {
  if (value === null || ["", 0, undefined].includes(value as undefined)) return undefined;
  if (typeof value !== "object") return value;
  const inner = Object.entries(value).flatMap(([name, one]) =>
    meaningOf(one) === undefined ? [] : [[name, meaningOf(one)]],
  );
  return inner.length > 0 ? Object.fromEntries(inner.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))) : undefined;
}

/** The provider has zero for what is not set. */
function days(value: unknown): number | null {
  const number = Number(value ?? 0);
  return number > 0 ? number : null;
}

function deletesSooner(now: Rule, was: Rule | undefined): string[] {
  const others = was !== undefined && was.filter !== now.filter;
  if (others) return deletesOthers(now);
  const isSooner = (after: number | null, before: number | null | undefined) =>
    after !== null && (before === null || before === undefined || after < before);
  const fewer =
    was !== undefined &&
    was.oldVersionDays !== null &&
    now.oldVersionDays !== null &&
    now.oldVersionsKept < was.oldVersionsKept;
  return [
    ...(isSooner(now.expiresDays, was?.expiresDays)
      ? [`Rule ${now.id} deletes objects ${afterDays(now.expiresDays)} (before: ${afterDays(was?.expiresDays)}).`]
      : []),
    ...(isSooner(now.oldVersionDays, was?.oldVersionDays)
      ? [
          `Rule ${now.id} deletes old versions ${afterDays(now.oldVersionDays)} (before: ${afterDays(was?.oldVersionDays)}).`,
        ]
      : []),
    ...(fewer ? [`Rule ${now.id} keeps ${now.oldVersionsKept} old versions (before: ${was.oldVersionsKept}).`] : []),
  ];
}

/** To objects that it is for now, and was not for, a rule is new. */
function deletesOthers({ id, expiresDays, oldVersionDays }: Rule): string[] {
  const does = [
    ...(expiresDays === null ? [] : [`it deletes them ${afterDays(expiresDays)}`]),
    ...(oldVersionDays === null ? [] : [`it deletes their old versions ${afterDays(oldVersionDays)}`]),
  ];
  return does.length > 0 ? [`Rule ${id} is for other objects than before: ${does.join(", ")}.`] : [];
}

const afterDays = (value: number | null | undefined): string =>
  value === null || value === undefined ? "never" : `after ${value} ${value === 1 ? "day" : "days"}`;

function archivesSooner(now: Rule, was: Rule | undefined): string[] {
  const [after, before] = [now.archiveDays, was?.archiveDays];
  const others = was !== undefined && was.filter !== now.filter;
  if (after !== null && others)
    return [`Rule ${now.id} is for other objects than before: it archives them ${afterDays(after)}.`];
  if (after === null || (before !== null && before !== undefined && after >= before)) return [];
  return [`Rule ${now.id} archives objects ${afterDays(after)} (before: ${afterDays(before)}).`];
}
