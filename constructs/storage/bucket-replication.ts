import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import {
  S3BucketReplicationConfigurationA,
  type S3BucketReplicationConfigurationRule,
} from "@cdktf/provider-aws/lib/s3-bucket-replication-configuration";
import { Construct } from "constructs";
import type { S3StorageClass } from "../../config/facts/s3";
import { policyDocument, type PolicyStatement, serviceTrust } from "../security/policy";
import { bucketArn } from "./bucket-encryption-context";
import type { CheckpointStore } from "./checkpoint-store";
import { replicaActions, replicaKeyStatement, type ReplicaProps } from "./replica-policy";

export interface BucketReplicationProps {
  /** Bucket whose objects are copied. It keeps versions, and is encrypted with a key. */
  readonly store: Pick<CheckpointStore, "bucketName" | "bucketArn" | "kmsKeyArn" | "encryptionContexts" | "ready">;
  /** Region of that bucket. */
  readonly region: string;
  readonly roleName: string;
  /** Frozen Terraform id of the configuration. */
  readonly logicalId: string;
  readonly to: ReplicaProps;
  /** One for each prefix, none in another one; `""` is the whole bucket. */
  readonly rules: readonly { readonly id: string; readonly prefix: string }[];
  /** S3 Replication Time Control. Metrics are on without it as well. */
  readonly timeControl: boolean;
  /** @default - that of the object */
  readonly storageClass?: S3StorageClass;
  /** Whether versions are locked: locks are copied, too. @default false */
  readonly locked?: boolean;
}

/** Minutes that S3 knows for Replication Time Control. */
const MINUTES = 15;

/**
 * Copies what is written into a bucket to another one, with a role that may do nothing else.
 *
 * A copy that fails is never tried again: the configuration is made after the role has its policy.
 */
export class BucketReplication extends Construct {
  constructor(scope: Construct, id: string, props: BucketReplicationProps) {
    super(scope, id);
    // passed within the account alone, so that no configuration of another account can name it
    const role = new IamRole(this, "role", {
      name: props.roleName,
      assumeRolePolicy: serviceTrust("s3.amazonaws.com"),
    });
    const policy = new IamRolePolicy(this, "policy", {
      name: props.roleName,
      role: role.name,
      policy: policyDocument(roleStatements(props)),
    });
    const configuration = new S3BucketReplicationConfigurationA(this, "replication", {
      bucket: props.store.bucketName,
      role: role.arn,
      rule: props.rules.map((rule, index) => replicationRule(props, rule, index + 1)),
      dependsOn: [...props.store.ready, policy],
    });
    configuration.overrideLogicalId(props.logicalId);
  }
}

/** @param priority differs from rule to rule: S3 asks for it, though no object is of two */
function replicationRule(
  { to, timeControl, storageClass }: BucketReplicationProps,
  { id, prefix }: BucketReplicationProps["rules"][number],
  priority: number,
): S3BucketReplicationConfigurationRule {
  return {
    id,
    priority,
    status: "Enabled",
    filter: { prefix },
    deleteMarkerReplication: { status: to.deleteMarkers ? "Enabled" : "Disabled" },
    // without it S3 leaves out what a key of KMS has encrypted, which is all of it
    sourceSelectionCriteria: { sseKmsEncryptedObjects: { status: "Enabled" } },
    destination: {
      bucket: bucketArn(to.partition, to.bucketName),
      ...(storageClass && { storageClass }),
      encryptionConfiguration: { replicaKmsKeyId: to.kmsKeyArn },
      // S3 does not look whether the accounts differ
      ...(to.account !== to.sourceAccount && {
        account: to.account,
        accessControlTranslation: { owner: "Destination" },
      }),
      metrics: { status: "Enabled", ...(timeControl && { eventThreshold: { minutes: MINUTES } }) },
      ...(timeControl && { replicationTime: { status: "Enabled", time: { minutes: MINUTES } } }),
    },
  };
}

/**
 * The account of a bucket is a condition of each action that writes copies. Of what S3 sends when it takes the role no document says
 * that the account is in it: trust has no condition.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/setting-repl-config-perm-overview.html
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
 */
function roleStatements({ store, region, to, rules, locked }: BucketReplicationProps): PolicyStatement[] {
  const under = (arn: string): string[] => rules.map(({ prefix }) => `${arn}/${prefix}*`);
  return [
    {
      sid: "SeeBucket",
      actions: ["s3:GetReplicationConfiguration", "s3:ListBucket"],
      resources: [store.bucketArn],
    },
    {
      sid: "ReadVersions",
      actions: [
        "s3:GetObjectVersionForReplication",
        "s3:GetObjectVersionAcl",
        "s3:GetObjectVersionTagging",
        ...(locked ? ["s3:GetObjectRetention", "s3:GetObjectLegalHold"] : []),
      ],
      resources: under(store.bucketArn),
    },
    {
      sid: "WriteCopies",
      actions: replicaActions(to),
      resources: under(bucketArn(to.partition, to.bucketName)),
      // a bucket of that name which somebody else has made gets nothing
      conditions: { StringEquals: { "s3:ResourceAccount": to.account } },
    },
    ...(store.kmsKeyArn === undefined
      ? []
      : [
          {
            sid: "DecryptVersions",
            actions: ["kms:Decrypt"],
            resources: [store.kmsKeyArn],
            conditions: {
              StringEquals: { "kms:ViaService": `s3.${region}.amazonaws.com` },
              StringLike: { "kms:EncryptionContext:aws:s3:arn": store.encryptionContexts },
            },
          },
        ]),
    replicaKeyStatement(to),
  ];
}
