type Write = (there: unknown) => string;

const written =
  (key: string): Write =>
  (there) =>
    `${key}: ${JSON.stringify(there)}`;
const words =
  (key: string, values: Readonly<Record<string, string>>): Write =>
  (there) =>
    `${key}: ${JSON.stringify(values[String(there)] ?? there)}`;

/** Config key that an argument comes from, by type and argument. */
const FIXES: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  aws_vpc: { cidr_block: written("network.cidr") },
  aws_s3_bucket: {
    object_lock_enabled: (there) =>
      there === true
        ? "checkpoints.objectLock: { … }"
        : "no checkpoints.objectLock: it can only be had from the beginning",
  },
  aws_eks_cluster: {
    version: written("cluster.version"),
    "kubernetes_network_config.service_ipv4_cidr": written("cluster.serviceCidr"),
    "access_config.authentication_mode": words("cluster.authenticationMode", {
      API: "api",
      API_AND_CONFIG_MAP: "api-and-config-map",
      CONFIG_MAP: "api-and-config-map",
    }),
    enabled_cluster_log_types: written("cluster.logs"),
    deletion_protection: written("cluster.deletionProtection"),
    "upgrade_policy.support_type": words("cluster.support", { STANDARD: "standard", EXTENDED: "extended" }),
    "vpc_config.endpoint_public_access": (there) =>
      there === true
        ? 'cluster.endpoint: { kind: "public-and-private", allowedCidrs: […] }'
        : 'cluster.endpoint: { kind: "private" }',
    "vpc_config.public_access_cidrs": written("cluster.endpoint.allowedCidrs"),
  },
  aws_fsx_lustre_file_system: {
    storage_capacity: written("lustre.capacityGiB"),
    per_unit_storage_throughput: written("lustre.throughput"),
    throughput_capacity: written("lustre.throughputMBps"),
    efa_enabled: written("lustre.efa"),
    data_compression_type: words("lustre.compression", { LZ4: "lz4", NONE: "none" }),
    weekly_maintenance_start_time: written("lustre.maintenance"),
    automatic_backup_retention_days: written("lustre.backupDays"),
    deployment_type: words("lustre.deployment", {
      SCRATCH_2: "scratch-2",
      PERSISTENT_1: "persistent-1-ssd",
      PERSISTENT_2: "persistent-2-ssd",
    }),
    storage_type: (there) =>
      ({ HDD: 'lustre.deployment: "persistent-1-hdd"', SSD: "a lustre.deployment that ends with -ssd" })[
        String(there)
      ] ?? 'lustre.deployment: "persistent-2-intelligent-tiering"',
    drive_cache_type: (there) => `lustre.readCache: ${there === "READ"}`,
    "metadata_configuration.iops": (there) => `lustre.metadata: { mode: "user-provisioned", iops: ${String(there)} }`,
    file_system_type_version: () =>
      "nothing: bring the file system to 2.15 first, with aws fsx update-file-system --file-system-type-version 2.15",
  },
  aws_fsx_data_repository_association: {
    data_repository_path: () => "checkpoints.bucket and checkpoints.prefix as the link has them",
    file_system_path: written("checkpoints.warm.path"),
  },
};

/** What to write into config so that an argument stays as it is; undefined where no key says it. */
export function configFix(type: string, attribute: string, there: unknown): string | undefined {
  return FIXES[type]?.[attribute]?.(there);
}
