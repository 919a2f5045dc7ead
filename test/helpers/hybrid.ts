import type { Change } from "./environment";

/** Networks on premises whose pods the VPC has routes to, and servers that join by Systems Manager. */
export const HYBRID_NETWORKS = {
  nodeCidrs: ["10.200.0.0/22"],
  podCidrs: ["10.201.0.0/16"],
  podRoutes: { kind: "network" },
  credentials: { kind: "ssm" },
} as const;

/** Servers with four L40S each. */
export const L40S_POOL = {
  kind: "hybrid",
  nodes: 24,
  server: { like: "l40s-4", coresPerSocket: 32, threadsPerCore: 2, memoryGiB: 512 },
  os: "ubuntu-24.04",
} as const;

/** A pool of servers on premises beside the groups of the sample, and what the cluster knows of their networks. */
export const hybrid = (networks: Change = {}, pool: Change = {}): Change => ({
  cluster: { hybrid: { ...HYBRID_NETWORKS, ...networks } },
  nodeGroups: { onsite: { ...L40S_POOL, ...pool } },
});

/** A certificate of an authority that signs nothing. */
export const PEM = `-----BEGIN CERTIFICATE-----\n${"A".repeat(64)}\n-----END CERTIFICATE-----\n`;
