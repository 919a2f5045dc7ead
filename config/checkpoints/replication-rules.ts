import { noKey } from "../facts/kms-key";
import { S3_STORAGE_CLASSES } from "../facts/s3";
import { didYouMean } from "../kernel/nearest";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import { notPeer } from "../sites/aws-eks/peer-region";
import type { AwsRule } from "../sites/aws-eks/rule";
import { reservedName } from "./bucket-rules";
import { liesInEachOther } from "./own-prefixes";
import type { ResolvedReplication } from "./replication";
import { uncopied, written } from "./uncopied";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest/userguide";
const REQUIREMENTS = `${guide}/replication-requirements.html`;
const KEYS = `${guide}/replication-config-for-kms-objects.html`;
const RULES = `${guide}/replication-add-config.html`;

const at = (...keys: readonly (string | number)[]) => ["checkpoints", "replicateTo", ...keys];
const copies = ({ checkpoints }: AwsEnvironment): ResolvedReplication | null => checkpoints?.replicateTo ?? null;

const existingBucket: AwsRule = {
  id: "checkpoints/replica-existing-bucket",
  title: "Copies are said only of a bucket that Railyard makes.",
  severity: "error",
  why: "Railyard does not touch an existing bucket, whose replication has one configuration: nothing would be copied although config says so.",
  source: "https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketReplication.html",
  *check({ env }) {
    if (!copies(env) || env.checkpoints?.bucket.kind !== "existing") return;
    yield {
      path: at(),
      message: `${env.checkpoints.bucket.name} exists already, and its replication stays its owner's`,
      fix: 'set it at the bucket and take replicateTo out, or let Railyard make the bucket: bucket: { kind: "create" }',
    };
  },
};

const otherBucket: AwsRule = {
  id: "checkpoints/replica-bucket",
  title: "Copies go to a general purpose bucket that is nothing else of the environment.",
  severity: "error",
  why: "S3 refuses a bucket as its own copy, and copies into general purpose buckets alone. In that of the state they would lie beside what Terraform knows.",
  source: `${REQUIREMENTS}; ${guide}/bucketnamingrules.html`,
  *check({ env }) {
    const to = copies(env);
    if (!to) return;
    const reserved = reservedName(to.bucket);
    const isState = env.state.kind === "s3" && env.state.bucket === to.bucket;
    if (to.bucket === env.checkpoints?.bucket.name)
      yield {
        path: at("bucket"),
        message: `${to.bucket} is the bucket of the checkpoints itself`,
        fix: "name another bucket, in another Region or account",
      };
    else if (isState)
      yield {
        path: at("bucket"),
        message: `${to.bucket} is the bucket of the environment's state`,
        fix: "name a bucket for copies alone",
      };
    else if (reserved !== null)
      yield {
        path: at("bucket"),
        message: `${to.bucket} is no general purpose bucket: ${reserved}`,
        fix: "name a general purpose bucket that keeps versions",
      };
  },
};

const knownRegion: AwsRule = {
  id: "checkpoints/replica-region",
  title: "Copies go to a Region of the same partition.",
  severity: "error",
  why: "S3 copies nothing from one partition to another. Of a Region that is not known here, the partition is not, either.",
  source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html",
  *check({ env }) {
    const to = copies(env);
    if (!to) return;
    const fault = notPeer(to.region, env);
    if (fault) yield { path: at("region"), ...fault };
  },
};

const kmsKey: AwsRule = {
  id: "checkpoints/replica-kms-key",
  title: "The key of the copies is a key, in the Region and account of their bucket.",
  severity: "error",
  why: "S3 takes any key without a look and then copies nothing. IAM policies know keys, not aliases; a key of another Region encrypts nothing there, and copies of another account need a key of that account.",
  source: KEYS,
  *check({ env }) {
    const to = copies(env);
    // of a Region to which nothing is copied no key is the right one
    if (!to || notPeer(to.region, env)) return;
    const [, , , keyRegion, account] = to.kmsKeyArn.split(":");
    const fault = noKey(to.kmsKeyArn);
    const fix = `name the key of ${to.bucket}: \`aws kms describe-key --region ${to.region} --key-id <alias>\` shows it`;
    if (fault !== null) yield { path: at("kmsKeyArn"), message: fault, fix };
    else if (keyRegion !== to.region)
      yield { path: at("kmsKeyArn"), message: `the key is in ${keyRegion}, the copies are in ${to.region}`, fix };
    else if (account !== to.account)
      yield {
        path: at("kmsKeyArn"),
        message: `the key is of account ${account}, the copies are of ${to.account}`,
        fix: `${fix}, or write account: "${account}" if the bucket is there`,
      };
  },
};

const prefixes: AwsRule = {
  id: "checkpoints/replica-prefixes",
  title: "Each prefix that is copied is one in which something lies, and lies in no other one.",
  severity: "error",
  why: "Of rules to one bucket that are for the same objects S3 takes the one with the highest priority. A prefix that nobody writes to is a slip, after which nothing is copied.",
  source: RULES,
  *check({ env }) {
    const to = copies(env);
    if (!to) return;
    const known = written(env);
    for (const [index, prefix] of to.prefixes.entries()) {
      if (prefix === "") continue;
      const other = to.prefixes.slice(0, index).find((one) => liesInEachOther(one, prefix));
      if (other !== undefined)
        yield {
          path: at("prefixes", index),
          message: other === prefix ? `${prefix} stands here twice` : `${prefix} and ${other} lie in each other`,
          fix: `take ${other.length > prefix.length ? other : prefix} out`,
        };
      else if (!known.some((one) => liesInEachOther(one, prefix)))
        yield {
          path: at("prefixes", index),
          message: `nothing lies under ${prefix}: there are ${known.join(", ")}`,
          fix: didYouMean(prefix, known) ?? "take it out, or leave prefixes out for the whole bucket",
        };
    }
  },
};

const leftOut: AwsRule = {
  id: "checkpoints/replica-left-out",
  title: "All that is written into the bucket has a second copy.",
  severity: "warning",
  why: "Whoever reads that there are copies takes it for all of it: milestones are kept for ever in one bucket alone, or a prefix holds one run of many.",
  source: `${RULES}; Railyard's own design: config says where tiers, profiles, datasets and backups of Slurm lie`,
  *check({ env }) {
    const to = copies(env);
    const missing = to ? uncopied(env) : [];
    if (!to || missing.length === 0) return;
    // a prefix within one of these copies a part of it
    const part = (prefix: string) =>
      to.prefixes.some((one) => one.startsWith(prefix)) ? `${prefix} but a part` : prefix;
    yield {
      path: at("prefixes"),
      message: `only ${to.prefixes.join(", ")} is copied: ${missing.map(part).join(", ")} has no second copy`,
      fix: "leave prefixes out for the whole bucket, name these as well, or ignore this rule where they may be lost",
    };
  },
};

const samePlace: AwsRule = {
  id: "checkpoints/replica-same-place",
  title: "Copies lie in another Region or another account.",
  severity: "warning",
  why: "Otherwise both copies are lost with the Region, and with whoever may do everything in the account.",
  source: `${guide}/replication.html`,
  *check({ env }) {
    const to = copies(env);
    if (!to || to.region !== env.region || to.account !== env.account) return;
    yield {
      path: at("region"),
      message: `${to.bucket} is in ${to.region} and in account ${to.account}, as the bucket of the checkpoints is`,
      fix: "name a bucket of another Region or account, or ignore this rule where copies are for slips alone",
    };
  },
};

const copyClass: AwsRule = {
  id: "checkpoints/replica-class",
  title: "Copies can be read at once, and survive the loss of a zone.",
  severity: "warning",
  why: "Copies are there for the day on which the bucket is not: who waits for a restore trains on nothing, and One Zone-IA keeps objects in one zone.",
  source: `${guide}/storage-class-intro.html`,
  *check({ env }) {
    const storageClass = copies(env)?.storageClass;
    if (storageClass == null) return;
    const { retrieval, standardRestoreHours, zones } = S3_STORAGE_CLASSES[storageClass];
    if (retrieval === "restore")
      yield {
        path: at("storageClass"),
        message: `copies in ${storageClass} are read after a restore of up to ${standardRestoreHours} hours`,
        fix: 'write storageClass: "GLACIER_IR", or ignore this rule for copies that may wait',
      };
    else if (zones === "one")
      yield {
        path: at("storageClass"),
        message: `${storageClass} keeps copies in one zone only`,
        fix: 'write storageClass: "STANDARD_IA" or "GLACIER_IR"',
      };
  },
};

/** Days in which somebody sees the alert and repairs what was not copied. A decision of Railyard's own. */
const REPAIR_DAYS = 7;

const archivedBefore: AwsRule = {
  id: "checkpoints/replica-archived-source",
  title: "What was not copied stays readable until somebody has repaired it.",
  severity: "warning",
  why: "S3 tries no failed copy again, and lifecycles go on after a failure: from an archive class nothing is copied, by Batch Replication either, before it was restored and written anew.",
  source: `${guide}/replication-what-is-isnot-replicated.html; ${guide}/replication-status.html`,
  *check({ env }) {
    const to = copies(env);
    if (!to || !env.checkpoints) return;
    const { cold, archive, prefix } = env.checkpoints;
    const tiers = [{ tier: "cold", prefix, ...cold }, ...(archive ? [{ tier: "archive", ...archive }] : [])];
    for (const { tier, prefix: lies, transitions } of tiers) {
      if (!to.prefixes.some((one) => liesInEachOther(one, lies))) continue;
      for (const [index, { afterDays, to: name }] of transitions.entries()) {
        if (S3_STORAGE_CLASSES[name].retrieval === "instant" || afterDays >= REPAIR_DAYS) continue;
        yield {
          path: ["checkpoints", tier, "transitions", index, "afterDays"],
          message: `objects under ${lies} are in ${name} after ${afterDays} days: what fails to be copied cannot be copied then`,
          fix: `write afterDays: ${REPAIR_DAYS} or more`,
        };
      }
    }
  },
};

export const CHECKPOINTS_REPLICATION_RULES: readonly AwsRule[] = [
  existingBucket,
  otherBucket,
  knownRegion,
  kmsKey,
  prefixes,
  leftOut,
  samePlace,
  copyClass,
  archivedBefore,
];
