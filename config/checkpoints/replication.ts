import type { S3StorageClass } from "../facts/s3";
import type { CheckpointsConfig } from "./schema";

/** Where S3 copies what is written into the bucket of the checkpoints. */
export interface ResolvedReplication {
  readonly bucket: string;
  readonly region: string;
  /** 12 digits. */
  readonly account: string;
  readonly kmsKeyArn: string;
  /** `""` is the whole bucket, and then the only one. */
  readonly prefixes: readonly string[];
  readonly deleteMarkers: boolean;
  readonly timeControl: boolean;
  /** Null: that of the object. */
  readonly storageClass: S3StorageClass | null;
}

/** @param account that of the environment */
export function resolveReplication(
  config: CheckpointsConfig["replicateTo"],
  account: string,
): ResolvedReplication | null {
  return config
    ? {
        ...config,
        account: config.account ?? account,
        prefixes: config.prefixes ?? [""],
        storageClass: config.storageClass ?? null,
      }
    : null;
}

/** Name of the rule that copies a prefix, by which CloudWatch tells of it. Frozen: another one begins new metrics. */
export const replicationRuleId = (prefix: string): string => (prefix === "" ? "all" : prefix.replace(/\/$/, ""));
