import { type PolicyStatement } from "../security/policy";
import { type BucketAccess, keyStatements, listStatement, objectStatement } from "./bucket-statements";

export interface MountpointProps extends BucketAccess {
  /** Must fit the mount options: `read-only` or none; `allow-delete` needs `read-write-delete`. */
  readonly access: "read" | "read-write" | "read-write-delete";
}

/**
 * What the Mountpoint for S3 CSI driver may do, as statements for its role. Unlike jobs it neither tags objects nor
 * lists the parts of uploads.
 * @see https://github.com/awslabs/mountpoint-s3/blob/main/doc/CONFIGURATION.md#iam-permissions
 */
export function mountpointStatements(props: MountpointProps): PolicyStatement[] {
  const writes = props.access !== "read";
  return [
    listStatement(props),
    objectStatement("MountedObjects", props, [
      "s3:GetObject",
      ...(writes ? ["s3:PutObject", "s3:AbortMultipartUpload"] : []),
      ...(props.access === "read-write-delete" ? ["s3:DeleteObject"] : []),
    ]),
    ...keyStatements(props, writes ? "read-write" : "read"),
  ];
}
