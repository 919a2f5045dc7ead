import table from "./quotas.json";

export interface Quota {
  /** Service code as Service Quotas spells it. */
  readonly service: "ec2" | "vpc" | "ebs" | "eks" | "elasticfilesystem" | "fsx";
  readonly meaning: string;
  readonly unit: "vCPU" | "GiB" | "TiB" | "MBps" | "count";
  /** What a new account has, if AWS says so; null: no document read gives it. */
  readonly default: number | null;
  /** Key of {@link QUOTA_SOURCES}; null where only the code is known. */
  readonly source: keyof typeof QUOTA_SOURCES | null;
  /** What its name does not say. */
  readonly note?: string;
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
  openzfs: {
    url: "https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/limits.html",
    copy: "crowecawcaw/aws-docs-history@3164eb5 docs/fsx/latest/OpenZFSGuide/limits.md; codes: two listings of Service Quotas in public code",
    asOf: "2026",
  },
  efs: {
    url: "https://docs.aws.amazon.com/efs/latest/ug/limits.html",
    copy: "crowecawcaw/aws-docs-history@446b18d docs/efs/latest/ug/limits.md",
    asOf: "2026",
  },
  /** What `npm run facts` was told. */
  api: {
    url: "https://docs.aws.amazon.com/servicequotas/2019-06-24/apireference/API_ListAWSDefaultServiceQuotas.html",
    copy: "servicequotas:ListAWSDefaultServiceQuotas",
    asOf: table.asked,
  },
} as const;

/** Service quotas that a cluster of this kind runs into, by quota code. All are per account and Region. */
export const QUOTAS = table.quotas as unknown as Readonly<Record<QuotaCode, Quota>>;

export type QuotaCode = keyof typeof table.quotas;

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
