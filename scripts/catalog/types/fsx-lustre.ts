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
    replacedBy: [
      "backup_id",
      "copy_tags_to_backups",
      "deployment_type",
      "drive_cache_type",
      "efa_enabled",
      "export_path",
      "file_system_type_version",
      "import_path",
      "imported_file_chunk_size",
      "kms_key_id",
      "security_group_ids",
      "storage_type",
      "subnet_ids",
    ],
    orphan: TAGS,
  },
  aws_fsx_data_repository_association: {
    noun: "Lustre data repository link",
    loss: data("files are no longer imported and exported, until all of it is scanned again"),
    about: ["checkpoints", "lustre"],
    read: /^(?:imported_file_chunk_size|delete_data_in_filesystem|s3\[0\]\.auto_(?:import|export)_policy)\b/,
    replacedBy: ["data_repository_path", "file_system_id", "file_system_path"],
    orphan: TAGS,
  },
};
