import type { ResolvedCheckpoints } from "../checkpoints/resolve";
import type { SiteConfig } from "../sites/keys";
import type { DatasetConfig } from "./schema";
import type { DatasetDrift } from "./drift-schema";
import type { DatasetVersion } from "./version-schema";

/** What somebody may do with a dataset. */
export type DatasetAccess = "read" | "read-write";

export interface DatasetBucket {
  readonly kind: "bucket";
  /** Null: config names none, and there is no bucket of checkpoints. */
  readonly name: string | null;
  /** Whether it is the bucket of the checkpoints, and has its key. */
  readonly own: boolean;
  readonly prefix: string;
  /** Of a bucket that only config names. */
  readonly kmsKeyArn: string | null;
  /** Null: outside of AWS. */
  readonly region: string | null;
  readonly account: string | null;
}

export interface DatasetFolder {
  readonly kind: "volume";
  readonly volume: string;
  readonly path: string;
}

/** A dataset, with everything that follows from where it lies and whom it is for. */
export interface ResolvedDataset {
  readonly name: string;
  readonly place: DatasetBucket | DatasetFolder;
  readonly format: DatasetConfig["format"];
  /** Teams that may read it, those that may write it among them. */
  readonly readers: readonly string[];
  readonly writers: readonly string[];
  /** What jobs of Slurm may do; null: nothing. */
  readonly slurm: DatasetAccess | null;
  /** Null: not known. */
  readonly sizeGiB: number | null;
  readonly files: number | null;
  readonly copyTo: DatasetConfig["copyTo"] | null;
  /** Null: nobody says it. */
  readonly version: DatasetVersion | null;
  /** Null: nobody compares it. */
  readonly drift: DatasetDrift | null;
}

/** What the site knows of buckets. */
export interface BucketSite {
  /** Null: there is no bucket. */
  readonly checkpoints: ResolvedCheckpoints | null;
  /** Null: outside of AWS. */
  readonly region: string | null;
  readonly account: string | null;
}

/** Datasets in the order in which they are written. Never fails: what cannot be is left for the rules to tell. */
export function resolveDatasets({ datasets, teams }: SiteConfig, site: BucketSite): readonly ResolvedDataset[] {
  return Object.entries(datasets).map(([name, config]) => ({
    name,
    place: config.place.kind === "bucket" ? bucketOf(config.place, site) : config.place,
    format: config.format,
    readers: [...new Set([...(config.readers ?? Object.keys(teams)), ...config.writers])],
    writers: config.writers,
    slurm: slurmAccess(config),
    sizeGiB: config.sizeGiB ?? null,
    files: config.files ?? null,
    copyTo: config.copyTo ?? null,
    version: config.version ?? null,
    drift: config.drift ?? null,
  }));
}

/** One role for all teams: what is for some of them is for Slurm only where somebody says so. */
function slurmAccess({ slurm, readers }: DatasetConfig): DatasetAccess | null {
  const access = slurm ?? (readers === undefined ? "read" : "none");
  return access === "none" ? null : access;
}

function bucketOf(
  place: Extract<DatasetConfig["place"], { readonly kind: "bucket" }>,
  { checkpoints, region, account }: BucketSite,
): DatasetBucket {
  const name = place.name ?? checkpoints?.bucket.name ?? null;
  const own = name !== null && name === checkpoints?.bucket.name;
  return {
    kind: "bucket",
    name,
    own,
    prefix: place.prefix,
    kmsKeyArn: own ? (checkpoints?.bucket.kmsKeyArn ?? null) : (place.kmsKeyArn ?? null),
    region: own ? region : (place.region ?? region),
    account: own ? account : (place.account ?? account),
  };
}
