import { LUSTRE_SAFETY_RULES } from "../../../config/rules/lustre-safety";
import { ruleCases } from "../../helpers/rule-cases";

const unlinked = (lustre: object) => ({ checkpoints: null, lustre });
const development = { profile: "development" };
const scratch = { lustre: { deployment: "scratch-2", capacityGiB: 1200 } };

ruleCases(
  LUSTRE_SAFETY_RULES,
  [
    {
      id: "lustre/backups-with-repository",
      when: "backups beside a link",
      change: { lustre: { backupDays: 14 } },
      path: ["lustre", "backupDays"],
      words: ["backupDays is 14", "only 0", "backupDays: 0"],
    },
    {
      id: "lustre/final-backup-with-repository",
      when: "a last backup beside a link",
      change: { lustre: { finalBackup: "take" } },
      path: ["lustre", "finalBackup"],
      words: ['"take"', '"skip"'],
    },
    {
      id: "lustre/no-backup-no-repository",
      when: "neither",
      change: unlinked({ backupDays: 0 }),
      path: ["lustre", "backupDays"],
      words: ["backupDays is 0", "backupDays: 7", "checkpoints"],
    },
    {
      id: "lustre/final-backup-skipped",
      when: "no last backup",
      change: unlinked({ finalBackup: "skip" }),
      path: ["lustre", "finalBackup"],
      words: ['"skip"', '"take"'],
    },
    {
      id: "lustre/scratch-in-production",
      when: "scratch with a link",
      change: scratch,
      path: ["lustre", "deployment"],
      words: ["scratch-2", "only what was exported", "persistent-2-ssd"],
    },
    {
      id: "lustre/scratch-in-production",
      when: "scratch alone",
      change: unlinked(scratch.lustre),
      path: ["lustre", "deployment"],
      words: ["takes files with it"],
    },
    {
      id: "lustre/root-squash-half",
      when: "a user without a group",
      change: { lustre: { rootSquash: { uid: 65534, gid: 0 } } },
      path: ["lustre", "rootSquash", "gid"],
      words: ["65534:0", "gid: 65534"],
    },
    {
      id: "lustre/root-squash-half",
      when: "a group without a user",
      change: { lustre: { rootSquash: { uid: 0, gid: 65534 } } },
      path: ["lustre", "rootSquash", "uid"],
      words: ["0:65534", "uid: 65534"],
    },
  ],
  [
    { id: "lustre/backups-with-repository", when: "0 days", change: { lustre: { backupDays: 0 } } },
    { id: "lustre/backups-with-repository", when: "no link", change: unlinked({ backupDays: 14 }) },
    { id: "lustre/final-backup-with-repository", when: "skip", change: { lustre: { finalBackup: "skip" } } },
    { id: "lustre/final-backup-with-repository", when: "no link", change: unlinked({ finalBackup: "take" }) },
    { id: "lustre/no-backup-no-repository", when: "a link", change: { lustre: { backupDays: 0 } } },
    { id: "lustre/no-backup-no-repository", when: "backups", change: unlinked({ backupDays: 1 }) },
    { id: "lustre/no-backup-no-repository", when: "development", change: { ...development, ...unlinked({}) } },
    { id: "lustre/no-backup-no-repository", when: "scratch, told elsewhere", change: unlinked(scratch.lustre) },
    { id: "lustre/final-backup-skipped", when: "a link", change: { lustre: { finalBackup: "skip" } } },
    { id: "lustre/final-backup-skipped", when: "a last backup", change: unlinked({}) },
    {
      id: "lustre/final-backup-skipped",
      when: "development",
      change: { ...development, ...unlinked({ finalBackup: "skip" }) },
    },
    { id: "lustre/final-backup-skipped", when: "scratch, which has none", change: unlinked(scratch.lustre) },
    { id: "lustre/scratch-in-production", when: "development", change: { ...development, ...scratch } },
    { id: "lustre/scratch-in-production", when: "persistent", change: {} },
    { id: "lustre/root-squash-half", when: "both", change: { lustre: { rootSquash: { uid: 1, gid: 1 } } } },
    { id: "lustre/root-squash-half", when: "switched off", change: { lustre: { rootSquash: { uid: 0, gid: 0 } } } },
    { id: "lustre/root-squash-half", when: "none", change: {} },
  ],
);
