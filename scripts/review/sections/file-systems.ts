import type { ReviewedChange } from "../changes/resource-changes";
import type { ChangeSet } from "./change-set";

/** Types of file systems that a plan makes. */
export const FILE_SYSTEMS = [
  "aws_fsx_lustre_file_system",
  "aws_efs_file_system",
  "aws_fsx_openzfs_file_system",
] as const;

/**
 * Policy of an EFS file system. One without it lets in every client that reaches a mount target.
 * @see https://docs.aws.amazon.com/efs/latest/ug/iam-access-control-nfs-efs.html
 */
export const EFS_POLICY = "aws_efs_file_system_policy";

/** Whether something belongs to a file system that goes, or is made anew: that is told of the file system. */
export function fileSystemGoes({ before }: ReviewedChange, { where }: ChangeSet): boolean {
  const id = before?.["file_system_id"];
  return (
    id !== undefined &&
    FILE_SYSTEMS.some((type) => where(type, "id", id).some(({ action }) => action === "delete" || action === "replace"))
  );
}

/** Whether what a policy is of goes: a bucket or a file system. Its policy goes with it, and is told with it. */
export function policyOwnerGoes(change: ReviewedChange, changeSet: ChangeSet): boolean {
  const bucket = change.before?.["bucket"];
  return (
    fileSystemGoes(change, changeSet) ||
    changeSet.where("aws_s3_bucket", "bucket", bucket).some(({ action }) => action === "delete")
  );
}
