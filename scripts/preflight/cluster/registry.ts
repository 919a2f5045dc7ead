import type { ClusterCheck } from "./check";
import { ADMISSION } from "./checks/admission";
import { POD_SECURITY } from "./checks/pod-security";
import { CNI } from "./checks/cni";
import { COLLISIONS } from "./checks/collisions";
import { DEFINITIONS } from "./checks/definitions";
import { FABRIC_CARDS, GPUS } from "./checks/devices";
import { KUBELETS } from "./checks/kubelets";
import { LOAD_BALANCERS } from "./checks/load-balancers";
import { NODE_SYSTEMS, POOL_TAINTS } from "./checks/machines";
import { NVLINK_DOMAINS } from "./checks/nvlink-domains";
import { POOL_NODES, POOL_OVERLAP, SYSTEM_NODES } from "./checks/pools";
import { RAIL_ADDRESSES } from "./checks/rail-addresses";
import { FABRIC_LAYERS } from "./checks/fabric-layers";
import { RELEASE_NAMES } from "./checks/release-names";
import { RIGHTS } from "./checks/rights";
import { NAMED_SECRETS } from "./checks/secrets";
import { SLURM_CLAIM } from "./checks/slurm-claim";
import { STORAGE_CLASSES } from "./checks/storage-classes";
import { VOLUMES } from "./checks/volumes";
import { CLUSTER_WAY_OUT } from "./checks/way-out";
import { VERSION } from "./checks/version";

/** Every question to a cluster that exists, in the order in which answers are told. */
export const CLUSTER_CHECKS: readonly ClusterCheck[] = [
  VERSION,
  RIGHTS,
  POOL_NODES,
  POOL_OVERLAP,
  SYSTEM_NODES,
  POOL_TAINTS,
  NODE_SYSTEMS,
  GPUS,
  NVLINK_DOMAINS,
  FABRIC_CARDS,
  FABRIC_LAYERS,
  KUBELETS,
  CNI,
  RAIL_ADDRESSES,
  STORAGE_CLASSES,
  VOLUMES,
  SLURM_CLAIM,
  NAMED_SECRETS,
  CLUSTER_WAY_OUT,
  LOAD_BALANCERS,
  ADMISSION,
  POD_SECURITY,
  COLLISIONS,
  DEFINITIONS,
  RELEASE_NAMES,
];
