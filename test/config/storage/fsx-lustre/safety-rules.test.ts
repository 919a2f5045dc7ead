import { LUSTRE_SAFETY_RULES } from "../../../../config/storage/fsx-lustre/safety-rules";
import { ruleCases } from "../../../helpers/rule-cases";

const unlinked = (lustre: object) => ({ checkpoints: null, lustre });
const development = { profile: "development" };
const scratch = { lustre: { deployment: "scratch-2", capacityGiB: 1200 } };

ruleCases(LUSTRE_SAFETY_RULES, {
  "lustre/backups-with-repository": {
    severity: "error",
    trips: [
      {
        when: "backups beside a link",
        change: { lustre: { backupDays: 14 } },
        at: ["lustre", "backupDays"],
        message: ["backupDays is 14", "only 0"],
        fix: ["backupDays: 0"],
      },
    ],
    passes: [
      { when: "0 days", change: { lustre: { backupDays: 0 } } },
      { when: "no link", change: unlinked({ backupDays: 14 }) },
    ],
  },
  "lustre/final-backup-with-repository": {
    severity: "error",
    trips: [
      {
        when: "a last backup beside a link",
        change: { lustre: { finalBackup: "take" } },
        at: ["lustre", "finalBackup"],
        message: ['"take"'],
        fix: ['"skip"'],
      },
    ],
    passes: [
      { when: "skip", change: { lustre: { finalBackup: "skip" } } },
      { when: "no link", change: unlinked({ finalBackup: "take" }) },
    ],
  },
  "lustre/no-backup-no-repository": {
    severity: "warning",
    trips: [
      {
        when: "neither",
        change: unlinked({ backupDays: 0 }),
        at: ["lustre", "backupDays"],
        message: ["backupDays is 0"],
        fix: ["backupDays: 7", "checkpoints"],
      },
    ],
    passes: [
      { when: "a link", change: { lustre: { backupDays: 0 } } },
      { when: "backups", change: unlinked({ backupDays: 1 }) },
      { when: "development", change: { ...development, ...unlinked({}) } },
      { when: "scratch, told elsewhere", change: unlinked(scratch.lustre) },
    ],
  },
  "lustre/final-backup-skipped": {
    severity: "warning",
    trips: [
      {
        when: "no last backup",
        change: unlinked({ finalBackup: "skip" }),
        at: ["lustre", "finalBackup"],
        message: ['"skip"'],
        fix: ['"take"'],
      },
    ],
    passes: [
      { when: "a link", change: { lustre: { finalBackup: "skip" } } },
      { when: "a last backup", change: unlinked({}) },
      { when: "development", change: { ...development, ...unlinked({ finalBackup: "skip" }) } },
      { when: "scratch, which has none", change: unlinked(scratch.lustre) },
    ],
  },
  "lustre/scratch-in-production": {
    severity: "warning",
    trips: [
      {
        when: "scratch with a link",
        change: scratch,
        at: ["lustre", "deployment"],
        message: ["scratch-2", "only what was exported"],
        fix: ["persistent-2-ssd"],
      },
      {
        when: "scratch alone",
        change: unlinked(scratch.lustre),
        at: ["lustre", "deployment"],
        message: ["takes files with it"],
      },
    ],
    passes: [
      { when: "development", change: { ...development, ...scratch } },
      { when: "persistent", change: {} },
    ],
  },
  "lustre/root-squash-half": {
    severity: "error",
    trips: [
      {
        when: "a user without a group",
        change: { lustre: { rootSquash: { uid: 65534, gid: 0 } } },
        at: ["lustre", "rootSquash", "gid"],
        message: ["65534:0"],
        fix: ["gid: 65534"],
      },
      {
        when: "a group without a user",
        change: { lustre: { rootSquash: { uid: 0, gid: 65534 } } },
        at: ["lustre", "rootSquash", "uid"],
        message: ["0:65534"],
        fix: ["uid: 65534"],
      },
    ],
    passes: [
      { when: "both", change: { lustre: { rootSquash: { uid: 1, gid: 1 } } } },
      { when: "switched off", change: { lustre: { rootSquash: { uid: 0, gid: 0 } } } },
      { when: "none", change: {} },
    ],
  },
});
