/**
 * First Kubernetes on which ComputeDomains were released: `minKubernetes` of the chart is its minor alone. The driver is in the
 * table of compatibility.
 */
export const COMPUTE_DOMAIN_KUBERNETES = {
  from: "1.34.2",
  source: "https://github.com/kubernetes-sigs/dra-driver-nvidia-gpu/blob/v0.4.0/docs/install.md",
} as const;
