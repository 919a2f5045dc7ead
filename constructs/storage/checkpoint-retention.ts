import { type LifecycleRule } from "./lifecycle-rules";

/** Key of the object tag that says why a checkpoint is kept. */
export const RETENTION_TAG = "retention";

/**
 * Values of the tag. `superseded`: needed no more. `periodic`: kept because of `keepEvery`. `latest`: was superseded and
 * is needed again. `milestone`: set by people; the pruner leaves it alone. Most objects have no tag, which is as good as
 * `latest`: FSx sets none on what it exports.
 */
export type RetentionValue = "latest" | "periodic" | "superseded" | "milestone";

/**
 * Which checkpoints of a run stay. A checkpoint is a folder `<run>/<name>` whose name ends with digits; these are its
 * number, as trainers count steps.
 *
 * The work is divided, for S3 lifecycle knows age and tags but cannot count:
 * - the **pruner** in the cluster counts. On Lustre it deletes. In S3 it only tags `superseded` and `periodic`.
 * - **S3** deletes what is `superseded` (`retentionRules`). Without the pruner nothing is lost.
 *
 * Both look at names and ages alone, not at what they did before: a pruner that was away decides the same.
 */
export interface Retention {
  /** Newest checkpoints of each run to keep, by number; at least 1. @default - all */
  readonly keepLast?: number;
  /** Beside these keep the checkpoints whose number this divides, in steps; at least 1. @default - none */
  readonly keepEvery?: number;
}

/** What S3 deletes by its tag; the pruner alone sets it. */
export const SUPERSEDED = "superseded" satisfies RetentionValue;

export interface RetentionRulesProps {
  /** Prefix in the bucket under which checkpoints lie, with a slash at its end. */
  readonly prefix: string;
  /**
   * Age at which a superseded object is deleted; it counts from the object's creation, not from the tag. After it, the
   * old version stays for as long as the bucket keeps those. @default 1
   */
  readonly supersededDays?: number;
}

/** What S3 does by tag. The other values have no rule on purpose: they age as everything under the prefix does. */
export function retentionRules({ prefix, supersededDays = 1 }: RetentionRulesProps): LifecycleRule[] {
  const tag = { key: RETENTION_TAG, value: SUPERSEDED };
  return [{ id: "retention-superseded", prefix, tag, expireAfterDays: supersededDays }];
}

/** Refuses numbers that would delete what nobody meant to. */
export function assertRetention(tier: string, { keepLast, keepEvery }: Retention): void {
  for (const [prop, value] of Object.entries({ keepLast, keepEvery })) {
    if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) continue;
    throw new Error(
      `checkpoint tier "${tier}": ${prop} is ${value}; it must be a whole number of at least 1. ` +
        "Leave it out to set no limit.",
    );
  }
  if (keepLast === undefined && keepEvery !== undefined) {
    throw new Error(
      `checkpoint tier "${tier}": keepEvery is ${keepEvery} without keepLast, so the newest checkpoint, the one to ` +
        "resume from, could go. Say keepLast as well.",
    );
  }
}
