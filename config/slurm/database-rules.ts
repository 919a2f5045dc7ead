import type { Rule } from "../kernel/rule";

/** The accounting database in the cluster, and what slurmctld keeps. */
export const SLURM_DATABASE_RULES: readonly Rule[] = [
  {
    id: "slurm/database-no-backup",
    title: "The accounting database of a production cluster is backed up.",
    severity: "warning",
    why: "Usage, limits and fair share are on one volume in one zone. Dumps go to the bucket of the checkpoints every night; without one there are none.",
    source: "https://slurm.schedmd.com/accounting.html",
    *check({ env: { slurm, checkpoints, production, region } }) {
      if (!production || slurm?.accounting.kind !== "mariadb" || checkpoints) return;
      yield {
        path: ["slurm", "accounting"],
        message: "the database is in the cluster, and there is no bucket for its dumps",
        // a cluster outside AWS has no checkpoints that Railyard keeps
        fix: `write ${region === null ? "" : "checkpoints: {}, or "}accounting: { kind: "external", … } with a database that is backed up; ignore this rule if you take dumps yourself`,
      };
    },
  },
  {
    id: "slurm/database-recovery-no-bucket",
    title: "Changes of the accounting database have a bucket to go to.",
    severity: "error",
    why: "They are kept beside the dumps, in the bucket of the checkpoints: without one nothing is, and whoever wrote the key counts on it.",
    source:
      "https://mariadb.com/docs/server/server-management/server-monitoring-logs/binary-log; Railyard's own design: copies of Slurm are kept beside checkpoints",
    *check({ env: { slurm, checkpoints, region } }) {
      if (slurm?.accounting.kind !== "mariadb" || slurm.accounting.recoveryMinutes === undefined || checkpoints) return;
      yield {
        path: ["slurm", "accounting", "recoveryMinutes"],
        message: "there is no bucket for dumps of the database, nor for what changed since",
        // a cluster outside AWS has no checkpoints that Railyard keeps
        fix: `${region === null ? "" : "write checkpoints: {}, or "}take it out`,
      };
    },
  },
  {
    id: "slurm/state-no-backup",
    title: "The state of slurmctld of a production cluster is backed up.",
    severity: "warning",
    why: "Which jobs wait, with their scripts, and which nodes they have is on one volume, on AWS in one zone. Copies go to the bucket of the checkpoints every ten minutes; without one there are none, and a lost volume is a lost queue.",
    source: "https://slurm.schedmd.com/slurm.conf.html#OPT_StateSaveLocation",
    *check({ env: { slurm, checkpoints, production, region } }) {
      if (!production || !slurm || checkpoints) return;
      yield {
        path: ["slurm"],
        message: "slurmctld keeps its jobs on one volume, and there is no bucket for copies of it",
        // a cluster outside AWS has no checkpoints that Railyard keeps
        fix: `${region === null ? "" : "write checkpoints: {}; "}ignore this rule if your storage copies the volume of the claim slurm/${slurm.controller?.claim ?? "statesave-slurm-controller-0"}, or a lost queue may be`,
      };
    },
  },
];
