import zoneTable from "./zone-numbers.json";

/** Partitions of AWS that Railyard builds in; part of every ARN. */
export type Partition = "aws" | "aws-us-gov" | "aws-cn";

/** All partitions of AWS whose Regions are known here: the European Sovereign Cloud is refused by `region/partition`. */
export type KnownPartition = Partition | "aws-eusc";

/** What FSx for Lustre offers in a Region or a Local Zone. */
export interface LustreOffer {
  /** PERSISTENT_2. `full`: all tiers, with EFA. `no-efa`: 125 and 250 MB/s/TiB on SSD only. */
  readonly persistent2: "full" | "no-efa" | "none";
  /** PERSISTENT_1, on SSD and HDD. */
  readonly persistent1: boolean;
  readonly scratch2: boolean;
}

export interface Region {
  readonly partition: KnownPartition;
  /** Account of the registry that holds the images of EKS add-ons (EFA device plugin, CNI, …). */
  readonly eksImages: string;
  /** null: AWS does not list the Region. */
  readonly lustre: LustreOffer | null;
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
    url: "https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-availability-zones.html",
    copy: "crowecawcaw/aws-docs-history@2c2dc39 docs/global-infrastructure/latest/regions/aws-availability-zones.md",
    asOf: "2026",
  },
} as const;

/** Account that most commercial Regions share. */
const SHARED = "602401143452";

const EVERY_KIND: LustreOffer = { persistent2: "full", persistent1: true, scratch2: true };
const OLDER_KINDS: LustreOffer = { persistent2: "none", persistent1: true, scratch2: true };
/** With a star in AWS's table, and without the older kinds. */
export const STARRED_KIND: LustreOffer = { persistent2: "no-efa", persistent1: false, scratch2: false };
const STARRED_AND_SCRATCH: LustreOffer = { ...STARRED_KIND, scratch2: true };

/** Regions that EKS serves. The isolated partitions are not in it: no page read covers them. */
export const REGIONS = {
  "af-south-1": commercial("877085696533", OLDER_KINDS),
  "ap-east-1": commercial("800184023465", EVERY_KIND),
  "ap-east-2": commercial("533267051163", STARRED_KIND),
  "ap-northeast-1": commercial(SHARED, EVERY_KIND),
  "ap-northeast-2": commercial(SHARED, EVERY_KIND),
  "ap-northeast-3": commercial(SHARED, OLDER_KINDS),
  "ap-south-1": commercial(SHARED, EVERY_KIND),
  "ap-south-2": commercial("900889452093", OLDER_KINDS),
  "ap-southeast-1": commercial(SHARED, EVERY_KIND),
  "ap-southeast-2": commercial(SHARED, EVERY_KIND),
  "ap-southeast-3": commercial("296578399912", OLDER_KINDS),
  "ap-southeast-4": commercial("491585149902", OLDER_KINDS),
  "ap-southeast-5": commercial("151610086707", STARRED_KIND),
  "ap-southeast-6": commercial("333609536671", null),
  "ap-southeast-7": commercial("121268973566", STARRED_KIND),
  "ca-central-1": commercial(SHARED, EVERY_KIND),
  "ca-west-1": commercial("761377655185", STARRED_KIND),
  "eu-central-1": commercial(SHARED, EVERY_KIND),
  "eu-central-2": commercial("900612956339", OLDER_KINDS),
  "eu-north-1": commercial(SHARED, EVERY_KIND),
  "eu-south-1": commercial("590381155156", OLDER_KINDS),
  "eu-south-2": commercial("455263428931", OLDER_KINDS),
  "eu-west-1": commercial(SHARED, EVERY_KIND),
  "eu-west-2": commercial(SHARED, EVERY_KIND),
  "eu-west-3": commercial(SHARED, OLDER_KINDS),
  "il-central-1": commercial("066635153087", STARRED_AND_SCRATCH),
  "me-central-1": commercial("759879836304", OLDER_KINDS),
  "me-south-1": commercial("558608220178", OLDER_KINDS),
  "mx-central-1": commercial("730335286997", STARRED_KIND),
  "sa-east-1": commercial(SHARED, OLDER_KINDS),
  "us-east-1": commercial(SHARED, EVERY_KIND),
  "us-east-2": commercial(SHARED, EVERY_KIND),
  "us-west-1": commercial(SHARED, EVERY_KIND),
  "us-west-2": commercial(SHARED, EVERY_KIND),
  "us-gov-east-1": { partition: "aws-us-gov", eksImages: "151742754352", lustre: OLDER_KINDS },
  "us-gov-west-1": { partition: "aws-us-gov", eksImages: "013241004608", lustre: OLDER_KINDS },
  "cn-north-1": { partition: "aws-cn", eksImages: "918309763551", lustre: null },
  "cn-northwest-1": { partition: "aws-cn", eksImages: "961992271922", lustre: null },
  "eusc-de-east-1": { partition: "aws-eusc", eksImages: "877088126301", lustre: null },
} as const satisfies Record<string, Region>;

export type RegionName = keyof typeof REGIONS;

const DOMAINS: Readonly<Record<KnownPartition, string>> = {
  aws: "amazonaws.com",
  "aws-us-gov": "amazonaws.com",
  "aws-cn": "amazonaws.com.cn",
  "aws-eusc": "amazonaws.eu",
};

/** Numbers of the availability zones of Regions, as their ids have them (`use1-az6` → 6). Newer accounts see two of the three of us-west-1. */
const ZONE_NUMBERS: Readonly<Record<string, string>> = zoneTable.zones;

/** What is known of a Region; null for one that AWS has opened since, or a typing error. */
export function region(name: string): Region | null {
  return Object.hasOwn(REGIONS, name) ? ((REGIONS as Readonly<Record<string, Region>>)[name] ?? null) : null;
}

/**
 * Names of the availability zones of a Region; null: not read. Which letter has which number differs by account in the
 * oldest Regions; which letters there are does not.
 */
export function zoneNames(name: string): readonly string[] | null {
  if (!Object.hasOwn(ZONE_NUMBERS, name)) return null;
  const numbers = (ZONE_NUMBERS[name] ?? "").split(" ").map(Number);
  return numbers.map((number) => `${name}${String.fromCharCode("a".charCodeAt(0) + number - 1)}`);
}

/** Registry of the images of EKS add-ons; null for an unknown Region. */
export function eksImageRegistry(name: string): string | null {
  const known = region(name);
  return known && `${known.eksImages}.dkr.ecr.${name}.${DOMAINS[known.partition]}`;
}

/** Whether a host is a registry of the images of EKS add-ons, in whatever Region. */
export function isEksImageRegistry(host: string): boolean {
  const [, account] = /^(\d{12})\.dkr[.-]ecr\./.exec(host) ?? [];
  return account !== undefined && Object.values<Region>(REGIONS).some(({ eksImages }) => eksImages === account);
}

/** Domain of the services of AWS in a Region; that of most for one that is not known. */
export const awsDomain = (name: string): string => DOMAINS[region(name)?.partition ?? "aws"];

/** Hosts of the console, by partition: a Region stands before them. */
const CONSOLES: Readonly<Record<Partition, string>> = {
  aws: "console.aws.amazon.com",
  "aws-us-gov": "console.amazonaws-us-gov.com",
  "aws-cn": "console.amazonaws.cn",
};

/**
 * A page of CloudWatch in the console of AWS.
 * @param page what stands after the sign # in the address
 */
export const cloudWatchPage = ({
  region: name,
  partition,
  page,
}: {
  readonly region: string;
  readonly partition: Partition;
  readonly page: string;
}): string => `https://${name}.${CONSOLES[partition]}/cloudwatch/home?region=${name}#${page}`;

function commercial(eksImages: string, lustre: LustreOffer | null): Region {
  return { partition: "aws", eksImages, lustre };
}
