import { reachesBucket } from "../../../config/checkpoints/exports";
import type { ResolvedCheckpoints } from "../../../config/checkpoints/resolve";
import type { ReviewedChange } from "../changes/resource-changes";
import type { Shown } from "../model";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { namesakeOf } from "./twins";
import { capital, changeText, listOf, resourceText, valueAt, valueText } from "./words";

type Warm = NonNullable<ResolvedCheckpoints["warm"]>;

/** Settings that keep data from being deleted, and the value with which they do. */
const PROTECTIONS: Readonly<Record<string, boolean>> = {
  deletion_protection: true,
  deletion_protection_enabled: true,
  enable_deletion_protection: true,
  disable_api_termination: true,
  termination_protection: true,
  force_destroy: false,
  force_delete: false,
  delete_data_in_filesystem: false,
  skip_destroy: true,
};

/** Settings for how long something is kept, and what zero means. */
const RETENTIONS: Readonly<Record<string, "for ever" | "not at all">> = {
  retention_in_days: "for ever",
  automatic_backup_retention_days: "not at all",
  backup_retention_period: "not at all",
  retention_period: "not at all",
  message_retention_seconds: "not at all",
};

/** Settings that make data unreadable, or let it go sooner or more easily. */
export function lostBySettings(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  if (change.action === "delete") return [...versioningGone(change, changeSet), ...aliasAnew(change, changeSet)];
  // a link that is made anew does what is new in it all the same
  if (change.action === "replace") return links(change, changeSet);
  if (change.action !== "update") return [];
  return [
    ...protections(change),
    ...finalBackup(change),
    ...dailyBackups(change),
    ...retentions(change),
    ...keys(change),
    ...buckets(change),
    ...links(change, changeSet),
  ];
}

function protections(change: ReviewedChange): SectionFinding[] {
  return Object.entries(PROTECTIONS).flatMap(([name, safe]) => {
    const found = change.attributes.find(({ path }) => path === name);
    if (!found || is(found.after, safe) || (safe === false && !isKnown(found.after, true))) return [];
    // what was never protected is not taken away
    if (safe && !is(found.before, true)) return [];
    return [
      findingOn("lost", "danger", change, {
        title: `${capital(resourceText(change))} loses its protection: from then on it can be deleted with all that it holds.`,
        details: [changeText(found)],
        about: ["cluster.deletionProtection"],
      }),
    ];
  });
}

const is = (shown: Shown, value: unknown): boolean => shown.kind === "value" && shown.value === value;

/** Whether it may be a value: what is unknown may be any. */
const isKnown = (shown: Shown, value: unknown): boolean => shown.kind === "unknown" || is(shown, value);

function finalBackup(change: ReviewedChange): SectionFinding[] {
  const found = change.attributes.find(
    ({ path, after }) => /^skip_final_(?:backup|snapshot)$/.test(path) && isKnown(after, true),
  );
  if (!found) return [];
  const title = `${capital(resourceText(change))} takes no last backup any more when it is deleted.`;
  return [findingOn("lost", "warning", change, { title, details: [changeText(found)], about: ["lustre.finalBackup"] })];
}

/** What is not known to go on ends. */
function dailyBackups(change: ReviewedChange): SectionFinding[] {
  if (change.type !== "aws_efs_backup_policy") return [];
  const found = change.attributes.find(
    ({ path, after }) => path === "backup_policy[0].status" && !is(after, "ENABLED"),
  );
  if (!found) return [];
  return [
    findingOn("lost", "danger", change, {
      title: `${capital(resourceText(change))} end: none is taken from now on, so what is deleted or overwritten after the last one is lost.`,
      details: [changeText(found)],
      about: ["storage"],
    }),
  ];
}

function retentions(change: ReviewedChange): SectionFinding[] {
  return change.attributes.flatMap((found) => {
    const zero = RETENTIONS[found.path];
    if (zero === undefined) return [];
    const days = (shown: Shown) => {
      if (shown.kind === "unknown") return 0;
      const number = shown.kind === "value" ? Number(shown.value) : 0;
      return number === 0 && zero === "for ever" ? Infinity : number;
    };
    if (days(found.after) >= days(found.before)) return [];
    return [
      findingOn("lost", "danger", change, {
        title: `${capital(resourceText(change))} keeps what it holds for a shorter time: what is older is deleted.`,
        details: [changeText(found), ...(zero === "for ever" ? ["Zero would be for ever."] : ["Zero is not at all."])],
        about: ["cluster.logDays", "network.flowLogDays", "lustre.backupDays"],
      }),
    ];
  });
}

function keys(change: ReviewedChange): SectionFinding[] {
  const { type, attributes } = change;
  const disabled = attributes.find(({ path, after }) => path === "is_enabled" && !is(after, true));
  if (type === "aws_kms_key" && disabled) {
    const title = `${capital(resourceText(change))} is disabled: what is encrypted with it cannot be read.`;
    return [findingOn("lost", "danger", change, { title, details: [changeText(disabled)] })];
  }
  const window = attributes.find(({ path }) => path === "deletion_window_in_days");
  if (type === "aws_kms_key" && window && days(window.after) < days(window.before)) {
    const title = `${capital(resourceText(change))}, once it is deleted, can be taken back for a shorter time.`;
    return [findingOn("lost", "danger", change, { title, details: [changeText(window)] })];
  }
  const target = attributes.find(({ path }) => path === "target_key_id" || path === "target_key_arn");
  if (type === "aws_kms_alias" && target) return [aliasMoved(change, changeText(target))];
  const key = attributes.find(({ path }) => /(?:^|\.)(?:kms_key_id|kms_key_arn|kms_master_key_id)$/.test(path));
  // in a launch template, only volumes of new nodes have the key
  if (!key || key.before.kind === "absent" || type === "aws_launch_template") return [];
  // what reads and writes objects is named in many policies, and one that is forgotten fails without a word
  const isBucket = type === "aws_s3_bucket_server_side_encryption_configuration";
  return [
    findingOn("lost", isBucket ? "danger" : "warning", change, {
      title: `${capital(resourceText(change))} gets another key: what was written before needs the old one for as long as it is kept.`,
      details: [
        changeText(key),
        "Keep the old key enabled, and keep what may read with it.",
        isBucket
          ? "Who writes and reads needs both keys: roles of jobs, and the link of Lustre, which else stops."
          : null,
      ],
    }),
  ];
}

/** AWS waits thirty days where nothing is said. */
const days = (shown: Shown): number =>
  shown.kind === "value" ? Number(shown.value) || 30 : shown.kind === "absent" ? 30 : 0;

/** An alias of the same name is made at another address: for another key, unless it is said that it is for the same. */
function aliasAnew(change: ReviewedChange, changeSet: ChangeSet): SectionFinding[] {
  const twin = change.type === "aws_kms_alias" ? namesakeOf(change, changeSet) : null;
  const key = (values: ReviewedChange["before"]) => values?.["target_key_id"] ?? null;
  if (!twin || (key(twin.after) !== null && key(twin.after) === key(change.before))) return [];
  return [aliasMoved(change, `It is made again as ${twin.address}.`)];
}

const aliasMoved = (change: ReviewedChange, how: string): SectionFinding =>
  findingOn("lost", "danger", change, {
    title: `${capital(resourceText(change))} is moved to another key: whoever reads by the alias cannot read what the old key has encrypted.`,
    details: [how],
  });

function buckets(change: ReviewedChange): SectionFinding[] {
  const { type, attributes } = change;
  const status = attributes.find(({ path }) => /^versioning_configuration\[0\]\.status$/.test(path));
  if (type === "aws_s3_bucket_versioning" && status && is(status.before, "Enabled"))
    return [noVersions(change, changeText(status))];
  if (type !== "aws_s3_bucket_object_lock_configuration") return [];
  const lock = attributes.filter(({ path, before, after }) => {
    if (path.endsWith(".mode")) return is(before, "COMPLIANCE");
    return (
      /\.(?:days|years)$/.test(path) &&
      before.kind === "value" &&
      !(after.kind === "value" && Number(after.value) >= Number(before.value))
    );
  });
  if (lock.length === 0) return [];
  const title = `${capital(resourceText(change))} locks new objects for a shorter time or less strictly.`;
  return [
    findingOn("lost", "danger", change, { title, details: lock.map(changeText), about: ["checkpoints.objectLock"] }),
  ];
}

/** The provider suspends versioning when its resource goes; with the bucket, there is nothing to version. */
function versioningGone(change: ReviewedChange, { where }: ChangeSet): SectionFinding[] {
  if (change.type !== "aws_s3_bucket_versioning") return [];
  const bucket = change.before?.["bucket"];
  const goes = where("aws_s3_bucket", "bucket", bucket).some(
    ({ action }) => action === "delete" || action === "replace",
  );
  const stays = where(change.type, "bucket", bucket).some(({ action }) => action === "create");
  return goes || stays ? [] : [noVersions(change, "Terraform suspends versioning when it no longer manages it.")];
}

const noVersions = (change: ReviewedChange, why: string): SectionFinding =>
  findingOn("lost", "danger", change, {
    title: `Bucket ${valueText(change.before?.["bucket"])} no longer keeps old versions: what is overwritten or deleted from then on is lost.`,
    details: [why],
  });

/** What a link between Lustre and a bucket no longer copies, or deletes. */
function links(change: ReviewedChange, { env, both }: ChangeSet): SectionFinding[] {
  if (change.type !== "aws_fsx_data_repository_association") return [];
  const events = (side: "before" | "after") =>
    listOf(valueAt(change[side], "s3.0.auto_export_policy.0.events")).map(String);
  const [was, now] = [events("before"), events("after")];
  const stops = was.filter((event) => event !== "DELETED" && !now.includes(event));
  const effects = [];
  if (stops.length > 0)
    effects.push(`files that are ${stops.join(" and ").toLowerCase()} are no longer copied to the bucket`);
  if (now.includes("DELETED") && !was.includes("DELETED"))
    effects.push("files that are deleted on Lustre are deleted in the bucket too");
  const imports = (side: "before" | "after") =>
    listOf(valueAt(change[side], "s3.0.auto_import_policy.0.events")).map(String);
  if (imports("after").includes("DELETED") && !imports("before").includes("DELETED"))
    effects.push("files whose objects are deleted in the bucket are deleted on Lustre too");
  const unseen = imports("before").filter((event) => event !== "DELETED" && !imports("after").includes(event));
  if (unseen.length > 0)
    effects.push(`objects that are ${unseen.join(" and ").toLowerCase()} in the bucket are no longer seen on Lustre`);
  if (effects.length === 0) return [];
  const title = `${capital(resourceText(change))}: ${effects.join(", and ")}.`;
  const warm = (both?.after ?? env)?.checkpoints?.warm ?? null;
  const details = [...change.attributes.map(changeText), ...(stops.length > 0 && warm ? otherWays(warm) : [])];
  return [findingOn("lost", "danger", change, { title, details, about: ["checkpoints.warm"] })];
}

/** What exports where the link does not, and whether the pruner waits for it. */
function otherWays(warm: Warm): string[] {
  const task = warm.tasks.find(({ kind }) => kind === "export");
  const pruned =
    warm.keepLast === null
      ? []
      : [
          reachesBucket(warm)
            ? "The pruner deletes nothing on Lustre that is to stay in the bucket and is not there."
            : `The pruner does not look into the bucket: all but the last ${warm.keepLast} checkpoints of a run are deleted without a copy.`,
        ];
  return [
    ...(task ? [`A task exports (${task.when}): checkpoints written since are in no bucket until it has run.`] : []),
    ...pruned,
  ];
}
