import { SLURM_DATABASE_RULES } from "../../../config/slurm/database-rules";
import { ruleCases } from "../../helpers/rule-cases";

const accounting = { kind: "external", host: "db", secretName: "acct" };

ruleCases(SLURM_DATABASE_RULES, {
  "slurm/database-no-backup": {
    severity: "warning",
    trips: [
      {
        when: "no bucket",
        change: { checkpoints: null },
        at: ["slurm", "accounting"],
        message: ["no bucket"],
        fix: ["checkpoints: {}"],
      },
    ],
    passes: [
      { when: "a bucket", change: {} },
      { when: "a database elsewhere", change: { checkpoints: null, slurm: { accounting } } },
      { when: "no Slurm", change: { checkpoints: null, slurm: null } },
      { when: "development", change: { checkpoints: null, profile: "development" } },
    ],
  },
  "slurm/database-recovery-no-bucket": {
    severity: "error",
    trips: [
      {
        when: "no bucket",
        change: { checkpoints: null, slurm: { accounting: { kind: "mariadb", recoveryMinutes: 10 } } },
        at: ["slurm", "accounting", "recoveryMinutes"],
        message: ["no bucket"],
        fix: ["checkpoints: {}"],
      },
    ],
    passes: [
      { when: "a bucket", change: { slurm: { accounting: { kind: "mariadb", recoveryMinutes: 10 } } } },
      { when: "dumps alone, told elsewhere", change: { checkpoints: null } },
    ],
  },
  "slurm/state-no-backup": {
    severity: "warning",
    trips: [
      {
        when: "no bucket",
        change: { checkpoints: null },
        at: ["slurm"],
        message: ["no bucket"],
        fix: ["checkpoints: {}"],
      },
      {
        when: "a database elsewhere keeps no jobs that wait",
        change: { checkpoints: null, slurm: { accounting } },
        at: ["slurm"],
        message: ["one volume"],
        fix: ["slurm/statesave-slurm-controller-0"],
      },
      {
        when: "a claim of somebody's own",
        change: { checkpoints: null, slurm: { controller: { claim: "slurm-state" } } },
        at: ["slurm"],
        message: ["one volume"],
        fix: ["slurm/slurm-state"],
      },
    ],
    passes: [
      { when: "a bucket", change: {} },
      { when: "no Slurm", change: { checkpoints: null, slurm: null } },
      { when: "development", change: { checkpoints: null, profile: "development" } },
    ],
  },
});
