import { removed } from "../../../helpers/code-changes";
import { PRODUCTION } from "../../../helpers/recorded-bases";
import { recordedChanges } from "../../../helpers/recorded-changes";

const users = { "jane.doe": { uid: 20001, keys: [] } };
const BASE = {
  ...PRODUCTION,
  name: "vols",
  storage: {
    fast: { kind: "fsx-lustre", deployment: "scratch-2", capacityGiB: 2400 },
    homes: { kind: "efs" },
  },
  slurm: { ...PRODUCTION.slurm, users },
};
const OPENZFS = {
  ...PRODUCTION,
  name: "zfs",
  storage: {
    home: { kind: "fsx-openzfs", deployment: "single-az-2", throughputMBps: 320, capacityGiB: 1024 },
    data: { kind: "nfs", server: "files.example.com", export: "/data" },
  },
  slurm: BASE.slurm,
};
const LUSTRE_HOMES = { ...PRODUCTION, name: "moving", slurm: BASE.slurm };

describe("a change of volumes", () => {
  recordedChanges(BASE, [
    {
      name: "EFS keeps files longer where they are fast",
      config: { storage: { homes: { lifecycle: { infrequentAccessAfterDays: 90 } } } },
      verdict: "safe",
      findings: [["stops", "info", /moves files that nobody reads on other days/]],
    },
    {
      name: "the homes are dropped",
      config: { storage: { homes: null } },
      verdict: "needs-acknowledgement",
      dangers: [
        "platform.helm_release.efs-csi_chart_release",
        "platform.helm_release.storage-homes_slurm_objects_release",
        "slurm.config.slurm.users homes",
        "storage.aws_efs_file_system.storage_homes",
        "storage.aws_efs_file_system.storage_homes",
        // EFS may no longer use it
        "storage.aws_kms_key.storage_key",
        "storage.aws_security_group.storage_homes_security_group",
      ],
      findings: [
        ["lost", "danger", /EFS file system vols-storage-homes is destroyed: its files are deleted/, /last backup/],
        ["stops", "danger", /Homes of users move from \/home \(EFS homes\) to \/fsx\/home \(Lustre\)/, /jane\.doe/],
      ],
    },
    {
      name: "the code drops the policy of EFS",
      code: removed("storage.aws_efs_file_system_policy.storage-homes_policy"),
      verdict: "needs-acknowledgement",
      dangers: ["storage.aws_efs_file_system_policy.storage-homes_policy"],
      findings: [
        ["security", "danger", /policy of the EFS file system .* goes, and with it what it denies/i, /every client/],
      ],
    },
    {
      name: "checkpoints are dropped, and all volumes stay",
      config: { checkpoints: null },
      verdict: "needs-acknowledgement",
      dangers: [
        "platform.helm_release.jobs_objects_release",
        "slurm.helm_release.database-backup_objects_release",
        "slurm.helm_release.state-backup_objects_release",
        "storage.aws_fsx_data_repository_association.lustre_link_checkpoints",
        "storage.aws_kms_key.storage_key",
        "storage.aws_s3_bucket.checkpoints",
      ],
      findings: [["lost", "danger", /[Bb]ucket .* is destroyed/]],
    },
  ]);
  recordedChanges(OPENZFS, [
    {
      name: "OpenZFS grows and gets another server",
      config: { storage: { home: { capacityGiB: 2048, throughputMBps: 640 } } },
      verdict: "safe",
      findings: [
        ["stops", "info", /grows within minutes/],
        ["stops", "warning", /gets another server: without a standby nobody reaches it/],
      ],
    },
    {
      name: "the OpenZFS file system with the homes is dropped",
      config: { storage: { home: null } },
      verdict: "needs-acknowledgement",
      dangers: [
        "platform.helm_release.storage-home_slurm_objects_release",
        "slurm.config.slurm.users homes",
        "storage.aws_fsx_openzfs_file_system.storage_home",
        "storage.aws_fsx_openzfs_file_system.storage_home",
        "storage.aws_security_group.storage_home_security_group",
      ],
      findings: [["lost", "danger", /OpenZFS file system zfs-storage-home is destroyed: its files are deleted/]],
    },
    {
      name: "an NFS server of somebody else is dropped",
      config: { storage: { data: null } },
      verdict: "needs-acknowledgement",
      // its files stay: pods lose the claim
      dangers: ["platform.helm_release.storage-data_slurm_objects_release"],
      findings: [],
    },
  ]);
  recordedChanges(LUSTRE_HOMES, [
    {
      name: "homes come to EFS from Lustre",
      config: { storage: { homes: { kind: "efs" } } },
      verdict: "needs-acknowledgement",
      // EFS may use the key from then on
      dangers: ["slurm.config.slurm.users homes", "storage.aws_kms_key.storage_key"],
      findings: [
        [
          "stops",
          "danger",
          /Homes of users move from \/fsx\/home \(Lustre\) to \/home \(EFS homes\)/,
          /no file moves along: jane\.doe/,
          /rsync -aHAX --numeric-ids \/fsx\/home\/ \/home\//,
        ],
      ],
    },
  ]);
});
