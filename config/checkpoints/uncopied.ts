import type { ResolvedDataset } from "../datasets/resolve";
import { OWN_PREFIX } from "./own-prefixes";
import type { ResolvedCheckpoints } from "./resolve";

interface Bucket {
  readonly checkpoints: Pick<ResolvedCheckpoints, "prefix" | "archive" | "profiles" | "replicateTo"> | null;
  readonly datasets: readonly Pick<ResolvedDataset, "place">[];
}

/** Prefixes of the bucket of the checkpoints under which something is written. */
export function written({ checkpoints, datasets }: Bucket): string[] {
  const own = datasets.flatMap(({ place }) => (place.kind === "bucket" && place.own ? [place.prefix] : []));
  const tiers = [checkpoints?.prefix, checkpoints?.archive?.prefix, checkpoints?.profiles?.prefix];
  return [...tiers.flatMap((prefix) => prefix ?? []), OWN_PREFIX, ...own];
}

/** Prefixes of these that `replicateTo` does not copy whole; empty as well where it copies nothing at all. */
export function uncopied(bucket: Bucket): string[] {
  const copied = bucket.checkpoints?.replicateTo?.prefixes ?? [""];
  return [...new Set(written(bucket))].filter((prefix) => !copied.some((one) => prefix.startsWith(one)));
}
