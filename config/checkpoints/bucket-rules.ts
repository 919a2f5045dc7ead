import { noKey } from "../facts/kms-key";
import { isLinked } from "./link-rules";
import { liesInEachOther } from "./own-prefixes";
import type { AwsRule } from "../sites/aws-eks/rule";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest/userguide";
const LOCK = `${guide}/object-lock-managing.html`;

const RESERVED_PREFIXES = ["xn--", "sthree-", "amzn-s3-demo-"];
/** Each is what its names stand for instead of a general purpose bucket. */
const RESERVED_SUFFIXES: Readonly<Record<string, string>> = {
  "-s3alias": "an alias of an access point",
  "--ol-s3": "an Object Lambda access point",
  "--x-s3": "a directory bucket",
  "--table-s3": "a table bucket",
};
/** Only in the namespace of an account, in which Railyard makes no buckets. */
const ACCOUNT_SUFFIX = "-an";

/** Why no general purpose bucket has a name; null: one may have it. */
export function reservedName(name: string): string | null {
  const suffix = Object.keys(RESERVED_SUFFIXES).find((end) => name.endsWith(end));
  if (suffix) return `names that end with ${suffix} are ${RESERVED_SUFFIXES[suffix]}`;
  const prefix = RESERVED_PREFIXES.find((start) => name.startsWith(start));
  return prefix ? `names that begin with ${prefix} are reserved` : null;
}

const bucketName: AwsRule = {
  id: "checkpoints/bucket-name",
  title: "The name of the bucket is one that a general purpose bucket may have.",
  severity: "error",
  why: "S3 refuses reserved names; of those that exist, none has versions, storage classes and a link to FSx.",
  source: `${guide}/bucketnamingrules.html`,
  *check({ config, env: { checkpoints } }) {
    if (!checkpoints) return;
    const { kind, name } = checkpoints.bucket;
    const reserved =
      reservedName(name) ??
      (kind === "create" && name.endsWith(ACCOUNT_SUFFIX)
        ? `names that end with ${ACCOUNT_SUFFIX} are for the namespace of an account`
        : null);
    if (reserved === null) return;
    const derived = config.checkpoints?.bucket.name === undefined;
    yield {
      path: derived ? ["name"] : ["checkpoints", "bucket", "name"],
      message: `the bucket would be ${name}, but ${reserved}`,
      fix: derived ? "give checkpoints.bucket.name a name of your own" : "choose another general purpose bucket",
    };
  },
};

const kmsKey: AwsRule = {
  id: "checkpoints/kms-key",
  title: "The key of an existing bucket is a key, in the bucket's Region.",
  severity: "error",
  why: "IAM policies know keys, not aliases, and S3 only uses keys of the bucket's own Region: FSx and jobs could not read.",
  source: `${guide}/UsingKMSEncryption.html`,
  *check({ env: { checkpoints, region } }) {
    const arn = checkpoints?.bucket.kmsKeyArn;
    if (!arn) return;
    const keyRegion = arn.split(":")[3];
    const fault = noKey(arn);
    if (fault !== null) {
      yield {
        path: ["checkpoints", "bucket", "kmsKeyArn"],
        message: fault,
        fix: "write the ARN of the key: `aws kms describe-key --key-id <alias>` shows it",
      };
    } else if (keyRegion !== region) {
      yield {
        path: ["checkpoints", "bucket", "kmsKeyArn"],
        message: `the key is in ${keyRegion}, the environment in ${region}: FSx imports only from buckets of its own Region`,
        fix: `name a bucket, and its key, in ${region}`,
      };
    }
  },
};

const prefixOverlap: AwsRule = {
  id: "checkpoints/prefix-overlap",
  title: "Checkpoints, milestones and profiles lie under prefixes beside each other.",
  severity: "error",
  why: "Lifecycle rules go by the beginning of the key: with one prefix inside the other both rules hold, and S3 takes the cheaper class and the earlier end.",
  source: `${guide}/lifecycle-conflicts.html`,
  *check({ env: { checkpoints } }) {
    if (!checkpoints) return;
    const { prefix, archive, profiles } = checkpoints;
    const named = [
      { name: "checkpoints", prefix },
      ...(archive ? [{ name: "archive", prefix: archive.prefix }] : []),
      ...(profiles ? [{ name: "profiles", prefix: profiles.prefix }] : []),
    ];
    for (const [at, one] of named.entries())
      for (const other of named.slice(0, at))
        if (liesInEachOther(one.prefix, other.prefix))
          yield {
            path: ["checkpoints", one.name, "prefix"],
            message: `the ${one.name} prefix ${one.prefix} and the ${other.name} prefix ${other.prefix} lie in each other`,
            fix: 'write prefixes that share no beginning, such as "checkpoints/", "archive/" and "profiles/"',
          };
  },
};

/** What the schema fills in: said by nobody, so nothing is lost when it is not applied. */
const isDefault = (steps: readonly { readonly afterDays: number; readonly to: string }[]): boolean =>
  steps.length === 1 && steps[0]?.afterDays === 0 && steps[0].to === "INTELLIGENT_TIERING";

const existingBucketLifecycle: AwsRule = {
  id: "checkpoints/existing-bucket-lifecycle",
  title: "Lifecycles are said only of a bucket that Railyard makes.",
  severity: "warning",
  why: "Railyard does not touch an existing bucket, and a bucket has one lifecycle: what is said here is not applied.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLifecycleConfiguration.html",
  *check({ env: { checkpoints } }) {
    if (checkpoints?.bucket.kind !== "existing") return;
    const { cold, archive, profiles, bucket } = checkpoints;
    const unheard = [
      ...(isDefault(cold.transitions) || cold.transitions.length === 0 ? [] : [["cold", "transitions"]]),
      ...(cold.expireAfterDays === null ? [] : [["cold", "expireAfterDays"]]),
      ...(archive ? [["archive"]] : []),
      ...((profiles?.expireAfterDays ?? null) === null ? [] : [["profiles", "expireAfterDays"]]),
    ];
    for (const keys of unheard) {
      yield {
        path: ["checkpoints", ...keys],
        message: `${keys.join(".")} is not applied: ${bucket.name} exists already, and its lifecycle stays yours`,
        fix: `take ${keys.join(".")} out and set it on the bucket, or let Railyard make one: bucket: { kind: "create" }`,
      };
    }
  },
};

const objectLockExistingBucket: AwsRule = {
  id: "checkpoints/object-lock-existing-bucket",
  title: "Object Lock is said only of a bucket that Railyard makes.",
  severity: "error",
  why: "Railyard does not touch an existing bucket: the checkpoints would not be locked although config says so.",
  source: `${guide}/object-lock-configure.html`,
  *check({ env: { checkpoints } }) {
    if (checkpoints?.bucket.kind !== "existing" || !checkpoints.objectLock) return;
    yield {
      path: ["checkpoints", "objectLock"],
      message: `objectLock ${checkpoints.objectLock.mode} for ${checkpoints.objectLock.days} days is not applied to ${checkpoints.bucket.name}, which exists already`,
      fix: 'switch it on at the bucket and take it out here, or write bucket: { kind: "create" }',
    };
  },
};

const requestMetricsExistingBucket: AwsRule = {
  id: "checkpoints/request-metrics-existing-bucket",
  title: "Metrics of requests are asked only of a bucket that Railyard makes.",
  severity: "error",
  why: "Railyard does not touch an existing bucket: nothing would tell of its requests although config says so.",
  source: `${guide}/metrics-configurations.html`,
  *check({ env: { checkpoints } }) {
    if (checkpoints?.bucket.kind !== "existing" || !checkpoints.requestMetrics) return;
    yield {
      path: ["checkpoints", "requestMetrics"],
      message: `requestMetrics is not applied to ${checkpoints.bucket.name}, which exists already`,
      fix: 'switch them on at the bucket and take requestMetrics out, or write bucket: { kind: "create" }',
    };
  },
};

const objectLockWithLink: AwsRule = {
  id: "checkpoints/object-lock-with-link",
  title: "A bucket that Lustre writes to has no Object Lock.",
  severity: "error",
  why: "No AWS document says what exports do to locked objects. Checkpoints that may not arrive in S3 are not worth the lock.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoexport-data-repo-dra.html",
  *check({ env }) {
    const lock = env.checkpoints?.objectLock;
    if (!lock || !isLinked(env)) return;
    yield {
      path: ["checkpoints", "objectLock"],
      message: `objectLock (${lock.mode}, ${lock.days} days) is on a bucket that Lustre is linked to; whether exports to it still work is unknown`,
      fix: "take objectLock out, and copy what must be locked to a bucket of its own",
    };
  },
};

const objectLockComplianceInDevelopment: AwsRule = {
  id: "checkpoints/object-lock-compliance-in-development",
  title: "A development environment locks nothing for good.",
  severity: "error",
  why: "In compliance mode nobody can delete a version or shorten its time: the bucket cannot go before the last lock ends.",
  source: `${guide}/object-lock.html`,
  *check({ env: { checkpoints, production } }) {
    if (production || checkpoints?.objectLock?.mode !== "compliance") return;
    yield {
      path: ["checkpoints", "objectLock", "mode"],
      message: `compliance would keep every version for ${checkpoints.objectLock.days} days whatever happens, in a development environment`,
      fix: 'write mode: "governance", take objectLock out, or write profile: "production"',
    };
  },
};

const lockLongerThanExpiry: AwsRule = {
  id: "checkpoints/lock-longer-than-expiry",
  title: "Versions are not locked for longer than they are wanted.",
  severity: "warning",
  why: "Lifecycle cannot delete a locked version: it stays, unseen and billed, until its lock ends.",
  source: LOCK,
  *check({ env: { checkpoints } }) {
    const lock = checkpoints?.objectLock;
    if (!lock || checkpoints.bucket.kind === "existing") return;
    const { cold, archive, profiles } = checkpoints;
    const ends = [cold, archive, profiles].flatMap((tier) => tier?.expireAfterDays ?? []);
    if (ends.length === 0) return;
    const gone = Math.min(...ends) + checkpoints.oldVersionDays;
    if (lock.days <= gone) return;
    yield {
      path: ["checkpoints", "objectLock", "days"],
      message: `versions are locked for ${lock.days} days, but would be gone after ${gone} (${Math.min(...ends)} to expire and ${checkpoints.oldVersionDays} as old versions)`,
      fix: `write days: ${gone} or less, or raise expireAfterDays`,
    };
  },
};

export const CHECKPOINTS_BUCKET_RULES: readonly AwsRule[] = [
  bucketName,
  kmsKey,
  prefixOverlap,
  existingBucketLifecycle,
  objectLockExistingBucket,
  requestMetricsExistingBucket,
  objectLockWithLink,
  objectLockComplianceInDevelopment,
  lockLongerThanExpiry,
];
