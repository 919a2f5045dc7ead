import { EFS_BUILDER } from "./efs";
import { FSX_LUSTRE_BUILDER } from "./fsx-lustre";
import { FSX_OPENZFS_BUILDER } from "./fsx-openzfs";
import { existing } from "./builder";
import { LUSTRE_EXISTING_BUILDER } from "./lustre-existing";
import { NFS_BUILDER } from "./nfs";
import { NVME_OF_BUILDER, SCALE_BUILDER, WEKA_BUILDER } from "./by-driver";
import { S3_COMPATIBLE_BUILDER } from "./s3-compatible";

/** A row for each kind of `STORAGE_KINDS` in `config/storage/kinds.ts`. */
export const STORAGE_BUILDERS = [FSX_LUSTRE_BUILDER, EFS_BUILDER, FSX_OPENZFS_BUILDER, existing(NFS_BUILDER)] as const;

/** And for each of `EXISTING_STORAGE_KINDS`. */
export const EXISTING_BUILDERS = [
  LUSTRE_EXISTING_BUILDER,
  NFS_BUILDER,
  S3_COMPATIBLE_BUILDER,
  WEKA_BUILDER,
  SCALE_BUILDER,
  NVME_OF_BUILDER,
] as const;
