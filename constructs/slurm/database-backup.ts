import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import type { Placement } from "../cluster/placement";
import type { Partition } from "../../config/facts/regions";
import { configMap } from "../kubernetes/config-map";
import { AWS_CLI_IMAGE } from "../platform/checkpoint-pruner";
import { KubernetesObjects } from "../platform/kubernetes-objects";
import { placementValues } from "../platform/tolerations";
import { type BucketAccess, keyStatements, listStatement, objectStatement } from "../storage/bucket-statements";
import { downloadScript, DUMP_FOLDER, dumpScript, restoreScript, uploadScript } from "./database-scripts";
import { MARIADB_IMAGE } from "./slurm-database";
import type { SlurmStorage } from "./slurm-values";
import type { Container, CronJob, CronJobSpec, EnvVar, KubernetesObject, PodSpec } from "../kubernetes/objects";

export interface DatabaseBackupObjectsProps {
  readonly namespace: string;
  readonly storage: SlurmStorage;
  readonly bucketName: string;
  /** Prefix of the dumps; ends with a slash. */
  readonly prefix: string;
  /** Region of the bucket. */
  readonly region: string;
  readonly placement: Placement;
}

export interface DatabaseBackupProps extends DatabaseBackupObjectsProps {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly roleName: string;
  readonly store: BucketAccess["store"];
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** Frozen: the role is bound to the account's name. */
const NAME = "slurm-database-backup";
const RESTORE = "slurm-database-restore";
const SCRIPTS = "/opt/railyard";
const DUMP = `${DUMP_FOLDER}/dump.sql.gz`;

/** Objects of the backup: every night a dump to the bucket, and a job, never started by itself, that puts one back. */
export function databaseBackup(props: DatabaseBackupObjectsProps): KubernetesObject[] {
  const { namespace } = props;
  const labels = { "app.kubernetes.io/name": NAME };
  const database = container(props, "database", MARIADB_IMAGE);
  const bucket = container(props, "bucket", AWS_CLI_IMAGE);
  const job = (name: string, first: Container, then: Container, spec: Partial<CronJobSpec>): CronJob => ({
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name, namespace, labels },
    spec: {
      schedule: "23 2 * * *",
      timeZone: "Etc/UTC",
      concurrencyPolicy: "Forbid",
      successfulJobsHistoryLimit: 2,
      failedJobsHistoryLimit: 3,
      ...spec,
      jobTemplate: {
        spec: {
          backoffLimit: name === RESTORE ? 0 : 2,
          activeDeadlineSeconds: 4 * 3600,
          template: { metadata: { labels }, spec: podSpec(props, first, then) },
        },
      },
    },
  });
  return [
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: NAME, namespace } },
    configMap(NAME, namespace, {
      "dump.sh": dumpScript(),
      "upload.sh": uploadScript(),
      "download.sh": downloadScript(),
      "restore.sh": restoreScript(),
    }),
    job(NAME, database("dump.sh"), bucket("upload.sh"), { startingDeadlineSeconds: 3600 }),
    job(RESTORE, bucket("download.sh"), database("restore.sh"), { suspend: true }),
  ];
}

/** A container that runs one of the scripts. */
function container(props: DatabaseBackupObjectsProps, name: string, image: string) {
  const { storage, bucketName, prefix, region } = props;
  const password: EnvVar["valueFrom"] = {
    secretKeyRef: { name: storage.passwordSecret.name, key: storage.passwordSecret.key },
  };
  return (script: string): Container => ({
    name,
    image,
    command: ["bash", `${SCRIPTS}/${script}`],
    env: [
      { name: "HOME", value: "/tmp" },
      { name: "DUMP", value: DUMP },
      ...(name === "bucket"
        ? [
            { name: "AWS_REGION", value: region },
            { name: "TARGET", value: `s3://${bucketName}/${prefix}` },
            { name: "BACKUP", value: "latest" },
          ]
        : [
            { name: "DB_HOST", value: storage.host },
            { name: "DB_PORT", value: String(storage.port) },
            { name: "DB_USER", value: storage.username },
            { name: "DB_NAME", value: storage.database },
            { name: "MYSQL_PWD", valueFrom: password },
          ]),
    ],
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "1Gi" } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    volumeMounts: [
      { name: "scripts", mountPath: SCRIPTS, readOnly: true },
      { name: "backup", mountPath: DUMP_FOLDER },
      { name: "tmp", mountPath: "/tmp" },
    ],
  });
}

/** The first container ends before the second begins. */
function podSpec({ placement }: DatabaseBackupObjectsProps, first: Container, then: Container): PodSpec {
  return {
    restartPolicy: "Never",
    serviceAccountName: NAME,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...placementValues(placement),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      fsGroup: 65532,
      seccompProfile: { type: "RuntimeDefault" },
    },
    initContainers: [first],
    containers: [then],
    volumes: [
      { name: "scripts", configMap: { name: NAME } },
      { name: "backup", emptyDir: {} },
      { name: "tmp", emptyDir: {} },
    ],
  };
}

/** Dumps of the accounting database in a bucket: its volume is in one zone, and one disk. */
export class DatabaseBackup extends Construct {
  constructor(scope: Construct, id: string, props: DatabaseBackupProps) {
    super(scope, id);
    const { partition, clusterName, roleName, namespace, region, store, prefix } = props;
    const access: BucketAccess = { store, region, prefixes: [prefix] };
    const role = new PodIdentityRole(this, "role", {
      partition,
      clusterName,
      roleName,
      namespace,
      serviceAccount: NAME,
      statements: [
        listStatement(access),
        objectStatement("KeepDumps", access, [
          "s3:GetObject",
          "s3:PutObject",
          "s3:AbortMultipartUpload",
          "s3:ListMultipartUploadParts",
        ]),
        ...keyStatements(access, "read-write"),
      ],
    });
    new KubernetesObjects(this, "backup", {
      release: NAME,
      namespace,
      objects: databaseBackup(props),
      dependsOn: [...role.dependables, ...(props.dependsOn ?? [])],
    });
  }
}
