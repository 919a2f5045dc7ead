import {
  type S3BucketLifecycleConfigurationRule,
  type S3BucketLifecycleConfigurationRuleFilter,
} from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { assertLadder, needsRestore, type Transition } from "./transition-ladder";

/** What happens to current versions of some objects as they age. */
export interface LifecycleRule {
  /** Unique in the bucket, up to 255 characters. `abort-uploads` and `old-versions` are taken. */
  readonly id: string;
  /** Key prefix. @default - all objects */
  readonly prefix?: string;
  /** Object tag. Nothing that FSx exports has tags: somebody must tag it through S3. @default - no tag is needed */
  readonly tag?: { readonly key: string; readonly value: string };
  /** Steps down. Objects under 128 KB stay where they are. @default - none */
  readonly transitions?: readonly Transition[];
  /**
   * Age at which the current version is deleted. It stays as an old version for as long as those are kept.
   * @default - never
   */
  readonly expireAfterDays?: number;
}

/** How long overwritten and deleted versions are kept. */
export interface OldVersions {
  /** Days since the version was replaced or deleted; at least 1. */
  readonly expireAfterDays: number;
  /** Newest old versions of each object to keep however old they are, 1 to 100. @default - none */
  readonly keepNewest?: number;
}

export interface LifecycleProps {
  readonly rules: readonly LifecycleRule[];
  readonly oldVersions: OldVersions;
  /** Days after which an unfinished upload is removed; nobody sees it, but it costs storage. */
  readonly abortUploadsAfterDays: number;
}

type ProviderRule = S3BucketLifecycleConfigurationRule;

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html */
const MAX_RULES = 1000;

/**
 * The whole lifecycle of a bucket: it has exactly one, and two resources would overwrite each other. Rules that ask for a tag
 * come last: plans compare rules by their places, and one that comes or goes leaves the others in theirs.
 */
export function lifecycleRules(props: LifecycleProps): ProviderRule[] {
  const [tagged, plain] = [true, false].map((has) => props.rules.filter(({ tag }) => (tag !== undefined) === has));
  const rules = [
    ...plain!.map(objectRule),
    oldVersionsRule(props.oldVersions),
    abortUploadsRule(props.abortUploadsAfterDays),
    ...tagged!.map(objectRule),
  ];
  const ids = rules.map((rule) => rule.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`lifecycle rule id "${twice}" is given twice or taken. Rename the rule.`);
  if (rules.length > MAX_RULES) {
    throw new Error(`${rules.length} lifecycle rules; S3 takes ${MAX_RULES} for a bucket. Merge some.`);
  }
  return rules;
}

/**
 * Rules that would move objects under the prefix to a class that must be restored before reading. Under a prefix that
 * is linked to FSx such objects are still listed as files, and reading them fails.
 */
export function archivingRules(rules: readonly LifecycleRule[], prefix: string): LifecycleRule[] {
  return rules.filter(
    (rule) =>
      overlap(rule.prefix ?? "", prefix) &&
      (rule.transitions ?? []).some(({ storageClass }) => needsRestore(storageClass)),
  );
}

/** Prefixes match key text, not folders: `a` covers `abc/`. */
const overlap = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

function objectRule(rule: LifecycleRule): ProviderRule {
  const { id, transitions = [], expireAfterDays } = rule;
  const where = `lifecycle rule "${id}"`;
  if (id.length === 0 || id.length > 255) throw new Error(`${where}: an id has 1 to 255 characters. Rename the rule.`);
  if (transitions.length === 0 && expireAfterDays === undefined) {
    throw new Error(`${where} does nothing: it has neither transitions nor expireAfterDays. Add one, or drop it.`);
  }
  assertLadder(where, transitions);
  if (expireAfterDays !== undefined) assertExpiry(where, expireAfterDays, transitions.at(-1));
  return {
    id,
    status: "Enabled",
    filter: [filter(rule)],
    ...(transitions.length > 0 && {
      transition: transitions.map(({ afterDays, storageClass }) => ({ days: afterDays, storageClass })),
    }),
    ...(expireAfterDays !== undefined && { expiration: [{ days: expireAfterDays }] }),
  };
}

function assertExpiry(where: string, days: number, last: Transition | undefined): void {
  const earliest = last === undefined ? 1 : last.afterDays + 1;
  if (Number.isInteger(days) && days >= earliest) return;
  const reason = last === undefined ? "" : ` since it moves to ${last.storageClass} after ${last.afterDays}`;
  throw new Error(
    `${where}: expireAfterDays is ${days}; S3 takes a whole number of at least ${earliest}${reason}. Raise it.`,
  );
}

/** S3 takes one condition by itself, or several inside `and`. An empty prefix is every object. */
function filter({ prefix, tag }: LifecycleRule): S3BucketLifecycleConfigurationRuleFilter {
  if (tag === undefined) return { prefix: prefix ?? "" };
  if (!prefix) return { tag: [tag] };
  return { and: [{ prefix, tags: { [tag.key]: tag.value } }] };
}

function oldVersionsRule({ expireAfterDays, keepNewest }: OldVersions): ProviderRule {
  assertCount("oldVersions.expireAfterDays", expireAfterDays, Number.MAX_SAFE_INTEGER);
  if (keepNewest !== undefined) assertCount("oldVersions.keepNewest", keepNewest, 100);
  return {
    id: "old-versions",
    status: "Enabled",
    filter: [{ prefix: "" }],
    noncurrentVersionExpiration: [{ noncurrentDays: expireAfterDays, newerNoncurrentVersions: keepNewest }],
    // A delete marker whose versions are all gone would be listed for ever.
    expiration: [{ expiredObjectDeleteMarker: true }],
  };
}

/** A rule of its own: S3 refuses the action in a rule that asks for tags. */
function abortUploadsRule(days: number): ProviderRule {
  assertCount("abortUploadsAfterDays", days, Number.MAX_SAFE_INTEGER);
  return {
    id: "abort-uploads",
    status: "Enabled",
    filter: [{ prefix: "" }],
    abortIncompleteMultipartUpload: [{ daysAfterInitiation: days }],
  };
}

function assertCount(prop: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? "at least 1" : `1 to ${most}`;
  throw new Error(`${prop} is ${value}; S3 takes a whole number, ${range}. Change it.`);
}
