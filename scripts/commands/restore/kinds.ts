import { controllersOf } from "../../../config/components/installed-chart";
import { DATABASE_BACKUPS, STATE_BACKUPS } from "../../../config/checkpoints/own-prefixes";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { DATABASE_RESTORE } from "../../../constructs/slurm/database-backup";
import { SLURM_RELEASE } from "../../../constructs/slurm/slurm-cluster";
import { ownClaim, STATE_RESTORE } from "../../../constructs/slurm/state-backup";

/** What is copied into the bucket, and put back. */
export interface RestoreKind {
  readonly title: string;
  /** Where its copies are in the bucket of checkpoints. */
  readonly prefix: string;
  readonly suffix: string;
  /** Names that Railyard gives its copies: what lies beside them under other names is none of them. */
  readonly names: RegExp;
  /** The same for people. */
  readonly namesText: string;
  /** What changed since a copy: its file's name, with that of the copy; null: nobody keeps that. */
  readonly changes: RegExp | null;
  /** The CronJob that never runs by itself, from which the job is made. */
  readonly cronJob: string;
  /** What must not run meanwhile: a StatefulSet of the operator, and the label of its pods. */
  readonly stopped: { readonly program: string; readonly statefulSet: string; readonly app: string };
  /** The claim that its StatefulSet makes, of which nothing but the copies would be lost; null: there is none. */
  readonly ownClaim: string | null;
  /** How many pods it has when all runs. */
  readonly replicas: (env: SiteEnvironment) => number;
  /** What is gone after it, in sentences. */
  readonly lost: (since: string) => readonly string[];
  /** What becomes of the files on its volume; null: nothing is kept. */
  readonly kept: string | null;
  /** Why an environment has no copies of it; null: it has. */
  readonly lacks: (env: SiteEnvironment) => string | null;
}

const noCopies = ({ slurm, checkpoints }: SiteEnvironment): string | null =>
  slurm === null
    ? "it has no Slurm"
    : checkpoints === null
      ? "it has no checkpoints, and copies are kept in their bucket"
      : null;

/** By the word that people write. @see docs/slurm-state.md, docs/slurm-database.md */
export const RESTORE_KINDS = {
  queue: {
    title: "the queue",
    prefix: STATE_BACKUPS,
    suffix: "tar.gz",
    names: /^(?:latest|hour-(?:[01]\d|2[0-3]))$/,
    namesText: "latest and hour-00 to hour-23",
    changes: null,
    cronJob: STATE_RESTORE,
    stopped: { program: "slurmctld", statefulSet: "slurm-controller", app: "slurmctld" },
    ownClaim: ownClaim(SLURM_RELEASE),
    replicas: controllersOf,
    lost: (since) => [
      `Jobs that were submitted since ${since} are unknown: those that wait are gone, and nodes end those that run.`,
      "Jobs that have ended since then, and waited in the copy, start again.",
      "Numbers of jobs go on after the last of the copy: some are given twice, and output files of these names are written over.",
    ],
    kept: "What is on the volume now is moved to a folder .before-<time> beside it, and kept.",
    lacks: noCopies,
  },
  database: {
    title: "the accounting database",
    prefix: DATABASE_BACKUPS,
    suffix: "sql.gz",
    names: /^(?:latest|day-[1-7]|month-(?:0[1-9]|1[0-2]))$/,
    namesText: "latest, day-1 (Monday) to day-7, and month-01 to month-12",
    changes: /^changes-(day-[1-7])\.tar\.gz$/,
    cronJob: DATABASE_RESTORE,
    stopped: { program: "slurmdbd", statefulSet: "slurm-accounting", app: "slurmdbd" },
    ownClaim: null,
    replicas: () => 1,
    lost: (since) => [
      `What accounting was told since ${since} is gone, but for what slurmctld has kept: usage, fair share, users, limits.`,
      "The database that is there now is dropped. Jobs that run go on.",
    ],
    kept: null,
    lacks: (env) =>
      noCopies(env) ??
      (env.slurm?.accounting.kind === "mariadb" ? null : "its database is your own, and Railyard keeps no dumps of it"),
  },
} as const satisfies Readonly<Record<string, RestoreKind>>;

export type RestoreWord = keyof typeof RESTORE_KINDS;
