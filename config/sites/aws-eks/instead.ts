const ON_HOSTS = "Railyard mounts it on hosts that have its client or driver, and installs neither on nodes of EKS";

/** Kinds of volumes that a cluster that exists mounts, why nodes of EKS do not, and what to take in their place. */
export const INSTEAD_VOLUMES: Readonly<Record<string, string>> = {
  "lustre-existing": `${ON_HOSTS}; kind: "fsx-lustre", which adopt takes over where it is there already`,
  weka: `${ON_HOSTS}; kind: "fsx-lustre", or nfs for a server of WEKA that exports by NFS`,
  scale: `${ON_HOSTS}; kind: "fsx-lustre", or nfs for a server of Storage Scale that exports by NFS`,
  "nvme-of": `${ON_HOSTS}; kind: "fsx-lustre", fsx-openzfs or efs`,
  "s3-compatible":
    "Railyard gives pods of EKS no keys of a store; checkpoints is the bucket of S3 that jobs reach there, by a role",
};
