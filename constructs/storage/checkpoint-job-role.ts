import { type PolicyStatement } from "../security/policy";
import { RETENTION_TAG, SUPERSEDED } from "./checkpoint-retention";
import { type BucketAccess, keyStatements, listStatement, objectStatement } from "./bucket-statements";

export interface CheckpointJobProps extends BucketAccess {
  /** `read` for evaluation and serving, `read-write` for training. */
  readonly access: "read" | "read-write";
  /**
   * Whether jobs may delete. Even then old versions stay: nobody here may delete a version.
   * @default false
   */
  readonly allowDelete?: boolean;
}

/**
 * A lifecycle deletes what has this tag, so that setting it is deleting by another name: the pruner alone may. Who sets no tag sets
 * another one.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/tagging-and-policies.html
 */
const neverSuperseded = { StringNotEquals: { [`s3:RequestObjectTag/${RETENTION_TAG}`]: SUPERSEDED } };

/** What pods of jobs may do with checkpoints in S3, as statements for a Pod Identity role. */
export function checkpointJobStatements(props: CheckpointJobProps): PolicyStatement[] {
  return [
    listStatement(props),
    objectStatement("ReadObjects", props, ["s3:GetObject", "s3:GetObjectTagging"]),
    ...(props.access === "read-write"
      ? [
          {
            ...objectStatement("WriteObjects", props, [
              "s3:PutObject",
              "s3:PutObjectTagging", // the tag `retention` decides how long a checkpoint is kept
              "s3:AbortMultipartUpload",
              "s3:ListMultipartUploadParts",
            ]),
            ...(!props.allowDelete && { conditions: neverSuperseded }),
          },
        ]
      : []),
    ...(props.allowDelete ? [objectStatement("DeleteObjects", props, ["s3:DeleteObject"])] : []),
    ...keyStatements(props, props.access),
  ];
}
