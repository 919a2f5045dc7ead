import type { Outline } from "./outline";
import { pathText, type ConfigPath, type Issue } from "../kernel/issues";
import { record } from "../kernel/plain";
import { OWN_PREFIX } from "../checkpoints/own-prefixes";
import { bucketName } from "../names/resolve";
import { bucketStore } from "../state/bucket-store";

const PREFIX = "checkpoints/";
const ARCHIVE_PREFIX = "archive/";
const PROFILES_PREFIX = "profiles/";
/** A volume without a prefix. */
const ALL = "all of it";

/** Buckets of two environments, in one name. Names are unique over all accounts, so those do not matter. */
export function sharedBuckets(subject: Outline, other: Outline): Issue[] {
  const others = namedBuckets(other);
  return namedBuckets(subject).flatMap((own) =>
    others
      // two that are named after their environments are one only where the names are, and that is told
      .filter((one) => one.name === own.name && one.store === own.store && !(one.isNamedAfter && own.isNamedAfter))
      .flatMap((one) => shared(own, one, other.table) ?? []),
  );
}

function shared(own: Bucket, one: Bucket, table: string): Issue | null {
  const where = `of the environment ${JSON.stringify(table)}`;
  // volumes of two environments may be one on purpose: nothing is made or deleted there but by jobs
  if (own.isVolume && one.isVolume) return null;
  // states of environments that have folders of their own never meet
  if (own.isState && one.isState && !own.isMade && !one.isMade) return null;
  if (own.isState && one.isState)
    return {
      rule: "environments/one-state",
      path: own.path,
      message: `${JSON.stringify(own.name)} is the bucket of this environment's state and of that ${where}`,
      hint:
        own.isMade && one.isMade
          ? "name another bucket in state.bucket, or leave the key out: the keys in both are the same, so one would destroy what the other has made"
          : `name another bucket in state.bucket: this one is made and destroyed with ${own.isMade ? "this environment" : JSON.stringify(table)}`,
    };
  if (own.isMade && one.isMade)
    return {
      rule: "environments/bucket-made-twice",
      path: own.path,
      message: `${JSON.stringify(own.name)} would be made here and as ${pathText(one.path)} ${where}`,
      hint: 'name another bucket, or write bucket: { kind: "existing" } in the environment that only uses it',
    };
  if (own.isState || one.isState)
    return {
      rule: "environments/bucket-state",
      path: own.path,
      message: `${JSON.stringify(own.name)} is the bucket of ${own.isState ? `this environment's state and of ${one.isVolume ? "a volume" : "the checkpoints"}` : `${own.isVolume ? "this volume" : "these checkpoints"} and of the state`} ${where}`,
      hint: `keep ${own.isVolume || one.isVolume ? "what jobs write" : "checkpoints"} in a bucket of ${own.isVolume || one.isVolume ? "its" : "their"} own`,
    };
  for (const a of own.prefixes)
    for (const b of one.prefixes) {
      if ((a.isOfVolumes && !one.isVolume) || (b.isOfVolumes && !own.isVolume)) continue;
      if (!a.value.startsWith(b.value) && !b.value.startsWith(a.value)) continue;
      const isPruned = a.deletes || b.deletes;
      const who = a.deletes ? "this environment" : JSON.stringify(table);
      return {
        rule: isPruned ? "environments/bucket-pruned" : "environments/bucket-prefix",
        path: a.path,
        message: `${a.value || ALL} and ${b.value || ALL} ${where} lie in each other, in the bucket ${JSON.stringify(own.name)}${isPruned ? `, and ${who} deletes what it no longer keeps` : ""}`,
        hint: `give each environment a prefix of its own, such as ${PREFIX}<environment>/${own.isVolume || one.isVolume ? ", or the volume another bucket" : ""}`,
      };
    }
  if (own.hasBackups && one.hasBackups)
    return {
      rule: "environments/bucket-backups",
      path: own.path,
      message: `${JSON.stringify(own.name)} is the bucket of the checkpoints ${where}, too, and both copy Slurm's queue and database below ${OWN_PREFIX} of it`,
      hint: "give each environment with Slurm a bucket of its own: the newest copy would be that of the other one",
    };
  return null;
}

/** A bucket that an environment names, and where in it something lies. */
export interface Bucket {
  readonly path: ConfigPath;
  readonly name: string;
  /** Config names none: it is called after the environment. */
  readonly isNamedAfter: boolean;
  readonly isState: boolean;
  /** The environment makes it, and does not only use it. */
  readonly isMade: boolean;
  /** Jobs read and write it by its API, as a volume. */
  readonly isVolume: boolean;
  /** Who keeps it: buckets of two stores are two, whatever they are called. */
  readonly store: string;
  readonly prefixes: readonly Prefix[];
  /** Copies of Slurm's queue and database lie in it, under names that are the same in every environment. */
  readonly hasBackups: boolean;
}

interface Prefix {
  readonly path: ConfigPath;
  readonly value: string;
  /** A pruner or a lifecycle deletes under it. */
  readonly deletes: boolean;
  /** Only volumes meet it here: of two environments that have it, the bucket is told. @default false */
  readonly isOfVolumes?: true;
}

/** Those that config names, and those that are named after the environment, which another one may name. Files may be wrong. */
export function namedBuckets(outline: Outline): Bucket[] {
  const { checkpoints, state } = record(outline.input);
  const buckets: Bucket[] = volumeBuckets(outline);
  const written = record(state).bucket;
  const stateBucket = record(state).kind === "local" ? undefined : (written ?? ownName(outline, "tfstate"));
  if (typeof stateBucket === "string")
    buckets.push({
      path: written === undefined ? ["name"] : ["state", "bucket"],
      name: stateBucket,
      isNamedAfter: written === undefined,
      isState: true,
      // a cluster that exists has a bucket that exists
      isMade: record(record(outline.input).cluster).kind !== "existing",
      isVolume: false,
      store: storeOf(state),
      prefixes: [],
      hasBackups: false,
    });
  if (typeof checkpoints !== "object" || checkpoints === null) return buckets;
  const { bucket, prefix, warm, cold, archive, profiles } = record(checkpoints);
  const { kind = "create", name: given } = record(bucket);
  const name = given ?? ownName(outline, "checkpoints");
  if (typeof name !== "string") return buckets;
  const path = given === undefined ? ["checkpoints"] : ["checkpoints", "bucket", "name"];
  // who only uses a bucket leaves its lifecycle alone
  const isMade = kind === "create";
  // what lies on Lustre goes from S3 as well where deletes are exported
  const warmDeletes = record(warm).exportDeletes === true && keepsSome(warm);
  const prefixes: Prefix[] = [
    {
      path: typeof prefix === "string" ? ["checkpoints", "prefix"] : path,
      value: typeof prefix === "string" ? prefix : PREFIX,
      deletes: keepsSome(cold) || warmDeletes || (isMade && "expireAfterDays" in record(cold)),
    },
  ];
  for (const [name, tier, usual] of [
    ["archive", archive, ARCHIVE_PREFIX],
    ["profiles", profiles, PROFILES_PREFIX],
  ] as const) {
    if (typeof tier !== "object" || tier === null) continue;
    const { prefix: written, expireAfterDays } = record(tier);
    prefixes.push({
      path: typeof written === "string" ? ["checkpoints", name, "prefix"] : path,
      value: typeof written === "string" ? written : usual,
      // profiles of a bucket that is made go by themselves
      deletes: isMade && (name === "profiles" || expireAfterDays !== undefined),
    });
  }
  const { slurm } = record(outline.input);
  const hasBackups = typeof slurm === "object" && slurm !== null;
  buckets.push({
    path,
    name,
    isNamedAfter: given === undefined,
    isState: false,
    isMade,
    isVolume: false,
    store: bucketStore(null),
    prefixes: hasBackups ? [...prefixes, { path, value: OWN_PREFIX, deletes: false, isOfVolumes: true }] : prefixes,
    hasBackups,
  });
  return buckets;
}

/** Stores of volumes, in which jobs write as they please. */
function volumeBuckets({ input }: Outline): Bucket[] {
  return Object.entries(record(record(input).storage)).flatMap(([volume, given]) => {
    const { kind, bucket, endpoint, prefix } = record(given);
    if (kind !== "s3-compatible" || typeof bucket !== "string" || typeof endpoint !== "string") return [];
    const path = ["storage", volume];
    const value = typeof prefix === "string" ? prefix : "";
    return [
      {
        path: [...path, "bucket"],
        name: bucket,
        isNamedAfter: false,
        isState: false,
        isMade: false,
        isVolume: true,
        store: bucketStore(endpoint),
        prefixes: [{ path: [...path, value === "" ? "bucket" : "prefix"], value, deletes: false }],
        hasBackups: false,
      },
    ];
  });
}

/** Config of a state, which may be wrong. */
const storeOf = (state: unknown): string =>
  bucketStore(record(state).kind === "s3-compatible" ? String(record(state).endpoint) : null);

/** Name that a bucket has where config says none. */
function ownName({ name, account, region }: Outline, purpose: string): string | undefined {
  if (typeof name !== "string" || typeof account !== "string" || typeof region !== "string") return undefined;
  return bucketName(name, purpose, account, region);
}

const keepsSome = (tier: unknown): boolean => "keepLast" in record(tier) || "keepEvery" in record(tier);
