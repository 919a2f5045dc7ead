import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { ResolvedCheckpoints } from "../config/resolve/checkpoints";
import type { ResolvedSlurm } from "../config/resolve/slurm";
import { DatabaseBackup } from "../constructs/slurm/database-backup";
import { MariadbOperator } from "../constructs/slurm/mariadb-operator";
import { SlurmCluster } from "../constructs/slurm/slurm-cluster";
import { externalStorage, SlurmDatabase } from "../constructs/slurm/slurm-database";
import { SlurmOperator } from "../constructs/slurm/slurm-operator";
import { adoptedBucket } from "../constructs/storage/checkpoint-store";
import type { SlurmStorage } from "../constructs/slurm/slurm-values";
import { BaseStack } from "./base-stack";
import type { ClusterStack } from "./cluster-stack";
import { addHelmProvider, chartProps, SYSTEM_PLACEMENT } from "./in-cluster";
import type { PlatformStack } from "./platform-stack";
import { consume, publish } from "./shared-values";
import { slurmHours, slurmLayout } from "./slurm-layout";
import { JOBS_SERVICE_ACCOUNT, type StorageStack, type StorageValues } from "./storage-stack";

/** Of the dumps, with the name of no tier. Frozen: they are found there. */
const DATABASE_BACKUP_PREFIX = "railyard/slurm-database/";

/** Slurm: its operator, its accounting database and the cluster itself. */
export class SlurmStack extends BaseStack {
  constructor(
    scope: Construct,
    env: ResolvedEnvironment,
    slurm: ResolvedSlurm,
    clusterStack: ClusterStack,
    platformStack: PlatformStack,
    storageStack: StorageStack,
  ) {
    super(scope, env, "slurm");
    addHelmProvider(this, consume(this, clusterStack, clusterStack.values));
    const { storageClassName, retainedStorageClassName } = consume(this, platformStack, platformStack.values);

    const operator = new SlurmOperator(this, "slurm-operator", {
      ...chartProps(this, "slurm-operator"),
      placement: SYSTEM_PLACEMENT,
    });
    const accounting = this.accounting(slurm, retainedStorageClassName);
    if (slurm.accounting.kind === "mariadb" && env.checkpoints)
      this.backup(env.checkpoints, accounting, consume(this, storageStack, storageStack.values));
    const { loginService } = new SlurmCluster(this, "slurm", {
      ...chartProps(this, "slurm"),
      clusterName: env.names.cluster,
      layout: slurmLayout(env, slurm),
      storage: accounting.storage,
      login: slurm.login,
      storageClassName,
      allocation: env.gpu.allocation,
      serviceMonitor: env.monitoring.enabled,
      dcgmJobMapping: env.gpu.operator && env.gpu.dcgm !== "off" && env.nodeGroups.some((g) => g.gpus),
      placement: SYSTEM_PLACEMENT,
      ...(env.checkpoints && { serviceAccountName: JOBS_SERVICE_ACCOUNT }),
      ...slurmHours(env, slurm),
      dependsOn: [operator.dependable, ...accounting.ready],
    });
    if (loginService !== null) publish(this, { loginCommand: this.loginCommand(loginService) });
  }

  /** Prints where SSH goes: the load balancer has its name only after Terraform is done. */
  private loginCommand(service: string): string {
    const { namespace } = chartProps(this, "slurm");
    return `kubectl get service --namespace ${namespace} ${service} --output jsonpath='{.status.loadBalancer.ingress[0].hostname}'`;
  }

  /** In the bucket of the checkpoints, beside their prefixes: jobs reach no dump. */
  private backup(
    { bucket }: ResolvedCheckpoints,
    { storage, ready }: { storage: SlurmStorage; ready: readonly ITerraformDependable[] },
    { checkpointKeyArn }: StorageValues,
  ): void {
    const { env, partition } = this;
    new DatabaseBackup(this, "database-backup", {
      ...{ partition, storage },
      clusterName: env.names.cluster,
      roleName: env.names.role("slurm-backup"),
      namespace: chartProps(this, "slurm").namespace,
      bucketName: bucket.name,
      prefix: DATABASE_BACKUP_PREFIX,
      region: env.region,
      store: adoptedBucket({
        bucketName: bucket.name,
        partition,
        ...((bucket.kind === "create" || bucket.kmsKeyArn !== null) && { kmsKeyArn: checkpointKeyArn }),
      }),
      placement: SYSTEM_PLACEMENT,
      dependsOn: ready,
    });
  }

  private accounting(
    { accounting }: ResolvedSlurm,
    storageClassName: string,
  ): { storage: SlurmStorage; ready: readonly ITerraformDependable[] } {
    if (accounting.kind === "external") {
      return { storage: externalStorage(accounting), ready: [] };
    }
    const operator = new MariadbOperator(this, "mariadb-operator", {
      ...chartProps(this, "mariadb-operator"),
      placement: SYSTEM_PLACEMENT,
    });
    const database = new SlurmDatabase(this, "accounting", {
      namespace: chartProps(this, "slurm").namespace,
      storageGiB: accounting.storageGiB,
      storageClassName,
      placement: SYSTEM_PLACEMENT,
      dependsOn: [operator.dependable],
    });
    return { storage: database.storage, ready: [database.dependable] };
  }
}
