import type { Construct } from "constructs";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { ResolvedCheckpoints } from "../config/checkpoints/resolve";
import { PodIdentityRole } from "../constructs/cluster/pod-identity-role";
import type { PolicyStatement } from "../constructs/security/policy";
import { KmsKey } from "../constructs/security/kms-key";
import { CheckpointBucket } from "../constructs/storage/checkpoint-bucket";
import { checkpointJobStatements } from "../constructs/storage/checkpoint-job-role";
import { BucketReplication } from "../constructs/storage/bucket-replication";
import { existingBucket, type CheckpointStore } from "../constructs/storage/checkpoint-store";
import { DataRepositories } from "../constructs/storage/data-repository";
import { dataRepositoryKeyStatements } from "../constructs/storage/storage-key-statements";
import type { ClusterStack, ClusterValues } from "./cluster-stack";
import { replicaOf, replicationRole, replicationRules } from "./checkpoint-replica";
import { checkpointRules, dataRepository, jobPrefixes } from "./checkpoint-tiers";
import { jobsHaveRole, slurmDatasets, teamDatasets } from "./dataset-access";
import type { NetworkStack } from "./network-stack";
import { consume, publish } from "./shared-values";
import { createVolumes, outputsOf, volumeKeyStatements, type VolumeValues } from "./storage/volumes";
import { AwsStack } from "./sites/aws-eks/aws-stack";

/** Namespace of jobs on Kubernetes and of Slurm's pods: its service account `jobs` may use the checkpoint bucket. */
export const JOBS_NAMESPACE = "slurm";
export const JOBS_SERVICE_ACCOUNT = "jobs";

/** What later stacks take from storage; empty strings for what the environment does not have. */
export interface StorageValues extends VolumeValues {
  readonly checkpointBucket: string;
  /** Key of the bucket; empty for one without a key of its own. */
  readonly checkpointKeyArn: string;
}

/** What holds data: volumes, the checkpoint bucket, their key, and who may use them. */
export class StorageStack extends AwsStack {
  readonly values: StorageValues;

  constructor(scope: Construct, env: AwsEnvironment, networkStack: NetworkStack, clusterStack: ClusterStack) {
    super(scope, env, "storage");
    const network = consume(this, networkStack, networkStack.values);
    const cluster = consume(this, clusterStack, clusterStack.values);
    const key = this.storageKey();
    const store = env.checkpoints && this.checkpointStore(env.checkpoints, key);
    if (store && env.checkpoints) this.replicate(store, env.checkpoints);
    const volumes = createVolumes({ stack: this, keyArn: key.keyArn, network, cluster });
    if (env.lustre && store && env.checkpoints?.warm) {
      const { fileSystemId } = outputsOf(volumes, env.lustre);
      this.link(fileSystemId ?? "", store, env.checkpoints);
    }
    this.roles(store, cluster);
    const { volumes: others, ...lustre } = volumes;
    this.values = publish(this, {
      ...lustre,
      checkpointBucket: store?.bucketName ?? "",
      checkpointKeyArn: store?.kmsKeyArn ?? "",
      volumes: others,
    });
  }

  /** One key for all of it. */
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
        ...volumeKeyStatements(this),
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
      return existingBucket({
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
      requestMetrics: checkpoints.requestMetrics,
      linkedPrefixes: checkpoints.warm ? [checkpoints.prefix] : [],
      ...(checkpoints.objectLock && {
        objectLock: { mode: checkpoints.objectLock.mode, retentionDays: checkpoints.objectLock.days },
      }),
    });
  }

  /** A second copy of what is written, in a bucket that others have made. */
  private replicate(store: CheckpointStore, { bucket, replicateTo, objectLock }: ResolvedCheckpoints): void {
    if (!replicateTo || bucket.kind === "existing") return;
    const { env } = this;
    new BucketReplication(this, "replication", {
      store,
      region: env.region,
      roleName: replicationRole(env),
      logicalId: "checkpoints_replication",
      to: replicaOf(env, replicateTo),
      rules: replicationRules(replicateTo),
      timeControl: replicateTo.timeControl,
      locked: objectLock !== null,
      ...(replicateTo.storageClass && { storageClass: replicateTo.storageClass }),
    });
  }

  private link(fileSystemId: string, store: CheckpointStore, checkpoints: ResolvedCheckpoints): void {
    new DataRepositories(this, "repositories", {
      fileSystemId,
      logicalId: "lustre_link",
      repositories: dataRepository(checkpoints, store.bucketName),
      dependsOn: store.ready,
    });
  }

  /** Of jobs of Slurm, and of pods of teams that have datasets. */
  private roles(store: CheckpointStore | null, cluster: ClusterValues): void {
    const { env } = this;
    if (jobsHaveRole(env))
      this.podRole("jobs-role", "jobs", JOBS_NAMESPACE, cluster, [
        ...(store && env.checkpoints
          ? checkpointJobStatements({
              store,
              region: env.region,
              prefixes: usedPrefixes(env.checkpoints),
              access: "read-write",
            })
          : []),
        ...slurmDatasets(env, store),
      ]);
    for (const { team, statements } of teamDatasets(env, store))
      this.podRole(`datasets-${team}-role`, `datasets-${team}`, team, cluster, statements);
  }

  private podRole(
    id: string,
    purpose: string,
    namespace: string,
    { clusterName }: ClusterValues,
    statements: readonly PolicyStatement[],
  ): void {
    new PodIdentityRole(this, id, {
      partition: this.partition,
      roleName: this.env.names.role(purpose),
      clusterName,
      namespace,
      serviceAccount: JOBS_SERVICE_ACCOUNT,
      statements,
    });
  }
}

/** What jobs may use of the bucket. */
const usedPrefixes = (checkpoints: ResolvedCheckpoints): [string, ...string[]] => [
  ...jobPrefixes(checkpoints),
  ...(checkpoints.profiles ? [checkpoints.profiles.prefix] : []),
];
