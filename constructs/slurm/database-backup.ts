import { Construct } from "constructs";
import { type BackupPlace, bucketBackup, FOLDER } from "./bucket-backup";
import { type BackupRights, keepInBucket } from "./bucket-backup-rights";
import { BACKUP_USER, databaseChanges } from "./database-changes";
import { changesDownloadLines, dumpScript, restoreScript } from "./database-scripts";
import { MARIADB_IMAGE } from "./slurm-database";
import type { SlurmStorage } from "./slurm-values";
import type { EnvVar, KubernetesObject } from "../kubernetes/objects";

export interface DatabaseBackupObjectsProps extends BackupPlace {
  readonly storage: SlurmStorage;
  /** How often what has changed since is kept as well. @default - never */
  readonly changesMinutes?: number | undefined;
}

export interface DatabaseBackupProps extends DatabaseBackupObjectsProps, BackupRights {}

/** Name of the CronJob. Frozen: the role is bound to the account's name. */
export const DATABASE_BACKUP = "slurm-database-backup";
const NAME = DATABASE_BACKUP;
/** Name of the CronJob that never runs by itself. */
export const DATABASE_RESTORE = "slurm-database-restore";

/** Objects of the backup: every night a dump to the bucket, and a job, never started by itself, that puts one back. */
export function databaseBackup(props: DatabaseBackupObjectsProps): KubernetesObject[] {
  const { storage, changesMinutes } = props;
  const keepsChanges = changesMinutes !== undefined;
  const env: EnvVar[] = [
    { name: "DB_HOST", value: storage.host },
    { name: "DB_PORT", value: String(storage.port) },
    { name: "DB_USER", value: storage.username },
    { name: "DB_NAME", value: storage.database },
    {
      name: "MYSQL_PWD",
      valueFrom: { secretKeyRef: { name: storage.passwordSecret.name, key: storage.passwordSecret.key } },
    },
  ];
  const step = { name: "database", image: MARIADB_IMAGE, env };
  const dumps = bucketBackup({
    ...props,
    name: NAME,
    restoreName: DATABASE_RESTORE,
    suffix: "sql.gz",
    keep: ["day", "month"],
    schedule: "23 2 * * *",
    startingDeadlineSeconds: 3600,
    deadlineSeconds: { backup: 4 * 3600, restore: 4 * 3600 },
    userId: BACKUP_USER,
    save: { ...step, script: dumpScript(keepsChanges) },
    restore: { ...step, script: restoreScript(keepsChanges) },
    ...(keepsChanges && {
      fetchMore: changesDownloadLines(),
      restoreEnv: [
        { name: "FOLDER", value: FOLDER },
        { name: "AT", value: "" },
      ],
    }),
  });
  if (!keepsChanges) return dumps;
  return [...dumps, ...databaseChanges({ ...props, account: NAME, minutes: changesMinutes, database: step })];
}

/** Dumps of the accounting database in a bucket: its volume is in one zone, and one disk. */
export class DatabaseBackup extends Construct {
  constructor(scope: Construct, id: string, props: DatabaseBackupProps) {
    super(scope, id);
    keepInBucket(this, NAME, databaseBackup(props), props);
  }
}
