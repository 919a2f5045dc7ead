import { canTransition, S3_STORAGE_CLASSES, type S3StorageClass } from "../../config/facts/s3";

/** Storage class that lifecycle can move an object to. */
export type StorageClass = Exclude<S3StorageClass, "STANDARD">;

/** One step of a ladder. */
export interface Transition {
  /** Days since the object (or, for old versions, its successor) was created. */
  readonly afterDays: number;
  readonly storageClass: StorageClass;
}

/** Whether an object of the class must be restored before it can be read: for FSx and jobs it reads as an error. */
export const needsRestore = (storageClass: StorageClass): boolean =>
  S3_STORAGE_CLASSES[storageClass].retrieval === "restore";

/** Throws unless S3 takes the steps, in this order, in one rule. `where` begins the message. */
export function assertLadder(where: string, transitions: readonly Transition[]): void {
  for (const [index, step] of transitions.entries()) {
    const { afterDays, storageClass } = step;
    const { minAgeDays: minimumAgeDays } = S3_STORAGE_CLASSES[storageClass];
    if (!Number.isInteger(afterDays) || afterDays < minimumAgeDays) {
      throw new Error(
        `${where}: ${storageClass} after ${afterDays} days; S3 moves objects there after a whole number of days, ` +
          `at least ${minimumAgeDays}. Raise afterDays.`,
      );
    }
    const before = transitions[index - 1];
    if (before !== undefined) assertStep(where, before, step);
  }
}

function assertStep(where: string, before: Transition, step: Transition): void {
  if (!canTransition(before.storageClass, step.storageClass)) {
    const next = S3_STORAGE_CLASSES[before.storageClass].transitionsTo;
    throw new Error(
      `${where}: S3 does not move objects from ${before.storageClass} to ${step.storageClass}; ` +
        `from there it goes to ${next.join(", ") || "nowhere"}. Reorder or leave out a step.`,
    );
  }
  const earliest = before.afterDays + Math.max(S3_STORAGE_CLASSES[before.storageClass].minDurationDays, 1);
  if (step.afterDays < earliest) {
    throw new Error(
      `${where}: ${step.storageClass} after ${step.afterDays} days, but ${before.storageClass} begins after ` +
        `${before.afterDays} and lasts at least ${earliest - before.afterDays}. Say ${earliest} days or more.`,
    );
  }
}
