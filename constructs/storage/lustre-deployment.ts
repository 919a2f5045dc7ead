import { type FsxLustreFileSystemConfig } from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import { Token } from "cdktf";
import { LUSTRE_VERSION } from "../../config/facts/lustre";

/**
 * What protects the data of a persistent file system.
 *
 * `linked-to-s3` is for file systems with data repositories: FSx takes no backup of them, neither daily nor last.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-backups-fsx.html
 */
export type LustreBackups =
  | {
      readonly policy: "daily";
      /** 1 to 90. Daily backups die with the file system; only the final one outlives it. */
      readonly retentionDays: number;
      /** `HH:MM` in UTC. @default - AWS chooses */
      readonly startTime?: string;
      readonly finalBackup: FinalBackup;
    }
  | { readonly policy: "none"; readonly finalBackup: FinalBackup }
  | { readonly policy: "linked-to-s3" };

/** Whether deleting the file system takes a last backup, which lives until somebody deletes it. */
export type FinalBackup = "take" | "skip";

/** Metadata performance of a PERSISTENT_2 SSD file system. It can only grow. */
export type LustreMetadata =
  /** AWS sizes it by capacity. */
  | { readonly mode: "automatic" }
  /** 1500, 3000, 6000, or a multiple of 12000 up to 192000. */
  | { readonly mode: "user-provisioned"; readonly iops: number };

/** SSD read cache of an Intelligent-Tiering file system. Changing it empties the cache. */
export type LustreReadCache =
  | { readonly mode: "none" }
  | { readonly mode: "proportional" }
  /** `sizeGiB`: 32 to 131072 for every 4000 MB/s. */
  | { readonly mode: "user-provisioned"; readonly sizeGiB: number };

interface Provisioned {
  /** In the steps that type, throughput and EFA allow. Less than before would be a new, empty file system. */
  readonly capacityGiB: number;
}

interface Persistent {
  /** Customer key at rest. Changing it replaces the file system. @default - the key `aws/fsx` */
  readonly kmsKeyArn?: string;
  readonly backups: LustreBackups;
}

/**
 * Every kind of file system that FSx for Lustre 2.15 offers. SCRATCH_1 is left out: it takes no data repositories.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html
 */
export type LustreDeployment =
  | ({ readonly type: "scratch-2" } & Provisioned)
  | ({ readonly type: "persistent-1-ssd"; readonly throughputMBpsPerTiB: 50 | 100 | 200 } & Provisioned & Persistent)
  | ({
      readonly type: "persistent-1-hdd";
      readonly throughputMBpsPerTiB: 12 | 40;
      /** An SSD cache of a fifth of the capacity. */
      readonly readCache: boolean;
    } & Provisioned &
      Persistent)
  | ({
      readonly type: "persistent-2-ssd";
      /** With EFA it cannot change later. */
      readonly throughputMBpsPerTiB: 125 | 250 | 500 | 1000;
      readonly efa: boolean;
      /** Required, since it cannot be added to a file system later, and EFA needs it. */
      readonly metadata: LustreMetadata;
    } & Provisioned &
      Persistent)
  | ({
      readonly type: "persistent-2-intelligent-tiering";
      /** Of the whole file system: a multiple of 4000. Capacity follows use. */
      readonly throughputMBps: number;
      readonly metadataIops: 6000 | 12000;
      readonly readCache: LustreReadCache;
      readonly efa: boolean;
    } & Omit<Persistent, "backups"> & {
        /** Data repositories cannot be linked to Intelligent-Tiering. */
        readonly backups: Exclude<LustreBackups, { policy: "linked-to-s3" }>;
      });

type Attributes = Omit<FsxLustreFileSystemConfig, "subnetIds">;

/** The arguments of `aws_fsx_lustre_file_system` that follow from the deployment, none left to a default of AWS. */
export function lustreAttributes(deployment: LustreDeployment): Attributes {
  switch (deployment.type) {
    case "scratch-2":
      // FSx takes no backup of scratch; the provider then sends no flag at all.
      return { ...ssd("SCRATCH_2", deployment), skipFinalBackup: true };
    case "persistent-1-ssd":
      return {
        ...ssd("PERSISTENT_1", deployment),
        ...persistent(deployment),
        perUnitStorageThroughput: deployment.throughputMBpsPerTiB,
      };
    case "persistent-1-hdd":
      return {
        ...ssd("PERSISTENT_1", deployment),
        ...persistent(deployment),
        storageType: "HDD",
        perUnitStorageThroughput: deployment.throughputMBpsPerTiB,
        driveCacheType: deployment.readCache ? "READ" : "NONE",
      };
    case "persistent-2-ssd":
      return {
        ...ssd("PERSISTENT_2", deployment),
        ...persistent(deployment),
        perUnitStorageThroughput: deployment.throughputMBpsPerTiB,
        efaEnabled: deployment.efa,
        metadataConfiguration:
          deployment.metadata.mode === "automatic"
            ? { mode: "AUTOMATIC" }
            : { mode: "USER_PROVISIONED", iops: wholeNumber("metadata.iops", deployment.metadata.iops, 1) },
      };
    case "persistent-2-intelligent-tiering":
      return {
        deploymentType: "PERSISTENT_2",
        fileSystemTypeVersion: LUSTRE_VERSION,
        storageType: "INTELLIGENT_TIERING",
        ...persistent(deployment),
        throughputCapacity: wholeNumber("throughputMBps", deployment.throughputMBps, 4000),
        efaEnabled: deployment.efa,
        metadataConfiguration: { mode: "USER_PROVISIONED", iops: deployment.metadataIops },
        dataReadCacheConfiguration: readCache(deployment.readCache),
      };
  }
}

function ssd(deploymentType: string, { capacityGiB }: Provisioned): Attributes {
  return {
    deploymentType,
    fileSystemTypeVersion: LUSTRE_VERSION,
    storageType: "SSD",
    storageCapacity: wholeNumber("capacityGiB", capacityGiB, 1),
  };
}

function persistent({ kmsKeyArn, backups }: Persistent): Attributes {
  return {
    kmsKeyId: kmsKeyArn,
    // not available on a linked file system, which takes no backups
    copyTagsToBackups: backups.policy !== "linked-to-s3",
    skipFinalBackup: backups.policy === "linked-to-s3" || backups.finalBackup === "skip",
    automaticBackupRetentionDays: backups.policy === "daily" ? retention(backups.retentionDays) : 0,
    dailyAutomaticBackupStartTime: backups.policy === "daily" ? backups.startTime : undefined,
  };
}

function retention(days: number): number {
  if (Token.isUnresolved(days) || (Number.isInteger(days) && days >= 1 && days <= 90)) return days;
  throw new Error(
    `backups.retentionDays is ${days}; FSx keeps daily backups for 1 to 90 days. For no backups say policy "none".`,
  );
}

function readCache(cache: LustreReadCache): Attributes["dataReadCacheConfiguration"] {
  switch (cache.mode) {
    case "none":
      return { sizingMode: "NO_CACHE" };
    case "proportional":
      return { sizingMode: "PROPORTIONAL_TO_THROUGHPUT_CAPACITY" };
    case "user-provisioned":
      return { sizingMode: "USER_PROVISIONED", size: wholeNumber("readCache.sizeGiB", cache.sizeGiB, 1) };
  }
}

/** The value itself if it is a positive multiple of `step`. */
function wholeNumber(prop: string, value: number, step: number): number {
  if (Token.isUnresolved(value) || (Number.isInteger(value) && value > 0 && value % step === 0)) return value;
  const allowed = step === 1 ? "a whole number of at least 1" : `a positive multiple of ${step}`;
  throw new Error(`${prop} is ${value}; FSx for Lustre takes ${allowed}. Change it.`);
}
