import { EFS } from "./efs";
import { FSX_LUSTRE } from "./fsx-lustre";
import { FSX_OPENZFS } from "./fsx-openzfs";
import { LUSTRE_EXISTING } from "./lustre-existing";
import { NFS } from "./nfs";
import { NVME_OF } from "./nvme-of";
import { S3_COMPATIBLE } from "./s3-compatible";
import { SCALE } from "./scale";
import { WEKA } from "./weka";

/** Every kind of storage in an account of AWS: what AWS makes, and servers that nodes of EKS reach. */
export const STORAGE_KINDS = [FSX_LUSTRE, EFS, FSX_OPENZFS, NFS] as const;

/** Every kind that is there already, and that any cluster can mount. */
export const EXISTING_STORAGE_KINDS = [LUSTRE_EXISTING, NFS, S3_COMPATIBLE, WEKA, SCALE, NVME_OF] as const;
