import { z } from "zod";
import { key, zoneSchema } from "../../kernel/key";
import { ALL_LOST, lustreUpdate } from "./lustre-updates";

const SQUASH = lustreUpdate("root_squash_configuration");

const capacityGiB = key(z.int().min(1200), {
  description: "Size of the file system, in the steps that deployment, throughput and EFA allow.",
  unit: "GiB",
  example: 38400,
  ...lustreUpdate("storage_capacity", "SSD", "It can only grow, six hours apart."),
});

const common = {
  capacityGiB,
  zone: key(zoneSchema.optional(), {
    description: "Zone of the file system: that of the nodes that use it most.",
    defaultNote: "the zone of the largest EFA group, else the first zone",
    ...lustreUpdate("subnet_ids", null, ALL_LOST),
  }),
  mountPath: key(
    z
      .string()
      .regex(/^\/[A-Za-z0-9/_-]*[A-Za-z0-9]$/, "must be an absolute path, such as /fsx")
      .default("/fsx"),
    {
      description: "Where nodes and pods see the file system.",
      update: "drains",
    },
  ),
  compression: key(z.enum(["lz4", "none"]).default("lz4"), {
    description: "Compression on the servers; only data written later is affected.",
    ...lustreUpdate("data_compression_type"),
  }),
  rootSquash: key(
    z
      .strictObject({
        uid: key(z.int().min(0).max(4294967294), { description: "User id that root becomes.", ...SQUASH }),
        gid: key(z.int().min(0).max(4294967294), { description: "Group id that root becomes.", ...SQUASH }),
      })
      .optional(),
    {
      description: "Whom root of a client becomes on the file system.",
      defaultNote: "root stays root",
      ...SQUASH,
    },
  ),
  maintenance: key(
    z
      .string()
      .regex(/^[1-7]:([01]\d|2[0-3]):[0-5]\d$/, "must be d:HH:MM in UTC with 1 for Monday, such as 7:03:00")
      .default("7:03:00"),
    {
      description: "Weekly maintenance window, UTC, d:HH:MM, 1 is Monday. Clients wait for some minutes.",
      ...lustreUpdate("weekly_maintenance_start_time"),
    },
  ),
  logLevel: key(z.enum(["disabled", "warn", "error", "warn-error"]).default("warn-error"), {
    description: "Which Lustre events go to CloudWatch.",
    ...lustreUpdate("log_configuration"),
  }),
};

const backups = {
  backupDays: key(z.int().min(0).max(90).optional(), {
    description: "Days to keep daily backups; 0 is none. AWS refuses backups while a data repository is linked.",
    unit: "days",
    defaultNote: "0 with checkpoints linked to S3; else 7 in production and 0 in development",
    ...lustreUpdate("automatic_backup_retention_days"),
  }),
  finalBackup: key(z.enum(["take", "skip"]).optional(), {
    description: "Whether deleting the file system takes a last backup. AWS cannot while a data repository is linked.",
    defaultNote: "skip with checkpoints linked to S3, take otherwise",
    ...lustreUpdate("skip_final_backup"),
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
          ...lustreUpdate("metadata_configuration.iops", "SSD", "Only upwards, six hours apart."),
        }),
      }),
    ])
    .default({ mode: "automatic" }),
  {
    description:
      "Metadata performance. AWS sizes it by capacity, or you say it. It cannot be added to a file system later.",
    ...lustreUpdate("metadata_configuration.mode", "SSD"),
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
      ...lustreUpdate("per_unit_storage_throughput", "SSD"),
    }),
    ...common,
    ...backups,
  }),
  z.strictObject({
    deployment: z.literal("persistent-1-hdd"),
    throughput: key(z.union([z.literal(12), z.literal(40)]), {
      description: "Throughput per TiB of capacity.",
      unit: "MB/s/TiB",
      ...lustreUpdate("per_unit_storage_throughput", "HDD"),
    }),
    readCache: key(z.boolean().default(true), {
      description: "An SSD read cache of a fifth of the capacity.",
      ...lustreUpdate("drive_cache_type", null, ALL_LOST),
    }),
    ...common,
    ...backups,
  }),
  z.strictObject({
    deployment: z.literal("persistent-2-ssd"),
    throughput: key(z.union([z.literal(125), z.literal(250), z.literal(500), z.literal(1000)]), {
      description: "Throughput per TiB of capacity.",
      unit: "MB/s/TiB",
      ...lustreUpdate("per_unit_storage_throughput", "SSD"),
    }),
    efa: key(z.boolean().default(false), {
      description:
        "EFA between clients and file servers: up to 700 Gbps for one client (1200 with GPUDirect Storage) instead of 100.",
      ...lustreUpdate("efa_enabled", null, ALL_LOST),
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
      ...lustreUpdate("throughput_capacity", "INTELLIGENT_TIERING"),
    }),
    efa: key(z.boolean().default(false), {
      description: "EFA between clients and file servers.",
      ...lustreUpdate("efa_enabled", null, ALL_LOST),
    }),
    metadataIops: key(z.union([z.literal(6000), z.literal(12000)]).default(6000), {
      description: "Metadata operations a second.",
      unit: "IOPS",
      ...lustreUpdate("metadata_configuration.iops", "INTELLIGENT_TIERING"),
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
              ...lustreUpdate("data_read_cache_configuration"),
            }),
          }),
        ])
        .default({ mode: "proportional" }),
      { description: "SSD read cache.", ...lustreUpdate("data_read_cache_configuration") },
    ),
    ...intelligentTiering,
  }),
]);

/** A file system with its defaults filled in. */
export type LustreConfig = z.output<typeof lustreSchema>;
