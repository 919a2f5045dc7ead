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

/** The same with the gateway to pods on premises, on a node group of its own. */
export const withGateway = (group: Change = {}, networks: Change = {}): Change => {
  const base = hybrid({ podRoutes: { kind: "gateway", nodeGroup: "gateway" }, ...networks });
  const gateway = { instanceType: "c7i.xlarge", nodes: 2, ...group };
  return { ...base, nodeGroups: { ...(base["nodeGroups"] as Change), gateway } };
};

/** A certificate of an authority that signs nothing, from 2026 to 2125. */
export const PEM = `-----BEGIN CERTIFICATE-----
MIIBKzCB0qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWF1dGhvcml0
eTAgFw0yNjAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
YXV0aG9yaXR5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEzSbybC4VuZSMpk2t
CI41Lv7yqJ+AhU4729wglx63jMCGzCMc1rKnW901YZIw2QC3FOPDRgeW/93ialjU
+Vw7caMTMBEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA1IuX
l0Eo0BG88MdeDm83D/OBN2Xe+J6goWu5+uH0JagCIDlJxCOJcZPe7c4hqs6EKSSJ
EZ6LTTYLzz2EETmTqiNB
-----END CERTIFICATE-----
`;

/** A certificate of a server, which is none of an authority. */
export const SERVER_PEM = `-----BEGIN CERTIFICATE-----
MIIBITCByaADAgECAgEBMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBnNlcnZlcjAg
Fw0yNjAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFowETEPMA0GA1UEAwwGc2Vy
dmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEzSbybC4VuZSMpk2tCI41Lv7y
qJ+AhU4729wglx63jMCGzCMc1rKnW901YZIw2QC3FOPDRgeW/93ialjU+Vw7caMQ
MA4wDAYDVR0TAQH/BAIwADAKBggqhkjOPQQDAgNHADBEAiA8Gm9WeLfQ1BXlcFk9
NFbZOB8ovTW6B/dmEbiZqlBQUgIgXSIFQW3wwZvlJTIn283kO1135dR835GXprNS
1jTAgTc=
-----END CERTIFICATE-----
`;
