import type { PreflightCheck } from "./check";
import { BLOCK_HEALTH, BLOCKS } from "./checks/blocks";
import { DATA_SNAPSHOTS } from "./checks/data-snapshots";
import { EFS_QUOTAS } from "./checks/efs-limits";
import { LUSTRE_QUOTAS } from "./checks/fsx-limits";
import { OPENZFS_QUOTAS } from "./checks/openzfs-limits";
import { CUSTOM_IMAGES, IMAGE_RELEASES } from "./checks/images";
import { UBUNTU_IMAGES } from "./checks/ubuntu-images";
import { ADDON_VERSIONS, KUBERNETES_VERSION } from "./checks/kubernetes";
import { TYPE_OFFERED } from "./checks/offerings";
import { BLOCK_OFFERS } from "./checks/offers";
import { CLUSTER_QUOTA_CHECKS } from "./checks/quotas-cluster";
import { INSTANCE_QUOTA_CHECK } from "./checks/quotas-instances";
import { NETWORK_QUOTA_CHECKS } from "./checks/quotas-network";
import { RESERVATIONS } from "./checks/reservations";
import { S3_WAY } from "./checks/s3-way";
import { ADOPTED_SUBNET_TAGS, ADOPTED_SUBNETS, ADOPTED_VPC } from "./checks/subnets";
import { ZONES } from "./checks/zones";

/** What the account has room for: quotas, types in zones, reservations, addresses, images, versions. */
export const CAPACITY_CHECKS: readonly PreflightCheck[] = [
  INSTANCE_QUOTA_CHECK,
  ...NETWORK_QUOTA_CHECKS,
  ...CLUSTER_QUOTA_CHECKS,
  LUSTRE_QUOTAS,
  EFS_QUOTAS,
  OPENZFS_QUOTAS,
  ZONES,
  TYPE_OFFERED,
  RESERVATIONS,
  BLOCKS,
  BLOCK_HEALTH,
  BLOCK_OFFERS,
  ADOPTED_VPC,
  ADOPTED_SUBNETS,
  ADOPTED_SUBNET_TAGS,
  S3_WAY,
  IMAGE_RELEASES,
  CUSTOM_IMAGES,
  UBUNTU_IMAGES,
  DATA_SNAPSHOTS,
  KUBERNETES_VERSION,
  ADDON_VERSIONS,
];
