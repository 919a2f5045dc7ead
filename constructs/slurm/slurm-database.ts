import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { SYSTEM_PODS, SYSTEM_PRIORITY } from "../../config/facts/system-pods";
import type { Placement } from "../cluster/placement";
import { podResources } from "../core/pod-resources";
import { KubernetesObjects } from "../platform/kubernetes-objects";
import { tolerationJson } from "../cluster/placement";
import type { SlurmStorage } from "./slurm-values";
import type { MariaDB, MariadbGrant, MariadbUser } from "../kubernetes/custom-resources";

export interface MariadbProps {
  readonly namespace: string;
  readonly storageGiB: number;
  /** Block storage whose volumes outlive their claims. A database that is there keeps the class that it has. */
  readonly storageClassName: string;
  readonly placement: Placement;
  /** Whether the server keeps a log of all changes, from which they are brought to a bucket. @default - no */
  readonly keepsChanges?: boolean;
}

export interface SlurmDatabaseProps extends MariadbProps {
  /** The MariaDB operator. @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/** Not `slurm-accounting`: that is what the Slurm operator calls the Service and the StatefulSet of slurmdbd. */
const NAME = "slurm-database";
const DATABASE = "slurm_acct_db";
/** The operator makes it with the database, and lets it open 20 connections at a time: nothing of ours uses it. */
const FIRST_USER = "slurm";
const USER = "slurmdbd";
const API = "k8s.mariadb.com/v1alpha1";
const PASSWORD = { name: `${NAME}-password`, key: "password" } as const;

/**
 * slurmdbd opens a connection for each of its clients, and serves 100 at a time; clusters that are rolled up, the dump and the restore
 * have theirs beside them.
 * @see https://github.com/SchedMD/slurm/blob/00cf5c9a7e967638c805f10b6d7ae733ebcdef35/src/slurmdbd/rpc_mgr.c
 */
const MOST_CONNECTIONS = 140;

/** Of the operator, its probes and whoever administers the server, so that slurmdbd never takes the last one. */
const RESERVED_CONNECTIONS = 20;

/**
 * Ten seconds each: after a crash the server reads its log of changes before it answers, and one that is ended meanwhile begins anew.
 * The operator waits for a minute.
 */
const STARTUP_PROBES = 180;

/**
 * The version that operator 26.6.0 takes by default, from the mirror of Docker's official images that has no limit for
 * anonymous pulls as Docker Hub has. The operator reads the version from the tag.
 * @see https://github.com/mariadb-operator/mariadb-operator/blob/mariadb-operator-26.6.0/deploy/charts/mariadb-operator/values.yaml
 */
export const MARIADB_IMAGE = "public.ecr.aws/docker/library/mariadb:11.8.8";

/**
 * A log of all changes, row by row and written with them, in files small enough to be fetched every few minutes; the dump of a night
 * and of the one before may fail.
 * @see https://mariadb.com/docs/server/ha-and-performance/standard-replication/replication-and-binary-log-system-variables
 */
const CHANGES = [
  "log_bin=slurm-changes",
  "binlog_format=ROW",
  "sync_binlog=1",
  "max_binlog_size=64M",
  `binlog_expire_logs_seconds=${3 * 86_400}`,
] as const;

/**
 * The accounting database in the cluster. The operator makes both passwords, in Secrets that no plan and no state has seen.
 *
 * The settings are those that slurmdbd asks for: its upgrades and purges hold locks for minutes.
 * @see https://slurm.schedmd.com/accounting.html#slurm-accounting-configuration-before-build
 */
export function mariadb({ namespace, storageGiB, storageClassName, placement, keepsChanges }: MariadbProps): MariaDB {
  return {
    apiVersion: API,
    kind: "MariaDB",
    metadata: { name: NAME, namespace },
    spec: {
      image: MARIADB_IMAGE,
      rootPasswordSecretKeyRef: { name: `${NAME}-root`, key: "password", generate: true },
      username: FIRST_USER,
      database: DATABASE,
      passwordSecretKeyRef: { ...PASSWORD, generate: true },
      storage: { size: `${storageGiB}Gi`, storageClassName },
      resources: podResources(SYSTEM_PODS.slurmDatabase),
      priorityClassName: SYSTEM_PRIORITY,
      startupProbe: { failureThreshold: STARTUP_PROBES },
      myCnf: [
        "[mariadb]",
        "bind-address=*",
        `max_connections=${MOST_CONNECTIONS + RESERVED_CONNECTIONS}`,
        "innodb_buffer_pool_size=4096M",
        "innodb_log_file_size=1024M",
        "innodb_lock_wait_timeout=900",
        "max_allowed_packet=256M",
        ...(keepsChanges ? CHANGES : []),
        "",
      ].join("\n"),
      nodeSelector: { ...placement.nodeSelector },
      ...(placement.tolerations.length > 0 && { tolerations: placement.tolerations.map(tolerationJson) }),
    },
  };
}

/**
 * To read the log of changes, to say where in it a dump stands, and to write them again.
 * @see https://mariadb.com/docs/server/reference/sql-statements/account-management-sql-statements/grant
 */
export const CHANGE_RIGHTS = ["REPLICATION SLAVE", "BINLOG MONITOR", "BINLOG REPLAY"] as const;

/**
 * The user of slurmdbd, and its rights. It has the password of the operator's first user, whose limit nobody can set, and stays in the
 * server when the object goes: slurmdbd may still be there.
 */
export function slurmdbdAccess(namespace: string, keepsChanges = false): readonly (MariadbUser | MariadbGrant)[] {
  const on = { mariaDbRef: { name: NAME }, cleanupPolicy: "Skip" } as const;
  const metadata = { name: `${NAME}-slurmdbd`, namespace };
  return [
    {
      apiVersion: API,
      kind: "User",
      metadata,
      spec: { ...on, name: USER, host: "%", passwordSecretKeyRef: PASSWORD, maxUserConnections: MOST_CONNECTIONS },
    },
    {
      apiVersion: API,
      kind: "Grant",
      metadata,
      spec: { ...on, username: USER, host: "%", privileges: ["ALL PRIVILEGES"], database: DATABASE, table: "*" },
    },
    ...(keepsChanges
      ? [
          {
            apiVersion: API,
            kind: "Grant",
            metadata: { name: `${NAME}-changes`, namespace },
            spec: { ...on, username: USER, host: "%", privileges: [...CHANGE_RIGHTS], database: "*", table: "*" },
          } as const,
        ]
      : []),
  ];
}

/**
 * The operator's webhook refuses another class, and so would the StatefulSet: a database that runs moves by
 * docs/database-volume.md, or not at all.
 * @see https://github.com/mariadb-operator/mariadb-operator/blob/26.6.0/api/v1alpha1/mariadb_types.go
 */
const CLASS = { apiVersion: API, kind: "MariaDB", name: NAME, path: ["spec", "storage", "storageClassName"] } as const;

/** MariaDB in the cluster, for slurmdbd. */
export class SlurmDatabase extends Construct {
  /** How slurmdbd reaches it. */
  readonly storage: SlurmStorage;
  readonly dependable: ITerraformDependable;

  constructor(scope: Construct, id: string, props: SlurmDatabaseProps) {
    super(scope, id);
    const { dependable } = new KubernetesObjects(this, "database", {
      release: NAME,
      namespace: props.namespace,
      objects: [mariadb(props), ...slurmdbdAccess(props.namespace, props.keepsChanges)],
      keep: [CLASS],
      ...(props.dependsOn && { dependsOn: props.dependsOn }),
    });
    this.dependable = dependable;
    this.storage = {
      host: NAME,
      port: 3306,
      database: DATABASE,
      username: USER,
      passwordSecret: PASSWORD,
    };
  }
}

export interface ExternalStorageProps {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Must have all rights in the database. */
  readonly user: string;
  /** Secret in Slurm's namespace with the user's password under `password`; nothing else in it is read. */
  readonly secretName: string;
}

/** A database that somebody else runs. */
export function externalStorage({ host, port, database, user, secretName }: ExternalStorageProps): SlurmStorage {
  return { host, port, database, username: user, passwordSecret: { name: secretName, key: "password" } };
}
