import { S3_STORAGE_CLASSES } from "../../../config/facts/s3";
import { liesInEachOther } from "../../../config/checkpoints/own-prefixes";
import { own } from "../../../config/kernel/own";
import type { ReviewedChange } from "../changes/resource-changes";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { listOf, recordOf, valueAt, valueText } from "./words";

const TYPE = "aws_s3_bucket_replication_configuration";
const ABOUT = ["checkpoints.replicateTo"];
const BATCH = "What is there already is copied by S3 Batch Replication, which nobody starts by itself.";

/** What S3 copies of a bucket. */
interface Rule {
  readonly prefix: string;
  readonly bucket: string;
  readonly key: string;
  readonly deletes: boolean;
  readonly inTime: boolean;
  /** Class of copies; empty: that of the object. */
  readonly storageClass: string;
}

/** Copies of a bucket that end, go elsewhere, or lose more than before. */
export function lostReplication({ ofType, where, input }: ChangeSet): SectionFinding[] {
  return ofType(TYPE).flatMap((change) => {
    const bucket = change.after?.["bucket"] ?? change.before?.["bucket"];
    const ofBucket = where("aws_s3_bucket", "bucket", bucket);
    if (change.action === "delete") {
      const goes = ofBucket.some(({ action }) => action === "delete" || action === "replace");
      const stays = where(TYPE, "bucket", bucket).some(({ action }) => action === "create");
      return goes || stays ? [] : [ends(change, valueText(bucket), [], [])];
    }
    if (isUnknown(change)) {
      const title = `What S3 copies of bucket ${valueText(bucket)} is known after apply only.`;
      return [findingOn("lost", "warning", change, { title, about: ABOUT })];
    }
    if (change.action === "create") {
      // a bucket that is made now is empty
      const isNew = input.before === null || ofBucket.some(({ action }) => action === "create");
      const isMoved = where(TYPE, "bucket", bucket).some(({ action }) => action === "delete");
      const title = `S3 copies what is written into bucket ${valueText(bucket)} from then on, and nothing that is there.`;
      return isNew || isMoved ? [] : [findingOn("lost", "info", change, { title, details: [BATCH], about: ABOUT })];
    }
    return changed(change, valueText(bucket));
  });
}

const isUnknown = ({ unknown }: ReviewedChange): boolean => recordOf(unknown)["rule"] === true;

/** @param still what of it is copied as before */
const ends = (
  change: ReviewedChange,
  bucket: string,
  prefixes: readonly string[],
  still: readonly string[],
): SectionFinding =>
  findingOn("lost", "danger", change, {
    title: `S3 no longer copies ${prefixes.length === 0 ? "" : `${prefixes.join(", ")} of `}bucket ${bucket}${still.length === 0 ? "" : `, but for ${still.join(", ")}`}: what is written there from then on has no second copy.`,
    details: ["Copies that were made stay in the old bucket, and are nobody's of the environment any more."],
    about: ABOUT,
  });

function changed(change: ReviewedChange, bucket: string): SectionFinding[] {
  const [was, now] = [rulesOf(change.before), rulesOf(change.after)];
  const covers = (prefix: string) => now.find((rule) => prefix.startsWith(rule.prefix));
  const gone = was.filter(({ prefix }) => !covers(prefix)).map(({ prefix }) => prefix || "all");
  const pairs = was.flatMap((before) =>
    now.filter(({ prefix }) => liesInEachOther(prefix, before.prefix)).map((after) => ({ before, after })),
  );
  const lines = (of: (rule: Rule) => string) => [
    ...new Set(
      pairs
        .filter(({ before, after }) => of(before) !== of(after))
        .map(({ before, after }) => `${before.prefix || "all"}: ${of(before)} → ${of(after)}`),
    ),
  ];
  const [buckets, keys] = [lines((rule) => rule.bucket), lines((rule) => rule.key)];
  const hidden = pairs.filter(({ before, after }) => after.deletes && !before.deletes);
  const archived = lines((rule) => (isArchive(rule) ? rule.storageClass : "read at once")).filter(
    (line) => !line.endsWith("read at once"),
  );
  const late = pairs.filter(({ before, after }) => before.inTime && !after.inTime);
  const findings: SectionFinding[] = [];
  if (gone.length > 0) {
    const isAll = gone.includes("all");
    const still = now
      .map(({ prefix }) => prefix)
      .filter((prefix) => isAll || gone.some((one) => prefix.startsWith(one)));
    findings.push(ends(change, bucket, isAll ? [] : gone, still));
  }
  if (buckets.length > 0)
    findings.push(
      findingOn("lost", "danger", change, {
        title: `Copies of bucket ${bucket} go elsewhere: those that were made stay in the old bucket, and the new one has none of what was written before.`,
        details: [...buckets, BATCH],
        about: ABOUT,
      }),
    );
  if (keys.length > 0 && buckets.length === 0)
    findings.push(
      findingOn("lost", "warning", change, {
        title: `Copies of bucket ${bucket} get another key: those that are there are read with the one before, which has to stay.`,
        details: keys,
        about: ABOUT,
      }),
    );
  if (hidden.length > 0)
    findings.push(
      findingOn("lost", "danger", change, {
        title: `What is deleted in bucket ${bucket} is hidden in its copy as well from then on: a slip of the hand reaches both.`,
        details: ["Versions of it stay there."],
        about: ABOUT,
      }),
    );
  if (archived.length > 0)
    findings.push(
      findingOn("lost", "danger", change, {
        title: `New copies of bucket ${bucket} go to an archive: nobody reads them before they are restored, which takes hours.`,
        details: archived,
        about: ABOUT,
      }),
    );
  if (late.length > 0)
    findings.push(
      findingOn("lost", "info", change, {
        title: `S3 no longer promises copies of bucket ${bucket} within 15 minutes.`,
        about: ABOUT,
      }),
    );
  return findings;
}

/** Of a class that is not known here, nobody knows whether it is read at once. */
const isArchive = ({ storageClass }: Rule): boolean =>
  storageClass !== "" && own(S3_STORAGE_CLASSES, storageClass)?.retrieval !== "instant";

/** Rules that are on. */
const rulesOf = (values: ReviewedChange["before"]): Rule[] =>
  listOf(values?.["rule"])
    .map(recordOf)
    .filter((rule) => rule["status"] === "Enabled")
    .map((rule) => {
      const text = (path: string) => String(valueAt(rule, path) ?? "");
      return {
        prefix: text("filter.0.prefix"),
        bucket: text("destination.0.bucket"),
        key: text("destination.0.encryption_configuration.0.replica_kms_key_id"),
        deletes: text("delete_marker_replication.0.status") === "Enabled",
        inTime: text("destination.0.replication_time.0.status") === "Enabled",
        storageClass: text("destination.0.storage_class"),
      };
    });
