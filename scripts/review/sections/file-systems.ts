import type { ReviewedChange } from "../changes/resource-changes";
import type { Scene } from "./scene";

/** Types of file systems that a plan makes. */
export const FILE_SYSTEMS = ["aws_fsx_lustre_file_system", "aws_efs_file_system"] as const;

/** Whether something belongs to a file system that goes, or is made anew: that is told of the file system. */
export function fileSystemGoes({ before }: ReviewedChange, { where }: Scene): boolean {
  const id = before?.["file_system_id"];
  return (
    id !== undefined &&
    FILE_SYSTEMS.some((type) => where(type, "id", id).some(({ action }) => action === "delete" || action === "replace"))
  );
}
