import { type ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { PodIdentityRole } from "../cluster/pod-identity-role";
import type { KubernetesObject } from "../kubernetes/objects";
import { KubernetesObjects } from "../platform/kubernetes-objects";
import { type BucketAccess, keyStatements, listStatement, objectStatement } from "../storage/bucket-statements";
import type { BackupPlace } from "./bucket-backup";

/** What pods of a backup may do in AWS, and after what they are installed. */
export interface BackupRights {
  readonly partition: Partition;
  readonly clusterName: string;
  readonly roleName: string;
  readonly store: BucketAccess["store"];
  /** @default - nothing */
  readonly dependsOn?: readonly ITerraformDependable[];
}

/**
 * Installs the objects of a backup, with a role that reads and writes under its prefix and removes nothing.
 * @param name of the release and of the service account
 */
export function keepInBucket(
  scope: Construct,
  name: string,
  objects: readonly KubernetesObject[],
  props: BackupRights & BackupPlace,
): void {
  const { partition, clusterName, roleName, namespace, region, store, prefix } = props;
  const access: BucketAccess = { store, region, prefixes: [prefix] };
  const role = new PodIdentityRole(scope, "role", {
    partition,
    clusterName,
    roleName,
    namespace,
    serviceAccount: name,
    statements: [
      listStatement(access),
      objectStatement("KeepDumps", access, [
        "s3:GetObject",
        "s3:PutObject",
        "s3:AbortMultipartUpload",
        "s3:ListMultipartUploadParts",
      ]),
      ...keyStatements(access, "read-write"),
    ],
  });
  new KubernetesObjects(scope, "backup", {
    release: name,
    namespace,
    objects,
    dependsOn: [...role.dependables, ...(props.dependsOn ?? [])],
  });
}
