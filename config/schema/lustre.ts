import { z } from "zod";
import { key, zoneSchema } from "./key";

const capacityGiB = key(z.int().min(1200), {
  description: "Size of the file system, in the steps that deployment, throughput and EFA allow.",
  unit: "GiB",
  example: 38400,
  update: "in-place",
  updateNote:
    "It can only grow, six hours apart. Railyard refuses to shrink it: that would make a new, empty file system.",
});

const common = {
  capacityGiB,
  zone: key(zoneSchema.optional(), {
    description: "Zone of the file system: that of the nodes that use it most.",
    defaultNote: "the zone of the largest EFA group, else the first zone",
    update: "replaces",
    updateNote: "All data is lost unless it was exported.",
  }),
  mountPath: key(
    z
      .string()
      .regex(/^\/[a-z0-9/_-]*[a-z0-9]$/, "must be an absolute path, such as /fsx")
      .default("/fsx"),
    {
      description: "Where nodes and pods see the file system.",
      update: "drains",
    },
  ),
  compression: key(z.enum(["lz4", "none"]).default("lz4"), {
    description: "Compression on the servers; only data written later is affected.",
    update: "in-place",
  }),
  rootSquash: key(
    z
      .strictObject({
        uid: key(z.int().min(0).max(4294967294), { description: "User id that root becomes.", update: "in-place" }),
        gid: key(z.int().min(0).max(4294967294), { description: "Group id that root becomes.", update: "in-place" }),
      })
      .optional(),
    {
      description: "Whom root of a client becomes on the file system.",
      defaultNote: "root stays root",
      update: "in-place",
    },
  ),
  maintenance: key(
    z
      .string()
      .regex(/^[1-7]:([01]\d|2[0-3]):[0-5]\d$/, "must be d:HH:MM in UTC with 1 for Monday, such as 7:03:00")
      .default("7:03:00"),
    {
      description: "Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.",
      update: "in-place",
    },
  ),
  logLevel: key(z.enum(["disabled", "warn", "error", "warn-error"]).default("warn-error"), {
    description: "Which Lustre events go to CloudWatch.",
    update: "in-place",
  }),
};

const backups = {
  backupDays: key(z.int().min(0).max(90).optional(), {
    description: "Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.",
    unit: "days",
    defaultNote: "0 with checkpoints linked to S3; else 7 in production and 0 in development",
    update: "in-place",
  }),
  finalBackup: key(z.enum(["take", "skip"]).optional(), {
    description: "Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.",
    defaultNote: "skip with checkpoints linked to S3, take otherwise",
    update: "in-place",
  }),
};

const metadata = key(
  z
    .discriminatedUnion("mode", [
      z.strictObject({ mode: z.literal("automatic") }),
      z.strictObject({
        mode: z.literal("user-provisioned"),
        iops: key(z.int(), {
          description: "Metadata operations a second: 1500, 3000, 6000, or a multiple of 12000 up to 192000.",
          unit: "IOPS",
          update: "in-place",
          updateNote: "Only upwards, six hours apart.",
        }),
      }),
    ])
    .default({ mode: "automatic" }),
  {
    description:
      "Metadata performance. AWS sizes it by capacity, or you say it. It cannot be added to a file system later.",
    update: "in-place",
  },
);

const intelligentTiering = {
  zone: common.zone,
  mountPath: common.mountPath,
  compression: common.compression,
  rootSquash: common.rootSquash,
  maintenance: common.maintenance,
  logLevel: common.logLevel,
  ...backups,
};

/** The parallel file system: the whole legal matrix of FSx for Lustre 2.15 but SCRATCH_1, which AWS has superseded. */
export const lustreSchema = z.discriminatedUnion("deployment", [
  z.strictObject({ deployment: z.literal("scratch-2"), ...common }),
  z.strictObject({
    deployment: z.literal("persistent-1-ssd"),
    throughput: key(z.union([z.literal(50), z.literal(100), z.literal(200)]), {
      description: "Throughput per TiB of capacity.",
      unit: "MB/s/TiB",
      update: "replaces",
      updateNote: "All data is lost unless it was exported.",
    }),
    ...common,
    ...backups,
  }),
  z.strictObject({
    deployment: z.literal("persistent-1-hdd"),
    throughput: key(z.union([z.literal(12), z.literal(40)]), {
      description: "Throughput per TiB of capacity.",
      unit: "MB/s/TiB",
      update: "replaces",
      updateNote: "All data is lost unless it was exported.",
    }),
    readCache: key(z.boolean().default(true), {
      description: "An SSD read cache of a fifth of the capacity.",
      update: "replaces",
      updateNote: "All data is lost unless it was exported.",
    }),
    ...common,
    ...backups,
  }),
  z.strictObject({
    deployment: z.literal("persistent-2-ssd"),
    throughput: key(z.union([z.literal(125), z.literal(250), z.literal(500), z.literal(1000)]), {
      description: "Throughput per TiB of capacity.",
      unit: "MB/s/TiB",
      update: "in-place",
      updateNote: "With EFA it cannot change: the file system would be made anew, and its data lost.",
    }),
    efa: key(z.boolean().default(false), {
      description:
        "EFA between clients and file servers: up to 700 Gbps for one client (1200 with GPUDirect Storage) instead of 100.",
      update: "replaces",
      updateNote: "Decided at creation. All data is lost unless it was exported.",
    }),
    metadata,
    ...common,
    ...backups,
  }),
  z.strictObject({
    deployment: z.literal("persistent-2-intelligent-tiering"),
    throughputMBps: key(z.int().min(4000).max(2000000), {
      description: "Throughput of the whole file system: a multiple of 4000. Capacity follows use.",
      unit: "MB/s",
      update: "in-place",
    }),
    efa: key(z.boolean().default(false), {
      description: "EFA between clients and file servers.",
      update: "replaces",
      updateNote: "Decided at creation. All data is lost.",
    }),
    metadataIops: key(z.union([z.literal(6000), z.literal(12000)]).default(6000), {
      description: "Metadata operations a second.",
      unit: "IOPS",
      update: "in-place",
    }),
    readCache: key(
      z
        .discriminatedUnion("mode", [
          z.strictObject({ mode: z.literal("none") }),
          z.strictObject({ mode: z.literal("proportional") }),
          z.strictObject({
            mode: z.literal("user-provisioned"),
            sizeGiB: key(z.int().min(32), {
              description: "Size of the SSD read cache: 32 to 131072 GiB for every 4000 MB/s.",
              unit: "GiB",
              update: "in-place",
              updateNote: "Changing it empties the cache.",
            }),
          }),
        ])
        .default({ mode: "proportional" }),
      { description: "SSD read cache.", update: "in-place", updateNote: "Changing it empties the cache." },
    ),
    ...intelligentTiering,
  }),
]);
