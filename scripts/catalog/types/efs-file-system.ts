import { choice, key } from "../keep-by";
import { efsReplacing } from "../../../config/facts/efs-changes";
import { TAGS, UNKNOWN, data, ground, jobs, partOf, type CatalogRows } from "../catalog-type";

export const EFS_FILE_SYSTEM: CatalogRows = {
  aws_efs_file_system: {
    noun: "EFS file system",
    loss: data("its files are deleted"),
    first:
      "First: copy what is needed to a volume that stays, homes among it, or look for its last backup (aws backup list-recovery-points-by-resource): backups outlive it, in the vault of the account.",
    about: ["storage", "network"],
    isFilled: true,
    read: /^(?:lifecycle_policy|throughput_mode|provisioned_throughput_in_mibps)\b/,
    replacedBy: efsReplacing("aws_efs_file_system"),
    orphan: TAGS,
    adopted: {
      keepBy: {
        encrypted: () => "nothing: it is encrypted when it is made, or never; copy its files to a new one",
        performance_mode: choice("storage.<volume>.performance", {
          generalPurpose: "general-purpose",
          maxIO: "max-io",
        }),
        throughput_mode: (there) => `storage.<volume>.throughput: { mode: ${JSON.stringify(there)} }`,
        provisioned_throughput_in_mibps: key("storage.<volume>.throughput.mibps"),
        availability_zone_name: () => "no storage.<volume>.zone: it is Regional",
      },
    },
  },
  aws_efs_access_point: {
    noun: "EFS access point",
    loss: ground("what is mounted through it hangs, and Kubernetes points no volume to another one; files stay"),
    replacedBy: efsReplacing("aws_efs_access_point"),
    orphan: TAGS,
  },
  aws_efs_mount_target: {
    noun: "EFS mount target",
    loss: jobs("what nodes of its zone have mounted through it breaks off"),
    replacedBy: efsReplacing("aws_efs_mount_target"),
    orphan: partOf("aws_efs_file_system"),
  },
  aws_efs_backup_policy: {
    noun: "backups of the EFS file system",
    loss: UNKNOWN,
    read: /^backup_policy\b/,
    replacedBy: ["file_system_id"],
    orphan: partOf("aws_efs_file_system"),
  },
  aws_efs_file_system_policy: {
    noun: "policy of the EFS file system",
    loss: UNKNOWN,
    replacedBy: ["file_system_id"],
    orphan: partOf("aws_efs_file_system"),
  },
};
