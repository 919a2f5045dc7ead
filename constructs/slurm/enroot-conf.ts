import { SLURM_MOUNTS } from "../../config/facts/slurm-mounts";
import type { Volume } from "../kubernetes/objects";
import { containersOf, type SlurmLayout } from "./slurm-types";
import { userFolder } from "./user-folder";

/** Where jobs find fast local disk. */
export const SCRATCH_PATH = SLURM_MOUNTS.scratch;

/** Where slurmd pods find credentials of a Secret. */
export const CREDENTIALS_PATH = SLURM_MOUNTS.enroot;

/**
 * The Secret as a folder, so that a change reaches pods while they run. Optional: a slurmd that waits for a Secret would take
 * the node from all jobs. Users read it as themselves.
 */
export const credentialsVolume = (secretName: string): Volume => ({
  name: "enroot-credentials",
  secret: {
    secretName,
    optional: true,
    defaultMode: 0o444,
    items: [{ key: "credentials", path: ".credentials" }],
  },
});

/**
 * enroot.conf of the slurmd pods, read by Pyxis: layers and container roots on scratch space. Lustre has no overlay, and
 * the defaults lie in home folders. A shell reads each value, as the user of the job.
 * @see https://github.com/NVIDIA/enroot/blob/v4.1.2/doc/configuration.md
 */
export function enrootConf(layout: SlurmLayout): string {
  // a folder for each user: Enroot makes it for them alone, and in /run of the image only root makes any
  const folder = userFolder("enroot");
  const containers = containersOf(layout);
  const { proxy } = layout;
  return [
    `ENROOT_RUNTIME_PATH ${folder}/run`,
    `ENROOT_CACHE_PATH ${folder}/cache`,
    `ENROOT_DATA_PATH ${folder}/data`,
    `ENROOT_TEMP_PATH ${folder}`,
    ...(containers.kind === "pyxis" && containers.credentialsSecretName !== undefined
      ? // whoever has credentials of their own uses those
        [
          `ENROOT_CONFIG_PATH $([ -e ~/.config/enroot/.credentials ] && echo ~/.config/enroot || echo ${CREDENTIALS_PATH})`,
        ]
      : []),
    ...(proxy ? [`http_proxy ${proxy.url}`, `https_proxy ${proxy.url}`, `no_proxy ${proxy.direct.join(",")}`] : []),
    "ENROOT_MOUNT_HOME no",
    // a /dev of its own needs a syslog, which no pod has, and lacks the cards of EFA and InfiniBand; which GPUs a job has is
    // kept by its cgroup
    "ENROOT_RESTRICT_DEV no",
    "ENROOT_ROOTFS_WRITABLE yes",
    "",
  ].join("\n");
}
