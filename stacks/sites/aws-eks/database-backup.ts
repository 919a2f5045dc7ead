import { CHARTS } from "../../../config/facts/versions";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { ResolvedCheckpoints } from "../../../config/checkpoints/resolve";
import type { Placement } from "../../../constructs/cluster/placement";
import { DatabaseBackup } from "../../../constructs/slurm/database-backup";
import { existingBucket } from "../../../constructs/storage/checkpoint-store";
import type { BaseStack } from "../../base-stack";
import type { SlurmAccounting } from "../../slurm-stack";
import type { StorageValues } from "../../storage-stack";

/** Of the dumps, with the name of no tier. Frozen: they are found there. */
const DATABASE_BACKUP_PREFIX = "railyard/slurm-database/";

/** In the bucket of the checkpoints, beside their prefixes: jobs reach no dump. */
export function databaseBackup(
  stack: BaseStack<AwsEnvironment>,
  { bucket }: ResolvedCheckpoints,
  { storage, ready }: SlurmAccounting,
  { checkpointKeyArn }: StorageValues,
  placement: Placement,
): void {
  const { names, partition, region } = stack.env;
  new DatabaseBackup(stack, "database-backup", {
    partition,
    storage,
    region,
    placement,
    clusterName: names.cluster,
    roleName: names.role("slurm-backup"),
    namespace: CHARTS.slurm.namespace,
    bucketName: bucket.name,
    prefix: DATABASE_BACKUP_PREFIX,
    store: existingBucket({
      bucketName: bucket.name,
      partition,
      ...((bucket.kind === "create" || bucket.kmsKeyArn !== null) && { kmsKeyArn: checkpointKeyArn }),
    }),
    dependsOn: ready,
  });
}
