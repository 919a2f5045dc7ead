/** A driver of somebody's storage, as far as static volumes of it go. */
export interface StorageDriverFacts {
  /** Name of its `CSIDriver`. */
  readonly driver: string;
  /** Where its keys were read. */
  readonly source: string;
}

/** WEKA's: `volumeHandle` is the kind of volume, file system and folder; who mounts it asks the cluster's API. */
export const WEKA_DRIVER = {
  driver: "csi.weka.io",
  source: "https://github.com/weka/csi-wekafs/tree/v2.8.8/examples/static_volume/static_directory",
} as const satisfies StorageDriverFacts;

/** Keys of the Secret by which WEKA's driver reaches the API of a cluster. */
export const WEKA_SECRET_KEYS = ["username", "password", "organization", "endpoints", "scheme"] as const;

/** IBM Storage Scale's: `volumeHandle` is cluster, file system and folder. Its operator has no chart. */
export const SCALE_DRIVER = {
  driver: "spectrumscale.csi.ibm.com",
  source: "https://github.com/IBM/ibm-spectrum-scale-csi/tree/v3.0.0/driver/examples/staticVolume/staticprovisioning",
} as const satisfies StorageDriverFacts;

/**
 * That of NVMe over fabrics: the least of a driver. No image of it is published, and it disconnects a target when the first of
 * several pods of a node goes.
 */
export const NVMF_DRIVER = {
  driver: "csi.nvmf.com",
  source: "https://github.com/kubernetes-csi/csi-driver-nvmf/tree/99b30cc",
} as const satisfies StorageDriverFacts;

/** Port of targets. @see https://www.iana.org/assignments/service-names-port-numbers/ (nvme, 4420) */
export const NVMF_PORT = 4420;

/**
 * How a file system that several hosts read is mounted: nothing may be written, its log neither.
 * @see https://docs.kernel.org/admin-guide/ext4.html
 * @see https://docs.kernel.org/admin-guide/xfs.html
 */
export const READ_ONLY_MOUNTS = {
  ext4: ["ro", "noload"],
  xfs: ["ro", "norecovery"],
} as const;
