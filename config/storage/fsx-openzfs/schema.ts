import { z } from "zod";
import { NFS_MAX_CONNECTIONS } from "../../facts/nfs";
import {
  OPENZFS_CAPACITY,
  OPENZFS_MAX_ROUTE_TABLES,
  OPENZFS_RECORDS,
  OPENZFS_SOURCES,
  OPENZFS_THROUGHPUTS,
} from "../../facts/openzfs";
import { openzfsChange } from "../../facts/openzfs-changes";
import { cidrSchema, key, zoneSchema, type KeyMeta } from "../../kernel/key";
import { mountPathSchema, OF_LATER_PODS, teamsKey } from "../common";

/** What changing an argument does, as the facts have it. */
function change(attribute: string, way: "grows" | "shrinks" = "grows"): Pick<KeyMeta, "update" | "updateNote"> {
  const row = openzfsChange(attribute, way);
  if (!row || row.effect === "refused")
    throw new Error(`config/facts/openzfs-changes.ts has no change of ${attribute}`);
  return { update: row.effect, ...(row.what !== null && { updateNote: `The file system ${row.what}.` }) };
}

const common = {
  kind: z.literal("fsx-openzfs"),
  capacityGiB: key(z.int().min(OPENZFS_CAPACITY.min).max(OPENZFS_CAPACITY.max), {
    description: "Size of the file system. It can only grow.",
    unit: "GiB",
    example: 4096,
    source: OPENZFS_SOURCES.capacity.url,
    ...change("storage_capacity"),
  }),
  mountPath: key(mountPathSchema.optional(), {
    description: "Where pods see it. What is mounted at /home has the homes of slurm.users.",
    defaultNote: "its name: /home for a file system home",
    update: "drains",
    updateNote: "Pods are made anew. Files stay on the file system.",
  }),
  teams: teamsKey,
  zone: key(zoneSchema.optional(), {
    description: "Zone of the file system, or of the server that serves: that of the nodes that use it most.",
    defaultNote: "the first zone of the network",
    ...change("subnet_ids"),
  }),
  iops: key(z.int().min(1).optional(), {
    description: "IOPS of its disks; what is above three for each GiB is billed.",
    unit: "IOPS",
    defaultNote: "three for each GiB",
    source: OPENZFS_SOURCES.capacity.url,
    ...change("disk_iops_configuration"),
  }),
  compression: key(z.enum(["lz4", "zstd", "none"]).default("lz4"), {
    description: "Compression on the server. zstd packs more, and takes more of its CPU.",
    source: OPENZFS_SOURCES.create.url,
    ...change("root_volume_configuration.data_compression_type"),
  }),
  recordSizeKiB: key(z.literal([...OPENZFS_RECORDS]).default(128), {
    description: "Size of records of new files. Large ones suit streams, small ones databases.",
    unit: "KiB",
    source: OPENZFS_SOURCES.create.url,
    ...change("root_volume_configuration.record_size_kib"),
  }),
  rootSquash: key(z.boolean().default(false), {
    description: "Whether root of a pod is nobody on it. Homes of slurm.users cannot be made then.",
    source: OPENZFS_SOURCES.exports.url,
    ...change("root_volume_configuration.nfs_exports"),
  }),
  nconnect: key(z.int().min(1).max(NFS_MAX_CONNECTIONS).default(NFS_MAX_CONNECTIONS), {
    description: "Connections of a node to it: EC2 gives a single one 5 Gbps at most.",
    unit: "connections",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-network-bandwidth.html",
    ...OF_LATER_PODS,
  }),
  backupDays: key(z.int().min(0).max(90).optional(), {
    description: "Days to keep daily backups; 0 is none. They go with the file system.",
    unit: "days",
    defaultNote: "7 in production and 0 in development",
    source: OPENZFS_SOURCES.backups.url,
    update: "in-place",
  }),
  finalBackup: key(z.enum(["take", "skip"]).default("take"), {
    description: "Whether deleting the file system takes a last backup, which lives until somebody deletes it.",
    source: OPENZFS_SOURCES.backups.url,
    update: "in-place",
  }),
};

const throughput = <Value extends number>(values: readonly Value[]) =>
  key(z.literal([...values]), {
    description: "Throughput of its server.",
    unit: "MB/s",
    example: values[2]!,
    source: OPENZFS_SOURCES.create.url,
    ...change("throughput_capacity"),
  });

const first = throughput(OPENZFS_THROUGHPUTS[1]);
const second = throughput(OPENZFS_THROUGHPUTS[2]);

/** What one in two zones has besides. */
const several = {
  standbyZone: key(zoneSchema.optional(), {
    description: "Zone of the server that stands by with a copy of all files, and takes over where the first is lost.",
    defaultNote: "the first other zone of the network that is no Local Zone",
    source: OPENZFS_SOURCES.create.url,
    ...change("subnet_ids"),
  }),
  endpointCidr: key(cidrSchema.optional(), {
    description:
      "Addresses of which the file system has one that moves between its servers: a block of the VPC that no subnet has.",
    example: "10.20.255.240/28",
    defaultNote: "a free block of 16 addresses of the VPC, which FSx chooses",
    source: OPENZFS_SOURCES.create.url,
    ...change("endpoint_ip_address_range"),
  }),
  routeTables: key(
    z
      .array(z.string().regex(/^rtb-[0-9a-f]{8,17}$/, "must be the id of a route table, such as rtb-0a1b2c3d4e5f60718"))
      .min(1)
      .max(OPENZFS_MAX_ROUTE_TABLES)
      .optional(),
    {
      description:
        "In a network that exists: route tables of all subnets with nodes, into which FSx writes where the file system is. Give each the tag AmazonFSx: ManagedByAmazonFSx.",
      defaultNote: "those of the private subnets, in a network that is made",
      source: OPENZFS_SOURCES.routes.url,
      ...change("route_table_ids"),
    },
  ),
};

/** A file system of FSx for OpenZFS on SSDs, in one zone or in two: NFS that is faster than EFS with small files. */
export const fsxOpenzfsSchema = z.discriminatedUnion("deployment", [
  z.strictObject({ deployment: z.literal("single-az-1"), throughputMBps: first, ...common }),
  z.strictObject({ deployment: z.literal("single-az-2"), throughputMBps: second, ...common }),
  z.strictObject({ deployment: z.literal("single-az-ha-1"), throughputMBps: first, ...common }),
  z.strictObject({ deployment: z.literal("single-az-ha-2"), throughputMBps: second, ...common }),
  z.strictObject({ deployment: z.literal("multi-az-1"), throughputMBps: second, ...common, ...several }),
]);

export type FsxOpenzfsConfig = z.output<typeof fsxOpenzfsSchema>;
