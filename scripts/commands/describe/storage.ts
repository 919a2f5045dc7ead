import type { SiteEnvironment } from "../../../config/sites/environment";
import { homesOf } from "../../../config/storage/homes";
import type { ResolvedCheckpoints, Retention } from "../../../config/checkpoints/resolve";
import { replicaSheet, type ReplicaSheet } from "./replica-section";
import type { ResolvedTask } from "../../../config/checkpoints/resolve-tasks";

/** File system and tiers. */
export interface StorageSheet {
  /** The file system that checkpoints are on. */
  readonly lustre: LustreSheet | null;
  /** All other volumes that pods mount. */
  readonly volumes: readonly VolumeSheet[];
  readonly tiers: readonly Tier[];
  /** Null: what is in the bucket has no second copy. */
  readonly replica: ReplicaSheet | null;
}

/** A volume in words. */
export interface VolumeSheet {
  readonly title: string;
  readonly lines: readonly string[];
  readonly zones: readonly string[];
  readonly mountPath: string;
  /** Whether it has the homes of users. */
  readonly homes: boolean;
}

export interface LustreSheet {
  readonly deployment: string;
  readonly zone: string;
  readonly mountPath: string;
  readonly efa: boolean;
  /** Null: it grows with use. */
  readonly capacityGiB: number | null;
  /** Reads that all disks sustain, decimal; null: unknown. */
  readonly readGBps: number | null;
  /** Null: it cannot be chosen, and AWS does not say it. */
  readonly metadataIops: number | null;
}

/** One place of checkpoints. */
export interface Tier {
  readonly name: "warm" | "cold" | "archive" | "profiles";
  readonly place: string;
  /** S3 storage classes after the first, with the day on which objects move. */
  readonly moves: readonly { readonly afterDays: number; readonly to: string }[];
  /** Null: for ever. */
  readonly expireAfterDays: number | null;
  /** Of a bucket that Railyard does not make: its lifecycle is not known, and nothing above is so. */
  readonly lifecycle: "set" | "unknown";
  readonly keep: Retention | null;
  /** Newest ones of these whose contents stay there; null: all. */
  readonly keepData: number | null;
  /** What FSx is asked to do there again and again. */
  readonly tasks: readonly ResolvedTask[];
}

/** Volumes of an environment, with GiB and MB/s. */
export function storageSheet(env: SiteEnvironment): StorageSheet {
  const { lustre, storage, checkpoints } = env;
  const homes = homesOf(env).volume;
  return {
    lustre: lustre && {
      deployment: lustre.config.deployment,
      zone: lustre.zone,
      mountPath: lustre.config.mountPath,
      efa: lustre.size.efa,
      capacityGiB: lustre.size.capacityGiB,
      readGBps: lustre.throughputMBps === null ? null : lustre.throughputMBps / 1000,
      metadataIops: lustre.size.metadataIops,
    },
    volumes: storage
      .filter(({ name }) => name !== lustre?.name)
      .map(({ name, title, lines, mount: { zones, mountPath } }) => ({
        title,
        lines,
        zones,
        mountPath,
        homes: env.slurm !== null && homes?.name === name,
      })),
    replica: replicaSheet(env),
    tiers: checkpoints ? tiersOf(checkpoints, lustre?.config.mountPath ?? "") : [],
  };
}

/** Tiers that Railyard mounts and prunes: what jobs keep on the disks of a node is theirs. */
function tiersOf({ warm, cold, archive, profiles, bucket, prefix }: ResolvedCheckpoints, mountPath: string): Tier[] {
  const keep = ({ keepLast, keepEvery }: Retention): Retention => ({ keepLast, keepEvery });
  const local = { moves: [], expireAfterDays: null, lifecycle: "set" as const };
  const lifecycle = bucket.kind === "existing" ? ("unknown" as const) : ("set" as const);
  const inBucket = { lifecycle, keepData: null, tasks: [] };
  return [
    ...(warm
      ? [
          {
            name: "warm" as const,
            place: `Lustre, ${mountPath}${warm.path}`,
            ...local,
            keep: keep(warm),
            keepData: warm.keepData,
            tasks: warm.tasks,
          },
        ]
      : []),
    {
      name: "cold",
      place: `s3://${bucket.name}/${prefix}`,
      moves: cold.transitions,
      expireAfterDays: cold.expireAfterDays,
      keep: keep(cold),
      ...inBucket,
    },
    ...(archive
      ? [
          {
            name: "archive" as const,
            place: `s3://${bucket.name}/${archive.prefix}`,
            moves: archive.transitions,
            expireAfterDays: archive.expireAfterDays,
            keep: null,
            ...inBucket,
          },
        ]
      : []),
    ...(profiles
      ? [
          {
            name: "profiles" as const,
            place: `s3://${bucket.name}/${profiles.prefix}`,
            moves: [],
            expireAfterDays: profiles.expireAfterDays,
            keep: null,
            ...inBucket,
          },
        ]
      : []),
  ];
}
