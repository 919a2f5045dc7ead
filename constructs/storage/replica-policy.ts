import type { Partition } from "../../config/facts/regions";
import type { PolicyStatement } from "../security/policy";
import { bucketArn, encryptionContexts } from "./bucket-encryption-context";

/** A bucket that gets copies, and whose they are. */
export interface ReplicaProps {
  readonly partition: Partition;
  readonly bucketName: string;
  readonly region: string;
  /** Account that owns the bucket, 12 digits. */
  readonly account: string;
  /** Account of what is copied, 12 digits. */
  readonly sourceAccount: string;
  readonly kmsKeyArn: string;
  readonly deleteMarkers: boolean;
}

/** What S3 does there, by the role and by the policy of a bucket of another account. */
export const replicaActions = ({ account, sourceAccount, deleteMarkers }: ReplicaProps): string[] => [
  "s3:ReplicateObject",
  "s3:ReplicateTags",
  ...(deleteMarkers ? ["s3:ReplicateDelete"] : []),
  ...(account === sourceAccount ? [] : ["s3:ObjectOwnerOverrideToBucketOwner"]),
];

/**
 * `Decrypt` is asked where the bucket has an S3 Bucket Key, which then is checked.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-key.html#bucket-key-replication
 */
const KEY_USE = ["kms:Encrypt", "kms:GenerateDataKey", "kms:Decrypt"];

/** Use of the key there, by way of S3 and for this bucket alone. Whether it has an S3 Bucket Key is its owner's matter. */
export const replicaKeyStatement = (props: ReplicaProps): PolicyStatement => ({
  sid: "EncryptCopies",
  actions: KEY_USE,
  resources: [props.kmsKeyArn],
  conditions: {
    StringEquals: { "kms:ViaService": `s3.${props.region}.amazonaws.com` },
    StringLike: {
      "kms:EncryptionContext:aws:s3:arn": encryptionContexts(bucketArn(props.partition, props.bucketName), "unknown"),
    },
  },
});

/** What the owner of the bucket adds to its policy, and to that of its key, where that is another account. */
export function replicaOwnerStatements(
  props: ReplicaProps,
  roleArn: string,
): Record<"bucket" | "key", PolicyStatement[]> {
  const principals = { aws: [roleArn] };
  return {
    bucket: [
      {
        sid: "CopiesOfCheckpoints",
        principals,
        actions: replicaActions(props),
        resources: [`${bucketArn(props.partition, props.bucketName)}/*`],
      },
    ],
    key: [{ ...replicaKeyStatement(props), principals, resources: ["*"] }],
  };
}
