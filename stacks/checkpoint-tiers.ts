import type { ResolvedCheckpoints, Retention as ResolvedRetention } from "../config/checkpoints/resolve";
import { reachesBucket } from "../config/checkpoints/exports";
import type { SiteEnvironment } from "../config/sites/environment";
import type { PrunedTiers } from "../constructs/platform/checkpoint-pruner";
import { type Retention, retentionRules } from "../constructs/storage/checkpoint-retention";
import type { DataRepository } from "../constructs/storage/data-repository";
import type { LifecycleRule } from "../constructs/storage/lifecycle-rules";

/** Lifecycle of the cold tier, of the archive and of profiles, each under its own prefix, and of what the pruner tags. */
export function checkpointRules({ prefix, cold, archive, profiles }: ResolvedCheckpoints): LifecycleRule[] {
  return [
    rule("cold", prefix, cold.transitions, cold.expireAfterDays),
    ...(cold.keepLast !== null || cold.keepEvery !== null ? retentionRules({ prefix }) : []),
    ...(archive ? [rule("archive", archive.prefix, archive.transitions, archive.expireAfterDays)] : []),
    ...(profiles ? [rule("profiles", profiles.prefix, [], profiles.expireAfterDays)] : []),
  ].filter(({ transitions, expireAfterDays }) => transitions?.length || expireAfterDays !== undefined);
}

function rule(
  id: string,
  prefix: string,
  transitions: ResolvedCheckpoints["cold"]["transitions"],
  expireAfterDays: number | null,
): LifecycleRule {
  return {
    id,
    prefix,
    transitions: transitions.map(({ afterDays, to }) => ({
      afterDays,
      storageClass: to,
    })),
    ...(expireAfterDays !== null && { expireAfterDays }),
  };
}

/** The link between the warm tier's folder and the cold tier's prefix; none without a warm tier. */
export function dataRepository({ warm, prefix }: ResolvedCheckpoints, bucket: string): DataRepository[] {
  if (!warm) return [];
  return [
    {
      id: "checkpoints",
      fileSystemPath: warm.path,
      bucket,
      prefix,
      importEvents: warm.import.map((event) => event.toUpperCase() as "NEW" | "CHANGED" | "DELETED"),
      exportEvents: warm.export.map((event) => event.toUpperCase() as "NEW" | "CHANGED"),
      exportDeletes: warm.exportDeletes,
      batchImportOnCreate: true,
    },
  ];
}

/** Prefixes of the bucket that jobs write to. */
export function jobPrefixes({ prefix, archive }: ResolvedCheckpoints): [string, ...string[]] {
  return archive ? [prefix, archive.prefix] : [prefix];
}

/** What the pruner keeps where; null where nothing is ever too much. */
export function prunedTiers(
  { bucket, prefix, warm, cold }: ResolvedCheckpoints,
  claimName: string | null,
): PrunedTiers | null {
  const folders = claimName !== null && warm && warm.keepLast !== null && { claimName, ...warm };
  if (!folders && cold.keepLast === null) return null;
  return {
    ...(folders && {
      warm: {
        claimName: folders.claimName,
        path: folders.path,
        exported: reachesBucket(folders),
        ...tierLimits(folders),
      },
    }),
    cold: { bucketName: bucket.name, prefix, ...tierLimits(cold) },
  };
}

/** Whether the file system exports the warm tier's folder by itself. */
export const isTierLinked = ({ lustre, checkpoints }: Pick<SiteEnvironment, "lustre" | "checkpoints">): boolean =>
  lustre?.linked === true && checkpoints?.warm != null;

/** That folder, as jobs see it; null where there is none. */
export const linkedFolder = (env: Pick<SiteEnvironment, "lustre" | "checkpoints">): string | null =>
  isTierLinked(env) && env.lustre && env.checkpoints?.warm
    ? `${env.lustre.mount.mountPath}/${env.checkpoints.warm.path.replace(/^\/+/, "")}`.replace(/\/+$/, "")
    : null;

/** What a tier keeps, without what it does not say. */
export const tierLimits = ({ keepLast, keepEvery }: ResolvedRetention): Retention => ({
  ...(keepLast !== null && { keepLast }),
  ...(keepEvery !== null && { keepEvery }),
});
