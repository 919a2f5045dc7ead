import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";

/** Where jobs find fast local disk. */
export const SCRATCH_PATH = SLURM_MOUNTS.scratch;

/**
 * enroot.conf of the slurmd pods, read by Pyxis: layers and container roots on scratch space. Lustre has no overlay, and
 * the defaults lie in home folders.
 * @see https://github.com/NVIDIA/enroot/blob/master/doc/configuration.md
 */
export function enrootConf(): string {
  const folder = `${SCRATCH_PATH}/enroot`;
  return [
    "ENROOT_RUNTIME_PATH /run/enroot/user-$(id -u)",
    `ENROOT_CACHE_PATH ${folder}/cache-$(id -u)`,
    `ENROOT_DATA_PATH ${folder}/data-$(id -u)`,
    `ENROOT_TEMP_PATH ${SCRATCH_PATH}`,
    "ENROOT_MOUNT_HOME no",
    "ENROOT_RESTRICT_DEV yes",
    "ENROOT_ROOTFS_WRITABLE yes",
    "",
  ].join("\n");
}
