import { OPENZFS_REPLACING } from "../../../config/facts/openzfs-changes";
import { TAGS, data, type CatalogRows } from "../catalog-type";

export const FSX_FILE_SYSTEMS: CatalogRows = {
  aws_fsx_backup: {
    noun: null,
    loss: data("a copy of a file system is deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_fsx_ontap_volume: {
    noun: null,
    loss: data("its files are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_fsx_openzfs_file_system: {
    noun: "OpenZFS file system",
    loss: data("its files are deleted, and its daily backups with them"),
    first:
      "First: stop what writes, and take a backup of your own (aws fsx create-backup --file-system-id ...): it outlives the file system. Copy homes to a volume that stays.",
    about: ["storage", "network"],
    isFilled: true,
    read: /^(?:storage_capacity|throughput_capacity|route_table_ids|disk_iops_configuration|root_volume_configuration|automatic_backup_retention_days|daily_automatic_backup_start_time|weekly_maintenance_start_time|skip_final_backup|kms_key_id)\b/,
    replacedBy: OPENZFS_REPLACING,
    orphan: TAGS,
  },
  aws_fsx_openzfs_volume: {
    noun: null,
    loss: data("its files are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
};
