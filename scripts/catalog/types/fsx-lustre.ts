import { LUSTRE_REPLACING } from "../../../config/facts/lustre-changes";
import { choice, key } from "../keep-by";
import { TAGS, data, type CatalogRows } from "../catalog-type";

export const FSX_LUSTRE: CatalogRows = {
  aws_fsx_lustre_file_system: {
    noun: "Lustre file system",
    loss: data("its files are deleted, but those that a data repository has"),
    first:
      "First: stop what writes, export what is needed (lfs hsm_archive; the export queue of the link must be empty) or take a backup, and mount the copy once.",
    about: ["lustre", "storage", "network", "checkpoints"],
    isFilled: true,
    read: /^(?:storage_capacity|per_unit_storage_throughput|throughput_capacity|metadata_configuration|data_read_cache_configuration|root_squash_configuration|data_compression_type|log_configuration|weekly_maintenance_start_time|daily_automatic_backup_start_time|automatic_backup_retention_days|skip_final_backup|final_backup_tags|kms_key_id|file_system_type_version)\b/,
    replacedBy: LUSTRE_REPLACING,
    orphan: TAGS,
    adopted: {
      // https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/fsx/lustre_file_system.go
      neverRead: { security_group_ids: [], skip_final_backup: false },
      keepBy: {
        storage_capacity: key("lustre.capacityGiB"),
        per_unit_storage_throughput: key("lustre.throughput"),
        throughput_capacity: key("lustre.throughputMBps"),
        efa_enabled: key("lustre.efa"),
        data_compression_type: choice("lustre.compression", { LZ4: "lz4", NONE: "none" }),
        weekly_maintenance_start_time: key("lustre.maintenance"),
        automatic_backup_retention_days: key("lustre.backupDays"),
        deployment_type: choice("lustre.deployment", {
          SCRATCH_2: "scratch-2",
          PERSISTENT_1: "persistent-1-ssd",
          PERSISTENT_2: "persistent-2-ssd",
        }),
        storage_type: (there) =>
          ({ HDD: 'lustre.deployment: "persistent-1-hdd"', SSD: "a lustre.deployment that ends with -ssd" })[
            String(there)
          ] ?? 'lustre.deployment: "persistent-2-intelligent-tiering"',
        drive_cache_type: (there) => `lustre.readCache: ${there === "READ"}`,
        "metadata_configuration.iops": (there) =>
          `lustre.metadata: { mode: "user-provisioned", iops: ${String(there)} }`,
        file_system_type_version: () =>
          "nothing: bring the file system to 2.15 first, with aws fsx update-file-system --file-system-type-version 2.15",
      },
    },
  },
  aws_fsx_data_repository_association: {
    noun: "Lustre data repository link",
    loss: data("files are no longer imported and exported, until all of it is scanned again"),
    about: ["checkpoints", "lustre"],
    read: /^(?:imported_file_chunk_size|delete_data_in_filesystem|s3\[0\]\.auto_(?:import|export)_policy)\b/,
    replacedBy: ["data_repository_path", "file_system_id", "file_system_path"],
    orphan: TAGS,
    adopted: {
      keepBy: {
        data_repository_path: () => "checkpoints.bucket and checkpoints.prefix as the link has them",
        file_system_path: key("checkpoints.warm.path"),
      },
    },
  },
};
