import { LUSTRE_SOURCES } from "../../facts/lustre";
import type { AwsRule } from "../../sites/aws-eks/rule";

const LINKS = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/create-dra-linked-data-repo.html";
const BACKUPS = "https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-backups-fsx.html";

const backupsWithRepository: AwsRule = {
  id: "lustre/backups-with-repository",
  title: "A file system that is linked to S3 keeps no daily backups.",
  severity: "error",
  why: "AWS refuses backups while a data repository is linked, and links while backups are on.",
  source: LINKS,
  *check({ env: { lustre } }) {
    if (!lustre?.linked || lustre.backupDays === 0) return;
    yield {
      path: ["lustre", "backupDays"],
      message: `backupDays is ${lustre.backupDays}, but checkpoints link the file system to S3, and AWS takes no backups then; only 0 is possible`,
      fix: "write backupDays: 0 or leave it out: what lies in the linked folder is in S3; or take checkpoints out",
    };
  },
};

const finalBackupWithRepository: AwsRule = {
  id: "lustre/final-backup-with-repository",
  title: "A file system that is linked to S3 takes no last backup.",
  severity: "error",
  why: "AWS takes no backup while a data repository is linked: deleting the file system would fail.",
  source: BACKUPS,
  *check({ env: { lustre } }) {
    if (!lustre?.linked || lustre.finalBackup === "skip") return;
    yield {
      path: ["lustre", "finalBackup"],
      message: 'finalBackup is "take", but checkpoints link the file system to S3, and AWS takes no backup then',
      fix: 'write finalBackup: "skip" or leave it out, and wait for exports before the file system goes',
    };
  },
};

const noBackupNoRepository: AwsRule = {
  id: "lustre/no-backup-no-repository",
  title: "A production file system has backups or a link to S3.",
  severity: "warning",
  why: "With neither, a deleted file and a lost file system are gone.",
  source: BACKUPS,
  *check({ env: { lustre, production } }) {
    if (!production || !lustre || lustre.linked || lustre.backupDays > 0) return;
    if (lustre.config.deployment === "scratch-2") return; // lustre/scratch-in-production tells
    yield {
      path: ["lustre", "backupDays"],
      message: "backupDays is 0 and nothing links the file system to S3: there is no second copy of any file",
      fix: "write backupDays: 7 (1 to 90), or add checkpoints",
    };
  },
};

const finalBackupSkipped: AwsRule = {
  id: "lustre/final-backup-skipped",
  title: "A production file system without a link to S3 takes a last backup when it is deleted.",
  severity: "warning",
  why: "Daily backups go with the file system; only the last one outlives it.",
  source: BACKUPS,
  *check({ env: { lustre, production } }) {
    if (!production || !lustre || lustre.linked || lustre.finalBackup === "take") return;
    if (lustre.config.deployment === "scratch-2") return; // it cannot have one
    yield {
      path: ["lustre", "finalBackup"],
      message: 'finalBackup is "skip": deleting the file system would leave nothing of it',
      fix: 'write finalBackup: "take" or leave it out',
    };
  },
};

const scratchInProduction: AwsRule = {
  id: "lustre/scratch-in-production",
  title: "A production file system is replicated.",
  severity: "warning",
  why: "Scratch file systems are not: when a server fails, what lay on it is lost, and there are no backups.",
  source: LUSTRE_SOURCES.deployments.url,
  *check({ env: { lustre, production } }) {
    if (!production || lustre?.config.deployment !== "scratch-2") return;
    const rest = lustre.linked
      ? "only what was exported to S3 outlives a failed server"
      : "a failed server takes files with it";
    yield {
      path: ["lustre", "deployment"],
      message: `scratch-2 is not replicated: ${rest}`,
      fix: 'write deployment: "persistent-2-ssd", or profile: "development"',
    };
  },
};

const rootSquashHalf: AwsRule = {
  id: "lustre/root-squash-half",
  title: "Root squash names a user and a group, or switches itself off with 0 and 0.",
  severity: "error",
  why: "FSx asks for two values that are not zero; 0 means root, and only 0:0 is how root squash is switched off.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/root-squash.html",
  *check({ env: { lustre } }) {
    const squash = lustre?.config.rootSquash;
    if (!squash || (squash.uid === 0) === (squash.gid === 0)) return;
    const key = squash.uid === 0 ? "uid" : "gid";
    yield {
      path: ["lustre", "rootSquash", key],
      message: `rootSquash ${squash.uid}:${squash.gid} is half off: ${key} must be 1 to 4294967294 as well`,
      fix: `write ${key}: 65534, or 0 for both to switch root squash off`,
    };
  },
};

export const LUSTRE_SAFETY_RULES: readonly AwsRule[] = [
  backupsWithRepository,
  finalBackupWithRepository,
  noBackupNoRepository,
  finalBackupSkipped,
  scratchInProduction,
  rootSquashHalf,
];
