import type { Construct } from "constructs";
import type { ResolvedEnvironment } from "../config/resolve";
import type { ResolvedCheckpoints } from "../config/resolve/checkpoints";
import type { ResolvedLustre } from "../config/resolve/lustre";
import { PodIdentityRole } from "../constructs/cluster/pod-identity-role";
import type { LogRetentionDays } from "../constructs/core/log-retention";
import { cloudWatchLogsStatement, KmsKey } from "../constructs/security/kms-key";
import { CheckpointBucket } from "../constructs/storage/checkpoint-bucket";
import { checkpointJobStatements } from "../constructs/storage/checkpoint-job-role";
import { adoptedBucket, type CheckpointStore } from "../constructs/storage/checkpoint-store";
import { DataRepositories } from "../constructs/storage/data-repository";
import { LustreFileSystem, lustreLogGroupName } from "../constructs/storage/lustre-file-system";
import { LustreSecurityGroup } from "../constructs/storage/lustre-security-group";
import { dataRepositoryKeyStatements, fileSystemKeyStatements } from "../constructs/storage/storage-key-statements";
import type { ClusterStack, ClusterValues } from "./cluster-stack";
import { BaseStack } from "./base-stack";
import { checkpointRules, dataRepository, jobPrefixes } from "./checkpoint-tiers";
import { lustreDeployment } from "./lustre-props";
import type { NetworkStack, NetworkValues } from "./network-stack";
import { consume, publish } from "./shared-values";

/** Namespace of jobs on Kubernetes and of Slurm's pods: its service account `jobs` may use the checkpoint bucket. */
export const JOBS_NAMESPACE = "slurm";
export const JOBS_SERVICE_ACCOUNT = "jobs";

/** Days to keep what Lustre logs. */
const LUSTRE_LOG_DAYS: LogRetentionDays = 90;

/** What later stacks take from storage; empty strings for what the environment does not have. */
export interface StorageValues {
  readonly fileSystemId: string;
  readonly lustreDnsName: string;
  readonly lustreMountName: string;
  readonly checkpointBucket: string;
  /** Key of the bucket; empty for one without a key of its own. */
  readonly checkpointKeyArn: string;
}

/** What holds data: the parallel file system, the checkpoint bucket, their key, and who may use them. */
export class StorageStack extends BaseStack {
  readonly values: StorageValues;

  constructor(scope: Construct, env: ResolvedEnvironment, networkStack: NetworkStack, clusterStack: ClusterStack) {
    super(scope, env, "storage");
    const network = consume(this, networkStack, networkStack.values);
    const cluster = consume(this, clusterStack, clusterStack.values);
    const key = this.storageKey();
    const store = env.checkpoints && this.checkpointStore(env.checkpoints, key);
    const lustre = env.lustre && this.fileSystem(env.lustre, key, network, cluster);
    if (lustre && store && env.checkpoints?.warm) this.link(lustre, store, env.checkpoints);
    if (store && env.checkpoints) this.roles(store, env.checkpoints, cluster);
    this.values = publish(this, {
      fileSystemId: lustre?.fileSystemId ?? "",
      lustreDnsName: lustre?.dnsName ?? "",
      lustreMountName: lustre?.mountName ?? "",
      checkpointBucket: store?.bucketName ?? "",
      checkpointKeyArn: store?.kmsKeyArn ?? "",
    });
  }

  private get lustreName(): string {
    return this.env.names.resource("lustre");
  }

  /** One key for all of it: a scratch file system takes none, but its log group does. */
  private storageKey(): KmsKey {
    const { env, partition } = this;
    const { account: accountId, region, names, checkpoints, lustre } = env;
    const linked = lustre?.linked && checkpoints?.bucket.kind === "create";
    return new KmsKey(this, "storage-key", {
      partition,
      accountId,
      alias: names.keyAlias("storage"),
      description: `File system and checkpoints of ${env.name}`,
      logicalId: "storage_key",
      statements: [
        ...(lustre ? fileSystemKeyStatements({ accountId, region }) : []),
        ...(lustre && lustre.config.logLevel !== "disabled"
          ? [
              cloudWatchLogsStatement({
                partition,
                region,
                accountId,
                logGroupNames: [lustreLogGroupName(this.lustreName)],
              }),
            ]
          : []),
        ...(linked
          ? dataRepositoryKeyStatements({
              accountId,
              partition,
              region,
              buckets: [{ name: checkpoints.bucket.name, bucketKey: "always" }],
            })
          : []),
      ],
    });
  }

  private checkpointStore(checkpoints: ResolvedCheckpoints, key: KmsKey): CheckpointStore {
    const { partition } = this;
    const { bucket } = checkpoints;
    if (bucket.kind === "existing") {
      return adoptedBucket({
        bucketName: bucket.name,
        partition,
        ...(bucket.kmsKeyArn !== null && { kmsKeyArn: bucket.kmsKeyArn }),
      });
    }
    return new CheckpointBucket(this, "checkpoints", {
      bucketName: bucket.name,
      logicalId: "checkpoints",
      accountId: this.env.account,
      partition,
      kmsKeyArn: key.keyArn,
      rules: checkpointRules(checkpoints),
      oldVersions: { expireAfterDays: checkpoints.oldVersionDays },
      abortUploadsAfterDays: checkpoints.abortUploadDays,
      linkedPrefixes: checkpoints.warm ? [checkpoints.prefix] : [],
      ...(checkpoints.objectLock && {
        objectLock: { mode: checkpoints.objectLock.mode, retentionDays: checkpoints.objectLock.days },
      }),
    });
  }

  private fileSystem(
    lustre: ResolvedLustre,
    key: KmsKey,
    network: NetworkValues,
    cluster: ClusterValues,
  ): LustreFileSystem {
    const { config } = lustre;
    const group = new LustreSecurityGroup(this, "lustre-security-group", {
      name: this.lustreName,
      logicalId: "lustre_security_group",
      vpcId: network.vpcId,
      clients: [{ id: "cluster-nodes", securityGroupId: cluster.clusterSecurityGroupId }],
      ...(lustre.size.efa && { efaClientSecurityGroupId: network.efaSecurityGroupId }),
    });
    return new LustreFileSystem(this, "lustre", {
      name: this.lustreName,
      logicalId: "lustre",
      deployment: lustreDeployment(lustre, key.keyArn),
      subnetId: network.privateSubnetIds[lustre.zone] ?? "",
      securityGroupId: group.securityGroupId,
      compression: config.compression,
      ...(config.rootSquash && { rootSquash: config.rootSquash }),
      weeklyMaintenanceStartTime: config.maintenance,
      logging:
        config.logLevel === "disabled"
          ? { level: "disabled" }
          : { level: config.logLevel, retentionDays: LUSTRE_LOG_DAYS, kmsKeyArn: key.keyArn },
      dependsOn: group.rules,
    });
  }

  private link(lustre: LustreFileSystem, store: CheckpointStore, checkpoints: ResolvedCheckpoints): void {
    new DataRepositories(this, "repositories", {
      fileSystemId: lustre.fileSystemId,
      logicalId: "lustre_link",
      repositories: dataRepository(checkpoints, store.bucketName),
      dependsOn: store.ready,
    });
  }

  private roles(store: CheckpointStore, checkpoints: ResolvedCheckpoints, { clusterName }: ClusterValues): void {
    const { env, partition } = this;
    const access = {
      store,
      region: env.region,
      prefixes: jobPrefixes(checkpoints),
    };
    new PodIdentityRole(this, "jobs-role", {
      partition,
      roleName: env.names.role("jobs"),
      clusterName,
      namespace: JOBS_NAMESPACE,
      serviceAccount: JOBS_SERVICE_ACCOUNT,
      statements: checkpointJobStatements({ ...access, access: "read-write" }),
    });
  }
}
