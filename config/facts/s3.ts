/** Storage classes that a lifecycle rule can name, as the S3 API spells them. */
export type S3StorageClass =
  | "STANDARD"
  | "STANDARD_IA"
  | "INTELLIGENT_TIERING"
  | "ONEZONE_IA"
  | "GLACIER_IR"
  | "GLACIER"
  | "DEEP_ARCHIVE";

export interface S3StorageClassFacts {
  /** Name in the AWS console and on the bill. */
  readonly name: string;
  /** Classes that a lifecycle rule may move objects to from here. */
  readonly transitionsTo: readonly S3StorageClass[];
  /** Days an object must be stored before a rule may move it here. */
  readonly minAgeDays: number;
  /** Days that are charged at least; a rule may not move objects on before they are over. 0 is none. */
  readonly minDurationDays: number;
  /** Size that is charged at least, KB; null is none. */
  readonly minBillableKB: number | null;
  /** Charged on top of every object, KB: `here` at this class's price, `standard` at that of STANDARD. */
  readonly overheadKB: { readonly here: number; readonly standard: number } | null;
  /** `instant`: milliseconds. `restore`: unreadable (also for FSx) until RestoreObject has finished. */
  readonly retrieval: "instant" | "restore";
  /** Hours that a standard restore takes at most, as AWS describes it; null where nothing is restored. */
  readonly standardRestoreHours: number | null;
  readonly zones: "one" | "three-or-more";
}

const guide = "https://docs.aws.amazon.com/AmazonS3/latest/userguide";
const mirror = "groovy-sky/aws-docs@c39735b docs/services/s3/latest/userguide";

/** Where the facts of this file were read, and when the copy was made. */
export const S3_SOURCES = {
  transitions: { url: `${guide}/lifecycle-transition-general-considerations.html`, copy: mirror, asOf: "2026-04-13" },
  classes: { url: `${guide}/storage-class-intro.html`, copy: mirror, asOf: "2026-04-13" },
  restore: { url: `${guide}/restoring-objects-retrieval-options.html`, copy: mirror, asOf: "2026-04-13" },
  rules: { url: `${guide}/intro-lifecycle-rules.html`, copy: mirror, asOf: "2026-04-13" },
  multipart: { url: `${guide}/qfacts.html`, copy: mirror, asOf: "2026-04-13" },
  intelligentTiering: { url: `${guide}/intelligent-tiering-overview.html`, copy: mirror, asOf: "2026-04-13" },
} as const;

/**
 * The classes from the top of AWS's waterfall to its bottom. Downwards is not always allowed:
 * nothing goes from ONEZONE_IA to GLACIER_IR, so ask `transitionsTo`, not the order.
 */
export const S3_STORAGE_CLASSES = {
  STANDARD: {
    name: "S3 Standard",
    transitionsTo: ["STANDARD_IA", "INTELLIGENT_TIERING", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"],
    minAgeDays: 0,
    minDurationDays: 0,
    minBillableKB: null,
    overheadKB: null,
    retrieval: "instant",
    standardRestoreHours: null,
    zones: "three-or-more",
  },
  STANDARD_IA: {
    name: "S3 Standard-IA",
    transitionsTo: ["INTELLIGENT_TIERING", "ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"],
    minAgeDays: 30,
    minDurationDays: 30,
    minBillableKB: 128,
    overheadKB: null,
    retrieval: "instant",
    standardRestoreHours: null,
    zones: "three-or-more",
  },
  /** Instant while its two archive access tiers are not switched on; those need a restore. */
  INTELLIGENT_TIERING: {
    name: "S3 Intelligent-Tiering",
    transitionsTo: ["ONEZONE_IA", "GLACIER_IR", "GLACIER", "DEEP_ARCHIVE"],
    minAgeDays: 0,
    minDurationDays: 0,
    minBillableKB: null,
    overheadKB: null,
    retrieval: "instant",
    standardRestoreHours: null,
    zones: "three-or-more",
  },
  ONEZONE_IA: {
    name: "S3 One Zone-IA",
    transitionsTo: ["GLACIER", "DEEP_ARCHIVE"],
    minAgeDays: 30,
    minDurationDays: 30,
    minBillableKB: 128,
    overheadKB: null,
    retrieval: "instant",
    standardRestoreHours: null,
    zones: "one",
  },
  GLACIER_IR: {
    name: "S3 Glacier Instant Retrieval",
    transitionsTo: ["GLACIER", "DEEP_ARCHIVE"],
    minAgeDays: 0,
    minDurationDays: 90,
    minBillableKB: 128,
    overheadKB: null,
    retrieval: "instant",
    standardRestoreHours: null,
    zones: "three-or-more",
  },
  GLACIER: {
    name: "S3 Glacier Flexible Retrieval",
    transitionsTo: ["DEEP_ARCHIVE"],
    minAgeDays: 0,
    minDurationDays: 90,
    minBillableKB: null,
    overheadKB: { here: 32, standard: 8 },
    retrieval: "restore",
    standardRestoreHours: 5,
    zones: "three-or-more",
  },
  DEEP_ARCHIVE: {
    name: "S3 Glacier Deep Archive",
    transitionsTo: [],
    minAgeDays: 0,
    minDurationDays: 180,
    minBillableKB: null,
    overheadKB: { here: 32, standard: 8 },
    retrieval: "restore",
    standardRestoreHours: 12,
    zones: "three-or-more",
  },
} as const satisfies Record<S3StorageClass, S3StorageClassFacts>;

/** Limits of lifecycle configurations and uploads. */
export const S3_LIMITS = {
  /** Lifecycle rules of one bucket; not adjustable. */
  lifecycleRules: 1000,
  /** Lifecycle configurations of one bucket: a second Terraform resource would overwrite the first. */
  lifecycleConfigurations: 1,
  /** Smaller objects do not move unless the rule or the configuration says so, KB. */
  defaultMinTransitionKB: 128,
  /** Smaller objects stay in the frequent tier of INTELLIGENT_TIERING for ever, KB. */
  intelligentTieringMinMonitoredKB: 128,
  /** Days without access after which INTELLIGENT_TIERING charges less by itself; objects move into its frequent tier. */
  intelligentTieringDays: { infrequent: 30, archiveInstant: 90 },
  noncurrentVersionsKept: { min: 1, max: 100 },
  /** Days without access after which the optional tiers of INTELLIGENT_TIERING take an object. */
  intelligentTieringArchiveDays: { archive: { min: 90, max: 730 }, deepArchive: { min: 180, max: 730 } },
  multipart: { maxParts: 10_000, minPartMiB: 5, maxPartGiB: 5, maxObjectTiB: 48.8 },
} as const;

/** Whether one lifecycle rule may move objects from one class to the other. */
export function canTransition(from: S3StorageClass, to: S3StorageClass): boolean {
  const targets: readonly S3StorageClass[] = S3_STORAGE_CLASSES[from].transitionsTo;
  return targets.includes(to);
}

/**
 * First day on which a rule may move an object to `to`, when the same rule moved it to `from` on `fromDay`:
 * the minimum duration of `from` must be over, and `to` may ask for an age of its own.
 */
export function earliestTransitionDay(from: S3StorageClass, fromDay: number, to: S3StorageClass): number {
  return Math.max(fromDay + S3_STORAGE_CLASSES[from].minDurationDays, S3_STORAGE_CLASSES[to].minAgeDays);
}
