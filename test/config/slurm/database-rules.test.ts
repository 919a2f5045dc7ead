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
});
