import { liesInEachOther } from "../checkpoints/own-prefixes";
import type { ConfigPath, Issue } from "../kernel/issues";
import { record } from "../kernel/plain";
import { bucketStore } from "../state/bucket-store";
import type { Outline } from "./outline";
import { namedBuckets, type Bucket } from "./shared-buckets";

/** Copies have the names of what is copied: in one bucket, those of two environments are versions of one object, and nobody's own. */
export function sharedReplicas(subject: Outline, other: Outline): Issue[] {
  const [own, one] = [replicaOf(subject), replicaOf(other)];
  return [
    ...(own && one ? both(own, one, other.table) : []),
    ...(own ? namedBuckets(other).flatMap((bucket) => meeting(own, bucket, other.table, "theirs")) : []),
    ...(one ? namedBuckets(subject).flatMap((bucket) => meeting(one, bucket, other.table, "ours")) : []),
  ];
}

interface Replica {
  readonly path: ConfigPath;
  readonly bucket: string;
  readonly prefixes: readonly string[];
}

/** Where config copies to. Files may be wrong. */
function replicaOf({ input }: Outline): Replica | null {
  const { bucket, prefixes } = record(record(record(input).checkpoints).replicateTo);
  if (typeof bucket !== "string") return null;
  const written = Array.isArray(prefixes) ? prefixes.filter((prefix) => typeof prefix === "string") : [];
  return {
    path: ["checkpoints", "replicateTo", "bucket"],
    bucket,
    prefixes: written.length > 0 ? written : [""],
  };
}

const HINT = "name a bucket for the copies of each environment, or copy prefixes that lie beside each other";
const shown = (prefix: string): string => prefix || "all of it";

function both(own: Replica, one: Replica, table: string): Issue[] {
  if (own.bucket !== one.bucket) return [];
  const met = own.prefixes.flatMap((a) =>
    one.prefixes.filter((b) => liesInEachOther(a, b)).map((b) => [a, b] as const),
  )[0];
  if (!met) return [];
  const [a, b] = met;
  const message = `${JSON.stringify(own.bucket)} gets copies of ${shown(a)} here and of ${shown(b)} of the environment ${JSON.stringify(table)}`;
  return [{ rule: "environments/replica-twice", path: own.path, message, hint: HINT }];
}

/** @param whose the bucket is: then the message stands where this environment names its own */
function meeting(replica: Replica, bucket: Bucket, table: string, whose: "ours" | "theirs"): Issue[] {
  if (bucket.name !== replica.bucket || bucket.store !== bucketStore(null)) return [];
  const taken = bucket.prefixes.some(({ value }) => replica.prefixes.some((prefix) => liesInEachOther(prefix, value)));
  if (!bucket.isState && !taken) return [];
  const environment = `the environment ${JSON.stringify(table)}`;
  const what = bucket.isState ? "the state" : bucket.isVolume ? "a volume" : "the checkpoints";
  return [
    {
      rule: "environments/replica-twice",
      path: whose === "theirs" ? replica.path : bucket.path,
      message:
        whose === "theirs"
          ? `${JSON.stringify(bucket.name)} gets copies, and is the bucket of ${what} of ${environment}`
          : `${JSON.stringify(bucket.name)} is the bucket of ${what} here, and gets copies of ${environment}`,
      hint: HINT,
    },
  ];
}
