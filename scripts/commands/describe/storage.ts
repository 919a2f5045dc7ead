import type { ResolvedEnvironment } from "../../../config/resolve";
import type { ResolvedCheckpoints, Retention } from "../../../config/resolve/checkpoints";

/** File system and tiers. */
export interface StorageSheet {
  readonly lustre: LustreSheet | null;
  readonly tiers: readonly Tier[];
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
  readonly name: "warm" | "cold" | "archive";
  readonly place: string;
  /** S3 storage classes after the first, with the day on which objects move. */
  readonly moves: readonly { readonly afterDays: number; readonly to: string }[];
  /** Null: for ever. */
  readonly expireAfterDays: number | null;
  readonly keep: Retention | null;
}

export function storageSheet({ lustre, checkpoints }: ResolvedEnvironment): StorageSheet {
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
    tiers: checkpoints ? tiersOf(checkpoints, lustre?.config.mountPath ?? "") : [],
  };
}

/** Tiers that Railyard mounts and prunes: what jobs keep on the disks of a node is theirs. */
function tiersOf({ warm, cold, archive, bucket, prefix }: ResolvedCheckpoints, mountPath: string): Tier[] {
  const keep = ({ keepLast, keepEvery }: Retention): Retention => ({ keepLast, keepEvery });
  const local = { moves: [], expireAfterDays: null };
  return [
    ...(warm ? [{ name: "warm" as const, place: `Lustre, ${mountPath}${warm.path}`, ...local, keep: keep(warm) }] : []),
    {
      name: "cold",
      place: `s3://${bucket.name}/${prefix}`,
      moves: cold.transitions,
      expireAfterDays: cold.expireAfterDays,
      keep: keep(cold),
    },
    ...(archive
      ? [
          {
            name: "archive" as const,
            place: `s3://${bucket.name}/${archive.prefix}`,
            moves: archive.transitions,
            expireAfterDays: archive.expireAfterDays,
            keep: null,
          },
        ]
      : []),
  ];
}
