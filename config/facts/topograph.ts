/** The release that is pinned, and that was read. */
export const TOPOGRAPH_DOCS = "https://github.com/NVIDIA/topograph/blob/v1.0.0";

/**
 * What topograph calls providers, by what config calls them: those whose nodes its broker knows, without which its engine for Kubernetes
 * finds none. NetQ and Nscale are for Slurm outside of Kubernetes, DRA tells domains of NVLink alone, and EKS labels its nodes itself.
 * @see https://github.com/NVIDIA/topograph/blob/v1.0.0/cmd/node-data-broker/main.go
 */
export const TOPOGRAPH_PROVIDERS = {
  infiniband: "infiniband-k8s",
  oci: "oci",
  gcp: "gcp",
  nebius: "nebius",
  lambdai: "lambdai",
} as const;

/** Those that read the fabric itself, and no API of a cloud. */
export const READS_FABRIC = "infiniband";
