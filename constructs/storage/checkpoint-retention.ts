import { type LifecycleRule } from "./lifecycle-rules";
import { type Transition } from "./transition-ladder";

/** Key of the object tag that says why a checkpoint is kept. */
export const RETENTION_TAG = "retention";

/** One place where checkpoints lie, and how many of a run to keep there. */
export interface RetentionTier {
  readonly name: "hot" | "warm" | "cold" | "archive";
  /** Absolute folder, or `s3://bucket/prefix/`. */
  readonly location: string;
  /** Newest checkpoints of each run to keep, at least 1. @default - all */
  readonly keepLast?: number;
  /** Beside these keep every n-th checkpoint of a run, at least 1. @default - none */
  readonly keepEvery?: number;
}

/** What S3 does to the checkpoints that carry a tag. Days count from the creation of the object, not of the tag. */
export interface RetentionTags {
  /** Kept because of `keepEvery`. @default - never moved or deleted */
  readonly periodic?: { readonly transitions?: readonly Transition[]; readonly expireAfterDays?: number };
  /** Kept for good: they may become cheaper, but S3 never deletes them. @default - never moved */
  readonly milestone?: { readonly transitions: readonly Transition[] };
  /** Needed no more: neither among the last ones nor an n-th one. */
  readonly superseded: { readonly expireAfterDays: number };
}

/**
 * How long checkpoints are kept.
 *
 * S3 lifecycle knows age and tags, but cannot count, so the work is divided:
 * - the **pruner** in the cluster counts the checkpoints of each run. In folders it deletes what is over. In S3 it
 *   deletes nothing: it moves tags, `latest` → `periodic` or `superseded`. Jobs tag `latest`, people `milestone`.
 * - **S3** deletes and moves by tag and age (`retentionRules`).
 *
 * So without the pruner nothing is lost: `latest` and untagged objects have no rule here and stay. Neither does FSx
 * tag what it exports: the pruner does, and again after a file was exported anew, since that drops the tag.
 */
export interface CheckpointRetention {
  /** Prefix in the bucket to which the tags apply, e.g. `checkpoints/`. */
  readonly prefix: string;
  readonly tiers: readonly RetentionTier[];
  readonly tags: RetentionTags;
}

/** The part that S3 enforces: one rule for each tag that has something to do. `latest` has none on purpose. */
export function retentionRules({ prefix, tags }: CheckpointRetention): LifecycleRule[] {
  const rule = (value: string, actions: Pick<LifecycleRule, "transitions" | "expireAfterDays">): LifecycleRule[] =>
    (actions.transitions ?? []).length === 0 && actions.expireAfterDays === undefined
      ? []
      : [{ id: `${RETENTION_TAG}-${value}`, prefix, tag: { key: RETENTION_TAG, value }, ...actions }];
  return [
    ...rule("periodic", tags.periodic ?? {}),
    ...rule("milestone", { transitions: tags.milestone?.transitions }),
    ...rule("superseded", tags.superseded),
  ];
}

/** The part that the pruner enforces, as JSON text for a ConfigMap or an object in the bucket. */
export function retentionDocument(retention: CheckpointRetention): string {
  retention.tiers.forEach(assertTier);
  const document = {
    version: 1,
    prefix: retention.prefix,
    tag: RETENTION_TAG,
    tiers: retention.tiers.map(({ name, location, keepLast, keepEvery }) => ({
      name,
      location,
      keepLast: keepLast ?? null,
      keepEvery: keepEvery ?? null,
      // In a folder the pruner removes files; in S3 it only tags, and lifecycle removes.
      over: location.startsWith("s3://") ? "tag-superseded" : "delete",
    })),
    /** For tools that explain why an object is there: what S3 does, and nobody else. */
    s3: retentionRules(retention).map(({ tag, transitions, expireAfterDays }) => ({
      value: tag?.value,
      transitions: transitions ?? [],
      expireAfterDays: expireAfterDays ?? null,
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function assertTier({ name, location, keepLast, keepEvery }: RetentionTier): void {
  for (const [prop, value] of Object.entries({ keepLast, keepEvery })) {
    if (value === undefined || (Number.isInteger(value) && value >= 1)) continue;
    throw new Error(
      `checkpoint tier "${name}": ${prop} is ${value}; it must be a whole number of at least 1. ` +
        "Leave it out to set no limit.",
    );
  }
  if (keepLast === undefined && keepEvery !== undefined) {
    throw new Error(
      `checkpoint tier "${name}": keepEvery is ${keepEvery} without keepLast, so the newest checkpoint, the one to ` +
        "resume from, could go. Say keepLast as well.",
    );
  }
  if (!/^(\/|s3:\/\/)/.test(location)) {
    throw new Error(
      `checkpoint tier "${name}": location "${location}" must be an absolute folder or s3://bucket/prefix/. Change it.`,
    );
  }
}
