const guide = "https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide";
const api = "https://docs.aws.amazon.com/fsx/latest/APIReference";
const mirror = "crowecawcaw/aws-docs-history@3164eb5 docs/fsx/latest/OpenZFSGuide";

/** Where the facts of this file were read: the page, the copy of it, and the year of the copy. */
export const OPENZFS_SOURCES = {
  create: { url: `${api}/API_CreateFileSystemOpenZFSConfiguration.html`, copy: null, asOf: "2026" },
  regions: { url: `${guide}/available-aws-regions.html`, copy: `${mirror}/available-aws-regions.md`, asOf: "2026" },
  limits: { url: `${guide}/limits.html`, copy: `${mirror}/limits.md`, asOf: "2026" },
  network: {
    url: `${guide}/limit-access-security-groups.html`,
    copy: `${mirror}/limit-access-security-groups.md`,
    asOf: "2026",
  },
  capacity: {
    url: `${guide}/managing-storage-capacity.html`,
    copy: `${mirror}/managing-storage-capacity.md`,
    asOf: "2026",
  },
  throughput: { url: `${guide}/managing-throughput-capacity.html`, copy: null, asOf: "2026" },
  exports: { url: `${api}/API_OpenZFSClientConfiguration.html`, copy: null, asOf: "2026" },
  backups: { url: `${guide}/using-backups.html`, copy: `${mirror}/using-backups.md`, asOf: "2026" },
  multi: { url: `${guide}/creating-file-systems.html`, copy: `${mirror}/creating-file-systems.md`, asOf: "2026" },
  routes: { url: `${api}/API_CreateFileSystemOpenZFSConfiguration.html`, copy: null, asOf: "2026" },
  mount: { url: `${guide}/mounting-volumes.html`, copy: `${mirror}/mounting-volumes.md`, asOf: "2026" },
} as const;

/** TCP port of NFS 4. Version 3 would need 111 and 20001 to 20003 besides; no volume is mounted with it. */
export const OPENZFS_PORTS = [{ from: 2049, to: 2049 }] as const;

/** GiB of one file system. */
export const OPENZFS_CAPACITY = { min: 64, max: 524288 } as const;

/** IOPS that come with each GiB, without a further price. */
export const OPENZFS_IOPS_PER_GIB = 3;

/** Sizes of records, KiB. */
export const OPENZFS_RECORDS = [4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;

export interface OpenzfsFacts {
  readonly deploymentType: "SINGLE_AZ_1" | "SINGLE_AZ_2" | "SINGLE_AZ_HA_1" | "SINGLE_AZ_HA_2" | "MULTI_AZ_1";
  /** Most IOPS of the disks. */
  readonly maxIops: number;
  /** Whether a second server stands by: in the zone, or in another one. */
  readonly standby: boolean;
  /** Regions that have it. */
  readonly regions: readonly string[];
}

const NEWER = [
  "us-east-1",
  "us-east-2",
  "us-west-2",
  "ap-northeast-1",
  "ap-southeast-1",
  "ap-southeast-2",
  "ap-south-1",
  "ca-central-1",
  "eu-central-1",
  "eu-west-1",
] as const;

const OLDER_WITH_STANDBY = [
  "us-west-1",
  "ap-east-1",
  "ap-northeast-2",
  "eu-west-2",
  "eu-north-1",
  "me-south-1",
] as const;

/** Regions of the page; China and the European Sovereign Cloud are not on it: unknown. */
const REGIONS: readonly string[] = [
  ...NEWER,
  ...OLDER_WITH_STANDBY,
  "us-gov-west-1",
  "us-gov-east-1",
  "ap-northeast-3",
  "ap-southeast-3",
  "ap-southeast-5",
  "ap-southeast-7",
  "ap-south-2",
  "ap-east-2",
  "ca-west-1",
  "eu-south-1",
  "eu-south-2",
  "eu-central-2",
  "eu-west-3",
  "mx-central-1",
  "me-central-1",
  "sa-east-1",
  "il-central-1",
  "af-south-1",
];

/**
 * Types with SSDs. In some Regions one of several zones has fewer IOPS than are given here.
 * @see https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/creating-file-systems.html#fsx-openzfs-file-system-properties
 */
export const OPENZFS_DEPLOYMENTS = {
  "single-az-1": { deploymentType: "SINGLE_AZ_1", maxIops: 160_000, standby: false, regions: REGIONS },
  "single-az-2": { deploymentType: "SINGLE_AZ_2", maxIops: 400_000, standby: false, regions: NEWER },
  "single-az-ha-1": { deploymentType: "SINGLE_AZ_HA_1", maxIops: 160_000, standby: true, regions: OLDER_WITH_STANDBY },
  "single-az-ha-2": { deploymentType: "SINGLE_AZ_HA_2", maxIops: 400_000, standby: true, regions: NEWER },
  "multi-az-1": { deploymentType: "MULTI_AZ_1", maxIops: 400_000, standby: true, regions: REGIONS },
} as const satisfies Readonly<Record<string, OpenzfsFacts>>;

export type OpenzfsDeployment = keyof typeof OPENZFS_DEPLOYMENTS;

/** Throughput that can be chosen, MB/s. */
export const OPENZFS_THROUGHPUTS = {
  1: [64, 128, 256, 512, 1024, 2048, 3072, 4096],
  2: [160, 320, 640, 1280, 2560, 3840, 5120, 7680, 10240],
} as const;

/** Whether the page of Regions names one at all; null deployments of it are not offered, others are unknown. */
export const openzfsKnown = (region: string): boolean => REGIONS.includes(region);

/** Regions in which file systems of the first generation grow to 512 TiB; elsewhere to 128. */
const LARGE_FIRST = [
  "us-east-1",
  "us-east-2",
  "us-west-2",
  "eu-north-1",
  "eu-west-2",
  "eu-west-1",
  "eu-central-1",
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-south-1",
  "ap-southeast-2",
  "ap-southeast-1",
  "ap-east-1",
  "ca-central-1",
];

/** Regions in which file systems of several zones grow to 512 TiB. */
const LARGE_MULTI = [
  "us-east-1",
  "us-east-2",
  "us-west-2",
  "eu-west-1",
  "eu-central-1",
  "ap-northeast-1",
  "ap-southeast-2",
  "ap-southeast-1",
];

/** Regions in which they are small with a small server; of Regions in none of the lists nothing is known. */
const SMALL_MULTI = [
  "ap-northeast-3",
  "ap-northeast-2",
  "ap-south-1",
  "ap-east-1",
  "ca-central-1",
  "eu-south-1",
  "eu-west-3",
  "eu-west-2",
  "eu-north-1",
  "il-central-1",
  "me-south-1",
  "sa-east-1",
  "eu-central-2",
  "eu-south-2",
];
const OTHER_MULTI = [
  "us-west-1",
  "af-south-1",
  "ap-south-2",
  "ap-southeast-3",
  "me-central-1",
  "us-gov-east-1",
  "us-gov-west-1",
];

const TIB = 1024;

/** Most TiB by the throughput of the server, in Regions of the three lists; from the last row on it stays so. */
const MULTI_TIB: readonly (readonly [throughputMBps: number, large: number, small: number, other: number])[] = [
  [160, 32, 24, 96],
  [320, 64, 48, 128],
  [640, 128, 96, 128],
  [1280, 256, 128, 128],
  [2560, 512, 128, 128],
];

/** Largest throughput of those that are not in the first list: the page has no size for more. */
const MOST_MULTI_MBPS = 5120;

/**
 * Most GiB of a file system in a Region; 0: the page has no such server there.
 * @param throughputMBps of its server, by which those of several zones differ
 */
export function openzfsMaxGiB(deployment: OpenzfsDeployment, region: string, throughputMBps: number): number {
  if (deployment !== "multi-az-1")
    return deployment.endsWith("-2") || LARGE_FIRST.includes(region) ? OPENZFS_CAPACITY.max : 131_072;
  const row = MULTI_TIB.findLast(([least]) => throughputMBps >= least) ?? MULTI_TIB[0]!;
  if (LARGE_MULTI.includes(region)) return row[1] * TIB;
  const isSmall = SMALL_MULTI.includes(region);
  // of Regions that no list names nobody knows: FSx says what it takes
  if (!isSmall && !OTHER_MULTI.includes(region)) return OPENZFS_CAPACITY.max;
  return throughputMBps > MOST_MULTI_MBPS ? 0 : row[isSmall ? 2 : 3] * TIB;
}

/** Tag by which FSx may move routes of a file system of several zones to its other server. */
export const OPENZFS_ROUTE_TABLE_TAG = { AmazonFSx: "ManagedByAmazonFSx" } as const;

/** Route tables of one file system, at most. @see https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/creating-file-systems.html */
export const OPENZFS_MAX_ROUTE_TABLES = 15;
