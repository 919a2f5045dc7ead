/** Storage class that lifecycle can move an object to. */
export type StorageClass =
  "STANDARD_IA" | "INTELLIGENT_TIERING" | "ONEZONE_IA" | "GLACIER_IR" | "GLACIER" | "DEEP_ARCHIVE";

/** One step of a ladder. */
export interface Transition {
  /** Days since the object (or, for old versions, its successor) was created. */
  readonly afterDays: number;
  readonly storageClass: StorageClass;
}

interface ClassFacts {
  /** Classes that lifecycle moves an object to from here. Mostly downwards, but ONEZONE_IA has no GLACIER_IR. */
  readonly next: readonly StorageClass[];
  /** Youngest object that S3 moves here, in days. */
  readonly minimumAgeDays: number;
  /** Days that S3 bills at least; a rule cannot move an object on before. */
  readonly minimumStayDays: number;
  /** Whether reading needs a restore of minutes to hours first. */
  readonly archive: boolean;
}

/**
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-transition-general-considerations.html
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html
 */
const CLASSES: Readonly<Record<StorageClass, ClassFacts>> = {
  STANDARD_IA: {
    next: ["INTELLIGENT_TIERING", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"],
    minimumAgeDays: 30,
    minimumStayDays: 30,
    archive: false,
  },
  INTELLIGENT_TIERING: {
    next: ["ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"],
    minimumAgeDays: 0,
    minimumStayDays: 0,
    archive: false,
  },
  ONEZONE_IA: { next: ["GLACIER", "DEEP_ARCHIVE"], minimumAgeDays: 30, minimumStayDays: 30, archive: false },
  GLACIER_IR: { next: ["GLACIER", "DEEP_ARCHIVE"], minimumAgeDays: 0, minimumStayDays: 90, archive: false },
  GLACIER: { next: ["DEEP_ARCHIVE"], minimumAgeDays: 0, minimumStayDays: 90, archive: true },
  DEEP_ARCHIVE: { next: [], minimumAgeDays: 0, minimumStayDays: 180, archive: true },
};

/** Whether an object of the class must be restored before it can be read: for FSx and jobs it reads as an error. */
export const needsRestore = (storageClass: StorageClass): boolean => CLASSES[storageClass].archive;

/** Throws unless S3 takes the steps, in this order, in one rule. `where` begins the message. */
export function assertLadder(where: string, transitions: readonly Transition[]): void {
  for (const [index, step] of transitions.entries()) {
    const { afterDays, storageClass } = step;
    const { minimumAgeDays } = CLASSES[storageClass];
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
  const { next, minimumStayDays } = CLASSES[before.storageClass];
  if (!next.includes(step.storageClass)) {
    throw new Error(
      `${where}: S3 does not move objects from ${before.storageClass} to ${step.storageClass}; ` +
        `from there it goes to ${next.join(", ") || "nowhere"}. Reorder or leave out a step.`,
    );
  }
  const earliest = before.afterDays + Math.max(minimumStayDays, 1);
  if (step.afterDays < earliest) {
    throw new Error(
      `${where}: ${step.storageClass} after ${step.afterDays} days, but ${before.storageClass} begins after ` +
        `${before.afterDays} and lasts at least ${earliest - before.afterDays}. Say ${earliest} days or more.`,
    );
  }
}
