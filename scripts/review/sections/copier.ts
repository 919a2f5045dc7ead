import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { ReviewedChange } from "../changes/resource-changes";
import type { ChangeSet } from "./change-set";

/** Whether a policy is that of the role by which S3 copies. */
export function isCopier({ type, before }: ReviewedChange, { env }: ChangeSet): boolean {
  const aws = env && awsOf(env);
  return type === "aws_iam_role_policy" && aws != null && before?.["role"] === aws.names.role("replication");
}
