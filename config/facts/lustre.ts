/** Kinds of file system that FSx for Lustre offers. */
export type LustreDeployment =
  | "scratch-1"
  | "scratch-2"
  | "persistent-1-ssd"
  | "persistent-1-hdd"
  | "persistent-2-ssd"
  | "persistent-2-intelligent-tiering";

/** Steps in which storage capacity grows: some first sizes, then multiples. */
export interface CapacityStep {
  /** Legal sizes below the multiples, GiB. */
  readonly firstGiB: readonly number[];
  /** Every multiple is legal, GiB. */
  readonly stepGiB: number;
  /** Storage of one object server (OSS); each takes an address in the subnet, GiB. */
  readonly perServerGiB: number;
}

export interface LustreDeploymentFacts {
  readonly deploymentType: "SCRATCH_1" | "SCRATCH_2" | "PERSISTENT_1" | "PERSISTENT_2";
  readonly storageType: "SSD" | "HDD" | "INTELLIGENT_TIERING";
  /** Values of `perUnitStorageThroughput`; empty: it must not be set. MB/s/TiB. */
  readonly throughputs: readonly number[];
  /** Disk throughput that the servers sustain, where `throughputs` does not say it. MB/s/TiB. */
  readonly fixedThroughput: { readonly read: number; readonly write: number | null } | null;
  /** By throughput tier, `any` for all; null: capacity follows use and must not be set. */
  readonly capacity: Readonly<Record<string, CapacityStep>> | null;
  /** The same with EFA; null: no EFA, or no capacity. */
  readonly efaCapacity: Readonly<Record<string, CapacityStep>> | null;
  readonly efa: boolean;
  /** Whether a metadata configuration may, must or must not be given. With EFA it must. */
  readonly metadata: "none" | "optional" | "required";
  /** Data repository associations with S3, on the Lustre version that we set. */
  readonly dataRepositories: boolean;
  /** Backups; never while a data repository is linked. */
  readonly backups: boolean;
  /** Lustre version that AWS takes when none is said. We always say {@link LUSTRE_VERSION}. */
  readonly defaultVersion: "2.10" | "2.12" | "2.15";
  /** Whether capacity can grow later; it can never shrink. */
  readonly grows: boolean;
}

const guide = "https://docs.aws.amazon.com/fsx/latest/LustreGuide";
const mirror = "crowecawcaw/aws-docs-history";

/** Where the facts of this file were read: the page, the copy of it, and the year of the copy. */
export const LUSTRE_SOURCES = {
  deployments: { url: `${guide}/using-fsx-lustre.html`, copy: `${mirror}@2baabfc`, asOf: "2026" },
  performance: { url: `${guide}/performance.html`, copy: `${mirror}@62dee60`, asOf: "2026" },
  throughput: { url: `${guide}/ssd-storage.html`, copy: `${mirror}@3594f26`, asOf: "2026" },
  throughputChange: {
    url: `${guide}/managing-throughput-capacity.html`,
    copy: `${mirror}@3594f26`,
    asOf: "2026",
  },
  metadata: { url: `${guide}/managing-metadata-performance.html`, copy: `${mirror}@3594f26`, asOf: "2026" },
  efa: { url: `${guide}/efa-file-systems.html`, copy: `${mirror}@45ee158`, asOf: "2026" },
  efaClients: { url: `${guide}/configure-efa-clients.html`, copy: `${mirror}@3594f26`, asOf: "2026" },
  capacity: { url: `${guide}/managing-storage-capacity.html`, copy: `${mirror}@3594f26`, asOf: "2026" },
  repositories: { url: `${guide}/create-dra-linked-bucket.html`, copy: mirror, asOf: "2026" },
  limits: { url: `${guide}/limits.html`, copy: `${mirror}@3594f26`, asOf: "2026" },
} as const;

/** The version to set always: 2.10 does not mount on Amazon Linux 2023, 2.12 takes no metadata configuration. */
export const LUSTRE_VERSION = "2.15";

const ssd: CapacityStep = { firstGiB: [1200], stepGiB: 2400, perServerGiB: 2400 };
const whole = (stepGiB: number): CapacityStep => ({ firstGiB: [], stepGiB, perServerGiB: stepGiB });

/** The legal matrix. */
export const LUSTRE_DEPLOYMENTS = {
  "scratch-1": {
    deploymentType: "SCRATCH_1",
    storageType: "SSD",
    throughputs: [],
    fixedThroughput: { read: 200, write: null },
    capacity: { any: { firstGiB: [1200, 2400], stepGiB: 3600, perServerGiB: 3600 } },
    efaCapacity: null,
    efa: false,
    metadata: "none",
    dataRepositories: false,
    backups: false,
    defaultVersion: "2.10",
    grows: false,
  },
  "scratch-2": {
    deploymentType: "SCRATCH_2",
    storageType: "SSD",
    throughputs: [],
    fixedThroughput: { read: 200, write: 100 },
    capacity: { any: ssd },
    efaCapacity: null,
    efa: false,
    metadata: "none",
    dataRepositories: true,
    backups: false,
    defaultVersion: "2.10",
    grows: true,
  },
  "persistent-1-ssd": {
    deploymentType: "PERSISTENT_1",
    storageType: "SSD",
    throughputs: [50, 100, 200],
    fixedThroughput: null,
    capacity: { any: ssd },
    efaCapacity: null,
    efa: false,
    metadata: "none",
    dataRepositories: true,
    backups: true,
    defaultVersion: "2.10",
    grows: true,
  },
  "persistent-1-hdd": {
    deploymentType: "PERSISTENT_1",
    storageType: "HDD",
    throughputs: [12, 40],
    fixedThroughput: null,
    capacity: { "12": whole(6000), "40": whole(1800) },
    efaCapacity: null,
    efa: false,
    metadata: "none",
    dataRepositories: true,
    backups: true,
    defaultVersion: "2.10",
    grows: true,
  },
  "persistent-2-ssd": {
    deploymentType: "PERSISTENT_2",
    storageType: "SSD",
    throughputs: [125, 250, 500, 1000],
    fixedThroughput: null,
    capacity: { any: ssd },
    efaCapacity: { "125": whole(38400), "250": whole(19200), "500": whole(9600), "1000": whole(4800) },
    efa: true,
    metadata: "optional",
    dataRepositories: true,
    backups: true,
    defaultVersion: "2.12",
    grows: true,
  },
  "persistent-2-intelligent-tiering": {
    deploymentType: "PERSISTENT_2",
    storageType: "INTELLIGENT_TIERING",
    throughputs: [],
    fixedThroughput: null,
    capacity: null,
    efaCapacity: null,
    efa: true,
    metadata: "required",
    dataRepositories: false,
    backups: true,
    defaultVersion: "2.15",
    grows: true,
  },
} as const satisfies Record<LustreDeployment, LustreDeploymentFacts>;

/** Metadata operations a second that can be bought. */
export const LUSTRE_METADATA_IOPS = {
  ssd: { steps: [1500, 3000, 6000], multiple: 12_000, max: 192_000 },
  intelligentTiering: [6000, 12_000],
  /** One metadata server, with an address of its own, for so many. */
  perServer: 12_000,
  /** Hours between two increases; there is no decrease. */
  cooldownHours: 6,
} as const;

/**
 * Operations a second of all clients together for each metadata operation that is bought. AWS has one number for creates, opens and
 * closes.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html#dne-metadata-performance
 */
export const LUSTRE_METADATA_RATES = {
  fileCreateOpenClose: 2,
  fileDelete: 1,
  folderCreateRename: 0.1,
  folderDelete: 0.2,
} as const;

/** What mode AUTOMATIC gives on SSD, by least capacity, largest first. From 48000 GiB on: 12000 for each 24000 GiB. */
export const LUSTRE_AUTOMATIC_METADATA = [
  { fromGiB: 12_000, iops: 12_000 },
  { fromGiB: 4800, iops: 6000 },
  { fromGiB: 2400, iops: 3000 },
  { fromGiB: 1200, iops: 1500 },
] as const;

/** Intelligent-Tiering: throughput is bought for the whole file system. */
export const LUSTRE_INTELLIGENT_TIERING = {
  throughputStepMBps: 4000,
  throughputMaxMBps: 2_000_000,
  throughputPerServerMBps: 4000,
  /** SSD read cache for each 4000 MB/s. */
  readCacheGiB: { min: 32, max: 131_072 },
  maxStoragePerServerTiB: 512,
} as const;

/** Most that one client gets, Gbps. */
export const LUSTRE_CLIENT_GBPS = {
  tcp: 100,
  /** TCP between one client and one object server. */
  tcpPerServer: 5,
  enaExpress: 100,
  efa: 700,
  efaWithGpuDirectStorage: 1200,
} as const;

/** Limits of one file system. */
export const LUSTRE_LIMITS = {
  /** EFA interfaces of all clients together. */
  efaConnections: 1024,
  dataRepositoryAssociations: 8,
  /** Files that AWS imports from S3 without throttling, in a month. */
  importEventsPerMonth: 10_000_000,
  /** Days that exports wait for before they are dropped. */
  exportBacklogDays: 14,
  backupRetentionDays: { min: 0, max: 90 },
  /** Between two capacity increases. */
  capacityCooldownHours: 6,
  /** Clients with EFA and the file system share a zone and a block of this prefix length. */
  efaSharedPrefixLength: 16,
} as const;

/** TCP ports between clients and servers, and among servers. With EFA, all traffic by security group reference. */
export const LUSTRE_PORTS = [
  { from: 988, to: 988 },
  { from: 1018, to: 1023 },
] as const;

/** Steps of a tier; null when the deployment has no capacity, no such tier, or no EFA. */
export function capacityStep(
  deployment: LustreDeployment,
  throughput: number | null,
  efa: boolean,
): CapacityStep | null {
  const facts: LustreDeploymentFacts = LUSTRE_DEPLOYMENTS[deployment];
  const tierIsLegal = throughput === null ? facts.throughputs.length === 0 : facts.throughputs.includes(throughput);
  const table = efa ? facts.efaCapacity : facts.capacity;
  return (tierIsLegal && (table?.any ?? table?.[String(throughput)])) || null;
}

/** What capacity grows by, GiB; null as for {@link capacityStep}. */
export function capacityIncrementGiB(
  deployment: LustreDeployment,
  throughput: number | null,
  efa: boolean,
): number | null {
  return capacityStep(deployment, throughput, efa)?.stepGiB ?? null;
}

/** Metadata operations a second that AUTOMATIC gives an SSD file system. */
export function automaticMetadataIops(capacityGiB: number): number {
  if (capacityGiB >= 48_000) {
    const paid = Math.floor(capacityGiB / 24_000) * 12_000;
    return Math.min(paid, LUSTRE_METADATA_IOPS.ssd.max);
  }
  return LUSTRE_AUTOMATIC_METADATA.find(({ fromGiB }) => capacityGiB >= fromGiB)?.iops ?? 0;
}

/** What the number of servers follows from. */
export interface LustreSize {
  readonly deployment: LustreDeployment;
  /** MB/s/TiB; null for deployments without tiers. */
  readonly throughput: number | null;
  readonly efa: boolean;
  /** Null for Intelligent-Tiering, whose capacity follows use. */
  readonly capacityGiB: number | null;
  /** Of the whole file system; for Intelligent-Tiering only. */
  readonly throughputMBps: number | null;
  /** Null without a metadata configuration. */
  readonly metadataIops: number | null;
}

/** Object servers of a file system; null when the size is none that AWS makes. */
export function objectServers(size: LustreSize): number | null {
  if (size.deployment === "persistent-2-intelligent-tiering") {
    return size.throughputMBps && Math.ceil(size.throughputMBps / LUSTRE_INTELLIGENT_TIERING.throughputPerServerMBps);
  }
  const step = capacityStep(size.deployment, size.throughput, size.efa);
  return step && size.capacityGiB && Math.ceil(size.capacityGiB / step.perServerGiB);
}

/** Addresses the file system takes in its subnet: one for each object server and each metadata server. */
export function serverAddresses(size: LustreSize): number | null {
  const servers = objectServers(size);
  return servers && servers + Math.max(1, Math.ceil((size.metadataIops ?? 0) / LUSTRE_METADATA_IOPS.perServer));
}

/**
 * Disk throughput that the file system sustains for reads, MB/s; null for Intelligent-Tiering.
 * AWS calls 1000 GiB a TiB in its tables; we count 1024, the careful side.
 */
export function baselineMBps(size: LustreSize): number | null {
  const perTiB = size.throughput ?? LUSTRE_DEPLOYMENTS[size.deployment].fixedThroughput?.read ?? null;
  return perTiB && size.capacityGiB && (size.capacityGiB / 1024) * perTiB;
}
