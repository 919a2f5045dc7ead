import type { ITerraformDependable } from "cdktf";
import { CHARTS } from "../../../config/facts/versions";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { DATABASE_BACKUPS, STATE_BACKUPS } from "../../../config/checkpoints/own-prefixes";
import type { ResolvedCheckpoints } from "../../../config/checkpoints/resolve";
import type { Placement } from "../../../constructs/cluster/placement";
import type { BackupPlace } from "../../../constructs/slurm/bucket-backup";
import type { BackupRights } from "../../../constructs/slurm/bucket-backup-rights";
import { DatabaseBackup } from "../../../constructs/slurm/database-backup";
import { SLURM_RELEASE } from "../../../constructs/slurm/slurm-cluster";
import { StateBackup } from "../../../constructs/slurm/state-backup";
import { existingBucket } from "../../../constructs/storage/checkpoint-store";
import type { BaseStack } from "../../base-stack";
import type { SlurmAccounting } from "../../slurm-stack";
import type { StorageValues } from "../../storage-stack";

const recoveryMinutesOf = ({ slurm }: AwsEnvironment): number | undefined =>
  slurm?.accounting.kind === "mariadb" ? slurm.accounting.recoveryMinutes : undefined;

/** In the bucket of the checkpoints, beside their prefixes: jobs reach no dump. */
export function databaseBackup(
  stack: BaseStack<AwsEnvironment>,
  checkpoints: ResolvedCheckpoints,
  { storage, ready }: SlurmAccounting,
  values: StorageValues,
  placement: Placement,
): void {
  new DatabaseBackup(stack, "database-backup", {
    ...inBucket(stack, checkpoints, values, "slurm-backup"),
    storage,
    placement,
    prefix: DATABASE_BACKUPS,
    changesMinutes: recoveryMinutesOf(stack.env),
    dependsOn: ready,
  });
}

/** Beside the dumps: what users submit, with the environment that they had, is in the state. */
export function stateBackup(
  stack: BaseStack<AwsEnvironment>,
  checkpoints: ResolvedCheckpoints,
  slurm: ITerraformDependable,
  values: StorageValues,
  placement: Placement,
): void {
  new StateBackup(stack, "state-backup", {
    ...inBucket(stack, checkpoints, values, "slurm-state"),
    release: SLURM_RELEASE,
    slurmCluster: stack.env.names.cluster,
    claim: stack.env.slurm?.controller?.claim,
    placement,
    prefix: STATE_BACKUPS,
    dependsOn: [slurm],
  });
}

type InBucket = Omit<BackupRights, "dependsOn"> & Omit<BackupPlace, "prefix" | "placement">;

function inBucket(
  { env: { names, partition, region } }: BaseStack<AwsEnvironment>,
  { bucket }: ResolvedCheckpoints,
  { checkpointKeyArn }: StorageValues,
  role: string,
): InBucket {
  return {
    partition,
    region,
    clusterName: names.cluster,
    roleName: names.role(role),
    namespace: CHARTS.slurm.namespace,
    bucketName: bucket.name,
    store: existingBucket({
      bucketName: bucket.name,
      partition,
      ...((bucket.kind === "create" || bucket.kmsKeyArn !== null) && { kmsKeyArn: checkpointKeyArn }),
    }),
  };
}
