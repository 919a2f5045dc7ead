import { replicationRuleId, type ResolvedReplication } from "../config/checkpoints/replication";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { BucketReplicationProps } from "../constructs/storage/bucket-replication";
import type { ReplicaProps } from "../constructs/storage/replica-policy";

type ReplicaEnvironment = Pick<AwsEnvironment, "account" | "partition" | "names">;

/** Role with which S3 copies. */
export const replicationRole = ({ names }: ReplicaEnvironment): string => names.role("replication");

export const replicationRoleArn = (env: ReplicaEnvironment): string =>
  `arn:${env.partition}:iam::${env.account}:role/${replicationRole(env)}`;

/** The bucket that gets copies. */
export const replicaOf = (
  { account, partition }: ReplicaEnvironment,
  { bucket, ...to }: ResolvedReplication,
): ReplicaProps => ({
  partition,
  bucketName: bucket,
  region: to.region,
  account: to.account,
  sourceAccount: account,
  kmsKeyArn: to.kmsKeyArn,
  deleteMarkers: to.deleteMarkers,
});

/** A rule for each prefix, by whose id CloudWatch tells of it. */
export const replicationRules = ({ prefixes }: ResolvedReplication): BucketReplicationProps["rules"] =>
  prefixes.map((prefix) => ({ id: replicationRuleId(prefix), prefix }));
