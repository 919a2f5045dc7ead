import { configMap } from "../kubernetes/config-map";
import type { CronJob, EnvVar, KubernetesObject } from "../kubernetes/objects";
import { type BackupPlace, bucketContainer, container, FOLDER, jobTemplate } from "./bucket-backup";
import { changesFetchScript, changesKnownScript, changesUploadScript } from "./database-scripts";

export interface DatabaseChangesProps extends BackupPlace {
  /** Account of the dumps: changes lie beside them. */
  readonly account: string;
  /** How often they are kept; divides an hour. */
  readonly minutes: number;
  /** How the server is reached, with the programs of its release. */
  readonly database: { readonly name: string; readonly image: string; readonly env: readonly EnvVar[] };
}

/** Name of the CronJob. */
export const DATABASE_CHANGES = "slurm-database-changes";

/** Nobody's on the image of the server. */
export const BACKUP_USER = 65532;

/**
 * Every few minutes what has changed since the last dump goes to the bucket, in the place of what went there before: with the dump
 * it is the database at any moment in between. One object for each day of the week, as there is of dumps.
 *
 * The operator's own way asks for a server with replicas.
 * @see https://github.com/mariadb-operator/mariadb-operator/blob/26.6.0/docs/pitr.md
 */
export function databaseChanges(props: DatabaseChangesProps): KubernetesObject[] {
  const { namespace, account, minutes, database, placement } = props;
  const place = { ...props, name: DATABASE_CHANGES, suffix: "tar.gz", keep: [], userId: BACKUP_USER, placement };
  const env = [{ name: "FOLDER", value: FOLDER }];
  const labels = { "app.kubernetes.io/name": DATABASE_CHANGES };
  const job: CronJob = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: DATABASE_CHANGES, namespace, labels },
    spec: {
      schedule: `*/${minutes} * * * *`,
      timeZone: "Etc/UTC",
      concurrencyPolicy: "Forbid",
      successfulJobsHistoryLimit: 2,
      failedJobsHistoryLimit: 3,
      startingDeadlineSeconds: 60 * minutes,
      jobTemplate: jobTemplate(place, {
        retries: 0,
        seconds: 3600,
        account,
        first: [
          bucketContainer(place, "known.sh", env),
          container(place, { ...database, env: [...database.env, ...env], script: "fetch.sh" }),
        ],
        then: bucketContainer(place, "upload.sh", env),
      }),
    },
  };
  const scripts = {
    "known.sh": changesKnownScript(),
    "fetch.sh": changesFetchScript(),
    "upload.sh": changesUploadScript(),
  };
  return [configMap(DATABASE_CHANGES, namespace, scripts), job];
}
