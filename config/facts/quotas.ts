export interface Quota {
  /** Service code as Service Quotas spells it. */
  readonly service: "ec2" | "vpc" | "ebs" | "eks" | "fsx";
  readonly meaning: string;
  readonly unit: "vCPU" | "GiB" | "TiB" | "MBps" | "count";
  /** What a new account has, if AWS says so; null: no document read gives it. */
  readonly default: number | null;
  /** Key of {@link QUOTA_SOURCES}; null where only the code is known. */
  readonly source: keyof typeof QUOTA_SOURCES | null;
}

/** Where the quotas were read, and when the copy was made. */
export const QUOTA_SOURCES = {
  "ec2-on-demand": {
    url: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-on-demand-instances.html",
    copy: "groovy-sky/aws-docs@c39735b docs/services/ec2/latest/userguide/ec2-on-demand-instances.md",
    asOf: "2026-04-13",
  },
  "ec2-spot": {
    url: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-spot-limits.html",
    copy: "groovy-sky/aws-docs@c39735b docs/services/ec2/latest/userguide/using-spot-limits.md",
    asOf: "2026-04-13",
  },
  "ec2-instances": {
    url: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html",
    copy: "crowecawcaw/aws-docs-history@2553077 docs/ec2/latest/instancetypes/ec2-instance-quotas.md",
    asOf: "2026",
  },
  vpc: {
    url: "https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html",
    copy: "crowecawcaw/aws-docs-history@5e41aae docs/vpc/latest/userguide/amazon-vpc-limits.md",
    asOf: "2026",
  },
  eks: {
    url: "https://docs.aws.amazon.com/general/latest/gr/eks.html",
    copy: "crowecawcaw/aws-docs-history@445b258 docs/general/latest/gr/eks.md",
    asOf: "2026",
  },
  fsx: {
    url: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/limits.html",
    copy: "crowecawcaw/aws-docs-history@3594f26 docs/fsx/latest/LustreGuide/limits.md",
    asOf: "2026",
  },
} as const;

/** Service quotas that a cluster of this kind runs into, by quota code. All are per account and Region. */
export const QUOTAS = {
  "L-417A185B": row("ec2", "Running On-Demand P instances", "vCPU", 0, "ec2-on-demand"),
  "L-DB2E81BA": row("ec2", "Running On-Demand G and VT instances", "vCPU", 0, "ec2-on-demand"),
  "L-2C3B7624": row("ec2", "Running On-Demand Trn instances", "vCPU", 0, "ec2-on-demand"),
  "L-1945791B": row("ec2", "Running On-Demand Inf instances", "vCPU", 0, "ec2-on-demand"),
  "L-6E869C2A": row("ec2", "Running On-Demand DL instances", "vCPU", 0, "ec2-on-demand"),
  "L-1216C47A": row("ec2", "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z)", "vCPU", 5, "ec2-on-demand"),
  "L-7212CCBC": row("ec2", "All P Spot Instance Requests", "vCPU", 0, "ec2-spot"),
  "L-3819A6DF": row("ec2", "All G and VT Spot Instance Requests", "vCPU", 0, "ec2-spot"),
  "L-6B0D517C": row("ec2", "All Trn Spot Instance Requests", "vCPU", 0, "ec2-spot"),
  "L-B5D1601B": row("ec2", "All Inf Spot Instance Requests", "vCPU", 0, "ec2-spot"),
  "L-85EED4F7": row("ec2", "All DL Spot Instance Requests", "vCPU", 0, "ec2-spot"),
  "L-34B43A08": row("ec2", "All Standard (A, C, D, H, I, M, R, T, Z) Spot Requests", "vCPU", 5, "ec2-spot"),
  /** vCPUs of the Capacity Blocks that are active at the same time; another one counts for the whole organization. */
  "L-2C8F52B3": row("ec2", "Concurrent P4d Capacity Blocks of an account", "vCPU", 0, "ec2-instances"),
  "L-DA6814F2": row("ec2", "Concurrent P5 Capacity Blocks of an account", "vCPU", 0, "ec2-instances"),
  "L-C45F30BC": row("ec2", "Concurrent P5e Capacity Blocks of an account", "vCPU", 0, "ec2-instances"),
  "L-4F9BB70B": row("ec2", "Concurrent P5en Capacity Blocks of an account", "vCPU", 0, "ec2-instances"),
  "L-2E30FD7D": row("ec2", "Concurrent Trn1 Capacity Blocks of an account", "vCPU", 0, "ec2-instances"),
  "L-64569A79": row("ec2", "Concurrent Trn2 Capacity Blocks of an account", "vCPU", 0, "ec2-instances"),
  "L-0263D0A3": row("ec2", "Elastic IP addresses", "count", 5, "vpc"),
  /** AWS enforces it for each zone: 5000 in every zone, not in the Region. */
  "L-DF5E4CA3": row("vpc", "Network interfaces, in each zone", "count", 5000, "vpc"),
  "L-F678F1CE": row("vpc", "VPCs", "count", 5, "vpc"),
  "L-A4707A72": row("vpc", "Internet gateways", "count", 5, "vpc"),
  "L-407747CB": row("vpc", "Subnets in a VPC", "count", 200, "vpc"),
  "L-FE5A380F": row("vpc", "NAT gateways in a zone", "count", 5, "vpc"),
  "L-93826ACB": row("vpc", "Routes in a route table", "count", 500, "vpc"),
  "L-E79EC296": row("vpc", "Security groups", "count", 2500, "vpc"),
  "L-2AFB9258": row("vpc", "Security groups on a network interface", "count", 5, "vpc"),
  "L-7A658B76": row("ebs", "Storage of gp3 volumes", "TiB", null, null),
  "L-1194D53C": row("eks", "Clusters", "count", 100, "eks"),
  "L-6D54EA21": row("eks", "Managed node groups in a cluster", "count", 30, "eks"),
  "L-BD136A63": row("eks", "Nodes in a managed node group", "count", 450, "eks"),
  "L-C56B9FC3": row("eks", "Access entries in a cluster", "count", 3000, "eks"),
  "L-5C12D558": row("eks", "Remote node networks of a cluster", "count", 15, "eks"),
  "L-6AFFD1D8": row("eks", "Remote pod networks of a cluster", "count", 15, "eks"),
  "L-8F1B9C74": row("fsx", "Lustre Persistent 2 storage", "GiB", 100_800, "fsx"),
  "L-FD6F2F22": row("fsx", "Lustre Persistent 2 file systems", "count", 100, "fsx"),
  "L-C8640C82": row("fsx", "Lustre Persistent 1 storage", "GiB", 100_800, "fsx"),
  "L-9AFA1F09": row("fsx", "Lustre Persistent 1 file systems", "count", 100, "fsx"),
  "L-AD2FC696": row("fsx", "Lustre Scratch storage", "GiB", 100_800, "fsx"),
  "L-C48231E5": row("fsx", "Lustre Scratch file systems", "count", 100, "fsx"),
  "L-0CD18A5D": row("fsx", "Lustre Intelligent-Tiering throughput", "MBps", 100_000, "fsx"),
  "L-B7391FCE": row("fsx", "Lustre Intelligent-Tiering read cache", "GiB", 100_800, "fsx"),
  "L-736F3D6F": row("fsx", "Lustre Persistent HDD storage of one file system", "GiB", 102_000, "fsx"),
  "L-CD5E0524": row("fsx", "Lustre backups", "count", 500, "fsx"),
} satisfies Record<string, Quota>;

export type QuotaCode = keyof typeof QUOTAS;

/** Classes of instance families that share a quota. */
export type InstanceClass = "p" | "g-vt" | "trn" | "inf" | "dl" | "standard";

/** How instances are bought. A reservation counts as on-demand even while it is unused. */
export type PurchaseKind = "on-demand" | "reservation" | "spot" | "capacity-block";

/** Quota on what may be bought in Capacity Blocks, by family; of others no document gives one. */
const BLOCK_QUOTAS: Readonly<Record<string, QuotaCode>> = {
  p4d: "L-2C8F52B3",
  p5: "L-DA6814F2",
  p5e: "L-C45F30BC",
  p5en: "L-4F9BB70B",
  trn1: "L-2E30FD7D",
  trn2: "L-64569A79",
};

/** Code of the quota that buying a Capacity Block of a family counts on; null when none is known. */
export const blockQuota = (family: string): QuotaCode | null => BLOCK_QUOTAS[family] ?? null;

/** Quota on vCPUs that run, by class and purchase; null: instances in Capacity Blocks count on none. */
export const INSTANCE_QUOTAS = {
  p: { "on-demand": "L-417A185B", reservation: "L-417A185B", spot: "L-7212CCBC", "capacity-block": null },
  "g-vt": { "on-demand": "L-DB2E81BA", reservation: "L-DB2E81BA", spot: "L-3819A6DF", "capacity-block": null },
  trn: { "on-demand": "L-2C3B7624", reservation: "L-2C3B7624", spot: "L-6B0D517C", "capacity-block": null },
  inf: { "on-demand": "L-1945791B", reservation: "L-1945791B", spot: "L-B5D1601B", "capacity-block": null },
  dl: { "on-demand": "L-6E869C2A", reservation: "L-6E869C2A", spot: "L-85EED4F7", "capacity-block": null },
  standard: { "on-demand": "L-1216C47A", reservation: "L-1216C47A", spot: "L-34B43A08", "capacity-block": null },
} as const satisfies Record<InstanceClass, Record<PurchaseKind, QuotaCode | null>>;

/** First letters of a family name (p5en → p) → class. `gr` is the memory-rich G. Other letters are unknown. */
const CLASSES: Readonly<Record<string, InstanceClass>> = {
  p: "p",
  g: "g-vt",
  gr: "g-vt",
  vt: "g-vt",
  trn: "trn",
  inf: "inf",
  dl: "dl",
  ...Object.fromEntries(["a", "c", "d", "h", "i", "m", "r", "t", "z"].map((letter) => [letter, "standard"])),
};

/** Class of a family such as `p6-b200` or `m7i`; null when no quota is known for it (hpc, x, u, …). */
export function instanceClass(family: string): InstanceClass | null {
  return CLASSES[/^[a-z]+/.exec(family)?.[0] ?? ""] ?? null;
}

/** Code of the vCPU quota that instances of a family count on; null when they count on none, or none is known. */
export function instanceQuota(family: string, purchase: PurchaseKind): QuotaCode | null {
  const found = instanceClass(family);
  return found && INSTANCE_QUOTAS[found][purchase];
}

function row(
  service: Quota["service"],
  meaning: string,
  unit: Quota["unit"],
  defaultValue: number | null,
  source: Quota["source"],
): Quota {
  return { service, meaning, unit, default: defaultValue, source };
}
