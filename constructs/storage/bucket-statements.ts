import { type PolicyStatement } from "../security/policy";
import { type CheckpointStore } from "./checkpoint-store";

/** Part of a bucket that a role may use. */
export interface BucketAccess {
  readonly store: Pick<CheckpointStore, "bucketArn" | "kmsKeyArn" | "encryptionContexts">;
  /** Key prefixes that end with a slash, e.g. `checkpoints/`, at least one; an empty one is the whole bucket. */
  readonly prefixes: readonly [string, ...string[]];
  /** Region of the bucket and its key. */
  readonly region: string;
}

/** Listing. A prefix cannot be part of the resource: S3 checks it as a condition. */
export function listStatement({ store, prefixes }: BucketAccess): PolicyStatement {
  prefixes.forEach(assertFolder);
  const [first, ...rest] = prefixes.map((prefix) => `${prefix}*`);
  return {
    sid: "ListObjects",
    actions: ["s3:ListBucket"],
    resources: [store.bucketArn],
    ...(!prefixes.includes("") && {
      conditions: { StringLike: { "s3:prefix": rest.length ? [first ?? "", ...rest] : (first ?? "") } },
    }),
  };
}

/** Actions on the objects under the prefixes. */
export function objectStatement(sid: string, { store, prefixes }: BucketAccess, actions: string[]): PolicyStatement {
  return { sid, actions, resources: prefixes.map((prefix) => `${store.bucketArn}/${prefix}*`) };
}

/**
 * Use of the bucket's key, by way of S3 and for this bucket only; nothing for a bucket without a customer key.
 * Writing needs `kms:Decrypt` as well: a multipart upload reads its parts.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingKMSEncryption.html
 */
export function keyStatements({ store, region }: BucketAccess, access: "read" | "read-write"): PolicyStatement[] {
  if (store.kmsKeyArn === undefined) return [];
  return [
    {
      sid: "UseKeyThroughS3",
      actions: access === "read" ? ["kms:Decrypt"] : ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: [store.kmsKeyArn],
      conditions: {
        StringEquals: { "kms:ViaService": `s3.${region}.amazonaws.com` },
        StringLike: { "kms:EncryptionContext:aws:s3:arn": store.encryptionContexts },
      },
    },
  ];
}

/** Without the slash `checkpoints` would also open `checkpoints-of-others/`. @throws Error for such a prefix */
export function assertFolder(prefix: string): void {
  if (prefix === "" || (prefix.endsWith("/") && !prefix.startsWith("/"))) return;
  throw new Error(
    `prefix "${prefix}" must end with a slash and not begin with one, or be empty for the whole bucket. ` +
      "Write it as checkpoints/.",
  );
}
