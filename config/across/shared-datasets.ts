import { liesInEachOther } from "../checkpoints/own-prefixes";
import type { ConfigPath, Issue } from "../kernel/issues";
import { record } from "../kernel/plain";
import { bucketStore } from "../state/bucket-store";
import type { Outline } from "./outline";
import { namedBuckets, type Bucket } from "./shared-buckets";

/** Two environments may read the same dataset, and write it: what one deletes by itself, and states, are nobody's data. */
export function sharedDatasets(subject: Outline, other: Outline): Issue[] {
  return [
    ...datasetsIn(subject).flatMap((dataset) =>
      namedBuckets(other).flatMap((bucket) => meeting(dataset, bucket, other.table, "theirs") ?? []),
    ),
    ...datasetsIn(other).flatMap((dataset) =>
      namedBuckets(subject).flatMap((bucket) => meeting(dataset, bucket, other.table, "ours") ?? []),
    ),
  ];
}

interface Dataset {
  readonly path: ConfigPath;
  readonly name: string;
  readonly bucket: string;
  readonly prefix: string;
}

/** Datasets of buckets that config names. Files may be wrong. */
function datasetsIn({ input }: Outline): Dataset[] {
  return Object.entries(record(record(input).datasets)).flatMap(([name, given]) => {
    const { kind, name: bucket, prefix } = record(record(given).place);
    if (kind !== "bucket" || typeof bucket !== "string" || typeof prefix !== "string") return [];
    return [{ path: ["datasets", name, "place"], name, bucket, prefix }];
  });
}

/** @param whose bucket it is: then the message stands where this environment names its own */
function meeting(dataset: Dataset, bucket: Bucket, table: string, whose: "ours" | "theirs"): Issue | null {
  if (bucket.name !== dataset.bucket || bucket.store !== bucketStore(null)) return null;
  const environment = JSON.stringify(table);
  const own = whose === "theirs" ? `the dataset ${dataset.name}` : `the dataset ${dataset.name} of ${environment}`;
  const owner = whose === "theirs" ? `the environment ${environment}` : "this environment";
  const hint = "keep the dataset in a bucket, or below a prefix, of its own";
  if (bucket.isState)
    return {
      rule: "environments/bucket-state",
      path: whose === "theirs" ? [...dataset.path, "name"] : bucket.path,
      message: `${own} lies in ${JSON.stringify(bucket.name)}, the bucket of the state of ${owner}`,
      hint,
    };
  const deleted = bucket.prefixes.find(({ deletes, value }) => deletes && liesInEachOther(value, dataset.prefix));
  if (!deleted) return null;
  return {
    rule: "environments/bucket-pruned",
    path: whose === "theirs" ? [...dataset.path, "prefix"] : deleted.path,
    message: `${own} is below ${dataset.prefix} of ${JSON.stringify(bucket.name)}, and ${owner} deletes what it no longer keeps below ${deleted.value}`,
    hint,
  };
}
