import type { ResolvedLustre } from "../config/storage/fsx-lustre/resolve";
import type { LustreBackups, LustreDeployment } from "../constructs/storage/lustre-deployment";

/** Kind and size of a resolved file system, as the construct takes them. */
export function lustreDeployment(lustre: ResolvedLustre, kmsKeyArn: string): LustreDeployment {
  const { config } = lustre;
  const persistent = { kmsKeyArn, backups: backupsOf(lustre) };
  switch (config.deployment) {
    case "scratch-2":
      return { type: "scratch-2", capacityGiB: config.capacityGiB };
    case "persistent-1-ssd":
      return {
        type: "persistent-1-ssd",
        capacityGiB: config.capacityGiB,
        throughputMBpsPerTiB: config.throughput,
        ...persistent,
      };
    case "persistent-1-hdd":
      return {
        type: "persistent-1-hdd",
        capacityGiB: config.capacityGiB,
        throughputMBpsPerTiB: config.throughput,
        readCache: config.readCache,
        ...persistent,
      };
    case "persistent-2-ssd":
      return {
        type: "persistent-2-ssd",
        capacityGiB: config.capacityGiB,
        throughputMBpsPerTiB: config.throughput,
        efa: config.efa,
        metadata: config.metadata,
        ...persistent,
      };
    case "persistent-2-intelligent-tiering":
      return {
        type: "persistent-2-intelligent-tiering",
        throughputMBps: config.throughputMBps,
        metadataIops: config.metadataIops,
        readCache: config.readCache,
        efa: config.efa,
        kmsKeyArn,
        backups: unlinkedBackups(lustre),
      };
  }
}

function backupsOf(lustre: ResolvedLustre): LustreBackups {
  return lustre.linked ? { policy: "linked-to-s3" } : unlinkedBackups(lustre);
}

function unlinkedBackups({
  backupDays,
  finalBackup,
}: ResolvedLustre): Exclude<LustreBackups, { policy: "linked-to-s3" }> {
  return backupDays > 0 ? { policy: "daily", retentionDays: backupDays, finalBackup } : { policy: "none", finalBackup };
}
