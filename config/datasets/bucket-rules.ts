import { liesInEachOther, OWN_PREFIX } from "../checkpoints/own-prefixes";
import { noKey } from "../facts/kms-key";
import { orList } from "../kernel/nearest";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import { notPeer } from "../sites/aws-eks/peer-region";
import type { AwsRule } from "../sites/aws-eks/rule";
import type { DatasetBucket, ResolvedDataset } from "./resolve";
import { policyRoom } from "./policy-room";

const guide = "https://docs.aws.amazon.com/AmazonS3/latest/userguide";
const RAILYARD =
  "https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-prefixes.html; Railyard's own design: jobs get rights by prefix";

interface InBucket extends ResolvedDataset {
  readonly place: DatasetBucket;
}

const inBuckets = ({ datasets }: Pick<AwsEnvironment, "datasets">): readonly InBucket[] =>
  datasets.filter((dataset): dataset is InBucket => dataset.place.kind === "bucket");

const shownPrefix = (prefix: string): string => prefix || "the whole bucket";

const at = (name: string, key: string) => ["datasets", name, "place", key];

const bucketNamed: AwsRule = {
  id: "datasets/bucket-named",
  title: "A dataset in a bucket says in which, or lies beside the checkpoints.",
  severity: "error",
  why: "Without a name it lies in the bucket of the checkpoints, and there is none: jobs would get no right to anything.",
  source: RAILYARD,
  *check({ env }) {
    for (const { name, place } of inBuckets(env)) {
      if (place.name !== null) continue;
      yield {
        path: ["datasets", name, "place"],
        message: "the place names no bucket, and the environment has no checkpoints",
        fix: 'write name: "<bucket>", or add checkpoints: {}',
      };
    }
  },
};

/** Prefixes that somebody else deletes in, or reads what is not theirs. */
function takenPrefixes({ checkpoints }: AwsEnvironment): { readonly prefix: string; readonly what: string }[] {
  if (!checkpoints) return [];
  return [
    { prefix: checkpoints.prefix, what: "checkpoints" },
    ...(checkpoints.archive ? [{ prefix: checkpoints.archive.prefix, what: "milestones of the archive" }] : []),
    ...(checkpoints.profiles ? [{ prefix: checkpoints.profiles.prefix, what: "profiles of jobs" }] : []),
    { prefix: OWN_PREFIX, what: "copies of Slurm's queue and of its database" },
  ];
}

const besideCheckpoints: AwsRule = {
  id: "datasets/beside-checkpoints",
  title: "Datasets in the bucket of the checkpoints lie beside what is there already.",
  severity: "error",
  why: "Lifecycles and the pruner delete below the prefix of checkpoints, and readers of the dataset would read what is there: checkpoints, or what everybody submitted to Slurm.",
  source: `${guide}/intro-lifecycle-filters.html`,
  *check({ env }) {
    for (const { name, place } of inBuckets(env)) {
      if (!place.own) continue;
      const taken = takenPrefixes(env).filter(({ prefix }) => liesInEachOther(place.prefix, prefix));
      if (taken.length === 0) continue;
      yield {
        path: at(name, "prefix"),
        message: `${shownPrefix(place.prefix)} lies in ${orList(taken.map(({ prefix }) => prefix))} of ${place.name}, or has it within: there are ${taken.map(({ what }) => what).join(", ")}`,
        fix: `write a prefix beside it, such as prefix: "datasets/${name}/"`,
      };
    }
  },
};

const ownBucket: AwsRule = {
  id: "datasets/own-bucket",
  title: "Of the bucket of the checkpoints, a dataset says its prefix alone.",
  severity: "error",
  why: "Region, account and key of that bucket are known: another value here would be of no bucket, and jobs would be refused.",
  source: RAILYARD,
  *check({ config, env }) {
    for (const { name, place } of inBuckets(env)) {
      const written = config.datasets[name]?.place;
      if (!place.own || written?.kind !== "bucket") continue;
      for (const key of ["kmsKeyArn", "region", "account"] as const) {
        if (written[key] === undefined || written[key] === place[key]) continue;
        yield {
          path: at(name, key),
          message: `${place.name} is the bucket of the checkpoints, whose ${key} is not ${written[key]}`,
          fix: `take ${key} out`,
        };
      }
    }
  },
};

const kmsKey: AwsRule = {
  id: "datasets/kms-key",
  title: "The key of a dataset's bucket is a key, in the Region of the bucket.",
  severity: "error",
  why: "IAM policies know keys, not aliases, and S3 uses keys of the bucket's own Region alone: readers could decrypt nothing.",
  source: `${guide}/UsingKMSEncryption.html`,
  *check({ env }) {
    for (const { name, place } of inBuckets(env)) {
      if (place.own || place.kmsKeyArn === null || (place.region !== null && notPeer(place.region, env))) continue;
      const keyRegion = place.kmsKeyArn.split(":")[3]!;
      const fault = noKey(place.kmsKeyArn);
      if (fault !== null) {
        yield {
          path: at(name, "kmsKeyArn"),
          message: fault,
          fix: "write the ARN of the key: `aws kms describe-key --key-id <alias>` shows it",
        };
      } else if (keyRegion !== place.region) {
        yield {
          path: at(name, "kmsKeyArn"),
          message: `the key is in ${keyRegion}, and the bucket ${place.name} in ${place.region}`,
          fix: `name the key of the bucket${notPeer(keyRegion, env) ? "" : `, or write region: "${keyRegion}"`}`,
        };
      }
    }
  },
};

const region: AwsRule = {
  id: "datasets/region",
  title: "The bucket of a dataset is in a Region of the same partition.",
  severity: "error",
  why: "Roles of one partition mean nothing in another: S3 would refuse every reader.",
  source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html",
  *check({ env }) {
    for (const { name, place } of inBuckets(env)) {
      const fault = place.own || place.region === null ? null : notPeer(place.region, env);
      if (!fault) continue;
      yield {
        path: at(name, "region"),
        message: `${fault.message}: no role of here reads it there`,
        fix: `${fault.fix}, where the bucket or a copy of it is`,
      };
    }
  },
};

const otherRegion: AwsRule = {
  id: "datasets/other-region",
  title: "Datasets lie in the Region of the nodes.",
  severity: "warning",
  why: "What leaves a Region is paid by the GB, each time that it is read; it goes by NAT, which is paid as well, for a gateway endpoint leads to its own Region alone; and it waits longer.",
  source:
    "https://aws.amazon.com/s3/pricing/ (data transfer); https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-endpoints-s3.html",
  *check({ env }) {
    for (const { name, place, sizeGiB } of inBuckets(env)) {
      if (place.region === null || place.region === env.region || notPeer(place.region, env)) continue;
      yield {
        path: at(name, "region"),
        message: `the bucket is in ${place.region}, the nodes in ${env.region}: ${sizeGiB === null ? "all that is read" : `${sizeGiB.toLocaleString("en-US")} GiB for each time that it is read`} leaves its Region`,
        fix: `copy it once to a bucket in ${env.region} (\`aws s3 sync --source-region ${place.region} --region ${env.region}\`), or to a volume with copyTo`,
      };
    }
  },
};

const stateBucket: AwsRule = {
  id: "datasets/state-bucket",
  title: "No dataset lies in the bucket of Terraform's state.",
  severity: "error",
  why: "The state has what must stay secret, and who writes it decides what is deployed next.",
  source: "https://developer.hashicorp.com/terraform/language/state/sensitive-data",
  *check({ env }) {
    if (env.state.kind !== "s3") return;
    for (const { name, place } of inBuckets(env)) {
      if (place.name !== env.state.bucket) continue;
      yield {
        path: at(name, "name"),
        message: `${place.name} is the bucket of this environment's state`,
        fix: "move the dataset to a bucket of its own",
      };
    }
  },
};

const overlap: AwsRule = {
  id: "datasets/overlap",
  title: "A dataset that lies in another one is for the same teams.",
  severity: "warning",
  why: "Rights go by the beginning of the key: who may read the outer prefix reads the inner one as well, whatever its readers say.",
  source: `${guide}/using-prefixes.html`,
  *check({ env }) {
    const all = inBuckets(env);
    for (const inner of all) {
      for (const outer of all) {
        if (inner === outer || inner.place.name === null || inner.place.name !== outer.place.name) continue;
        if (!inner.place.prefix.startsWith(outer.place.prefix)) continue;
        const more = reachMore(outer, inner);
        if (more.length === 0) continue;
        yield {
          path: at(inner.name, "prefix"),
          message: `${shownPrefix(inner.place.prefix)} lies in ${shownPrefix(outer.place.prefix)} of ${outer.name}, so that ${more.join(", ")} may, too`,
          fix: "give each a prefix beside the other, or the same readers, writers and slurm",
        };
      }
    }
  },
};

/** Who may do by the outer dataset what the inner one does not say. */
function reachMore(outer: ResolvedDataset, inner: ResolvedDataset): string[] {
  const writes = (dataset: ResolvedDataset) => dataset.slurm === "read-write";
  return [
    ...outer.readers.filter((team) => !inner.readers.includes(team)).map((team) => `${team} read it`),
    ...outer.writers.filter((team) => !inner.writers.includes(team)).map((team) => `${team} write it`),
    ...(outer.slurm !== null && inner.slurm === null ? ["all jobs of Slurm read it"] : []),
    ...(writes(outer) && !writes(inner) ? ["all jobs of Slurm write it"] : []),
  ];
}

const policySize: AwsRule = {
  id: "datasets/policy-size",
  title: "What a role may read fits into its policy.",
  severity: "error",
  why: "IAM refuses a role whose inline policies have more characters than its quota.",
  source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html",
  *check({ env }) {
    for (const { who, characters, limit } of policyRoom(env)) {
      if (characters <= limit) continue;
      yield {
        path: ["datasets"],
        message: `the policy of ${who} could have ${characters.toLocaleString("en-US")} characters, and IAM takes ${limit.toLocaleString("en-US")}`,
        fix: "put datasets of the same readers below one prefix, and name that one; or shorten prefixes",
      };
    }
  },
};

/** Of datasets in buckets of S3. */
export const DATASET_BUCKET_RULES: readonly AwsRule[] = [
  bucketNamed,
  besideCheckpoints,
  ownBucket,
  kmsKey,
  region,
  otherRegion,
  stateBucket,
  overlap,
  policySize,
];
