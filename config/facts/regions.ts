/** Partition of AWS; part of every ARN. */
export type Partition = "aws" | "aws-us-gov" | "aws-cn" | "aws-eusc";

export interface Region {
  readonly partition: Partition;
  /** Account of the registry that holds the images of EKS add-ons (EFA device plugin, CNI, …). */
  readonly eksImages: string;
  /**
   * FSx for Lustre of the kind PERSISTENT_2. `full`: all tiers, with EFA. `no-efa`: 125 and 250 MB/s/TiB on SSD only.
   * `none`: AWS lists the Region without it. null: AWS does not list the Region at all.
   */
  readonly lustrePersistent2: "full" | "no-efa" | "none" | null;
  /** Availability zones; null: not read. */
  readonly zones: number | null;
}

/** Where the facts were read: the page, the copy of it, and when the copy was made. */
export const REGION_SOURCES = {
  partitions: {
    url: "https://github.com/aws/aws-sdk-go-v2",
    copy: "awslabs/amazon-eks-ami@81fec2e nodeadm/vendor/…/aws-sdk-go-v2/internal/endpoints/awsrulesfn/partitions.json",
    asOf: "2026-07-23",
  },
  eksImages: {
    url: "https://docs.aws.amazon.com/eks/latest/userguide/add-ons-images.html",
    copy: "crowecawcaw/aws-docs-history@0db028c docs/eks/latest/userguide/add-ons-images.md",
    asOf: "2026-08",
  },
  lustre: {
    url: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html",
    copy: "crowecawcaw/aws-docs-history@2baabfc docs/fsx/latest/LustreGuide/using-fsx-lustre.md",
    asOf: "2026",
  },
  zones: {
    url: "https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html",
    copy: "crowecawcaw/aws-docs-history@29cf423 docs/global-infrastructure/latest/regions/aws-regions.md",
    asOf: "2026",
  },
  localZones: {
    url: "https://docs.aws.amazon.com/local-zones/latest/ug/available-local-zones.html",
    copy: "crowecawcaw/aws-docs-history@0e89ecc docs/local-zones/latest/ug/available-local-zones.md",
    asOf: "2026",
  },
} as const;

/** Account that most commercial Regions share. */
const SHARED = "602401143452";

/** Regions that EKS serves. The isolated partitions are not in it: no page read covers them. */
export const REGIONS = {
  "af-south-1": commercial("877085696533", "none"),
  "ap-east-1": commercial("800184023465", "full"),
  "ap-east-2": commercial("533267051163", "no-efa"),
  "ap-northeast-1": commercial(SHARED, "full", 4),
  "ap-northeast-2": commercial(SHARED, "full", 4),
  "ap-northeast-3": commercial(SHARED, "none"),
  "ap-south-1": commercial(SHARED, "full"),
  "ap-south-2": commercial("900889452093", "none"),
  "ap-southeast-1": commercial(SHARED, "full"),
  "ap-southeast-2": commercial(SHARED, "full"),
  "ap-southeast-3": commercial("296578399912", "none"),
  "ap-southeast-4": commercial("491585149902", "none"),
  "ap-southeast-5": commercial("151610086707", "no-efa"),
  "ap-southeast-6": commercial("333609536671", null),
  "ap-southeast-7": commercial("121268973566", "no-efa"),
  "ca-central-1": commercial(SHARED, "full"),
  "ca-west-1": commercial("761377655185", "no-efa"),
  "eu-central-1": commercial(SHARED, "full"),
  "eu-central-2": commercial("900612956339", "none"),
  "eu-north-1": commercial(SHARED, "full"),
  "eu-south-1": commercial("590381155156", "none"),
  "eu-south-2": commercial("455263428931", "none"),
  "eu-west-1": commercial(SHARED, "full"),
  "eu-west-2": commercial(SHARED, "full"),
  "eu-west-3": commercial(SHARED, "none"),
  "il-central-1": commercial("066635153087", "no-efa"),
  "me-central-1": commercial("759879836304", "none"),
  "me-south-1": commercial("558608220178", "none"),
  "mx-central-1": commercial("730335286997", "no-efa"),
  "sa-east-1": commercial(SHARED, "none"),
  "us-east-1": commercial(SHARED, "full", 6),
  "us-east-2": commercial(SHARED, "full"),
  /** Newer accounts see two of its three zones. */
  "us-west-1": commercial(SHARED, "full"),
  "us-west-2": commercial(SHARED, "full", 4),
  "us-gov-east-1": { partition: "aws-us-gov", eksImages: "151742754352", lustrePersistent2: "none", zones: null },
  "us-gov-west-1": { partition: "aws-us-gov", eksImages: "013241004608", lustrePersistent2: "none", zones: null },
  "cn-north-1": { partition: "aws-cn", eksImages: "918309763551", lustrePersistent2: null, zones: null },
  "cn-northwest-1": { partition: "aws-cn", eksImages: "961992271922", lustrePersistent2: null, zones: null },
  "eusc-de-east-1": { partition: "aws-eusc", eksImages: "877088126301", lustrePersistent2: null, zones: null },
} as const satisfies Record<string, Region>;

export type RegionName = keyof typeof REGIONS;

/** Local Zones that FSx for Lustre serves. A Local Zone is not an availability zone of its Region. */
export const LOCAL_ZONES = {
  "us-east-1-atl-2a": { region: "us-east-1", place: "Atlanta", lustrePersistent2: "no-efa" },
  /** P6e-GB200 UltraServers stand here: no EFA file system can stand beside them. */
  "us-east-1-dfw-2a": { region: "us-east-1", place: "Dallas", lustrePersistent2: "no-efa" },
  "us-west-2-lax-1a": { region: "us-west-2", place: "Los Angeles", lustrePersistent2: "none" },
  "us-west-2-lax-1b": { region: "us-west-2", place: "Los Angeles", lustrePersistent2: "none" },
  "us-west-2-phx-2a": { region: "us-west-2", place: "Phoenix", lustrePersistent2: "no-efa" },
} as const satisfies Record<
  string,
  { region: RegionName; place: string; lustrePersistent2: NonNullable<Region["lustrePersistent2"]> }
>;

const DOMAINS: Readonly<Record<Partition, string>> = {
  aws: "amazonaws.com",
  "aws-us-gov": "amazonaws.com",
  "aws-cn": "amazonaws.com.cn",
  "aws-eusc": "amazonaws.eu",
};

/** Shape of a Local Zone name: the Region, a place of three letters, a number and a letter. */
const LOCAL_ZONE = /^([a-z]+(?:-[a-z]+)+-\d)-[a-z]{3}-\d[a-z]$/;

/** What is known of a Region; null for one that AWS has opened since, or a typing error. */
export function region(name: string): Region | null {
  return Object.hasOwn(REGIONS, name) ? ((REGIONS as Readonly<Record<string, Region>>)[name] ?? null) : null;
}

/** Region of a zone name, of an availability zone or a Local Zone; null when it is neither. */
export function regionOfZone(zone: string): string | null {
  return LOCAL_ZONE.exec(zone)?.[1] ?? /^([a-z]+(?:-[a-z]+)+-\d)[a-z]$/.exec(zone)?.[1] ?? null;
}

export function isLocalZone(zone: string): boolean {
  return LOCAL_ZONE.test(zone);
}

/** PERSISTENT_2 file systems in a zone. A Local Zone that is not listed, like an unknown Region, is null. */
export function lustrePersistent2(zone: string): Region["lustrePersistent2"] {
  if (isLocalZone(zone)) {
    const listed: Readonly<Record<string, Pick<Region, "lustrePersistent2">>> = LOCAL_ZONES;
    return listed[zone]?.lustrePersistent2 ?? null;
  }
  return region(regionOfZone(zone) ?? "")?.lustrePersistent2 ?? null;
}

/** Whether an EFA file system can stand in a zone; null: unknown. */
export function efaLustre(zone: string): boolean | null {
  const offer = lustrePersistent2(zone);
  return offer && offer === "full";
}

/** Registry of the images of EKS add-ons; null for an unknown Region. */
export function eksImageRegistry(name: string): string | null {
  const known = region(name);
  return known && `${known.eksImages}.dkr.ecr.${name}.${DOMAINS[known.partition]}`;
}

function commercial(eksImages: string, lustre: Region["lustrePersistent2"], zones = 3): Region {
  return { partition: "aws", eksImages, lustrePersistent2: lustre, zones };
}
