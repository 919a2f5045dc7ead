import { overlaps } from "../../lib/aws/globs";
import type { Statement } from "../../lib/aws/policies";
import { hasTrue } from "../../lib/terraform/mask";
import type { ReviewedChange } from "../changes/resource-changes";
import type { ChangeSet } from "./change-set";
import { ownOf } from "./own";
import { policiesOf } from "./policies-of";
import { listOf, recordOf } from "./words";

/** What S3 does with the role that copies. */
const WRITES = "s3:replicateobject";
const ATTACHES = ["aws_iam_role_policy_attachment", "aws_iam_policy_attachment"];
/** What gives a role its rights. */
const RIGHTS = [...ATTACHES, "aws_iam_role", "aws_iam_role_policy"];
/** Conditions that hold of the owner of the bucket that is written to. */
const OWNER = /^StringEquals (?:s3|aws):resourceaccount$/;

/**
 * Buckets that copies go to and did not before, where it is proved that they are of the own account: whatever lets a role of the plan
 * write copies there asks for that owner. Null: it is not proved.
 */
export function ownCopies(change: ReviewedChange, changeSet: ChangeSet): readonly string[] | null {
  const { account } = ownOf(changeSet);
  const { before, after, unknown, stack } = change;
  const [was, now] = [destinations(before), destinations(after)];
  if (account === null || now === null || hasTrue(recordOf(unknown)["rule"])) return null;
  const added = now.filter((bucket) => !was?.includes(bucket));
  if (added.length === 0 && before?.["role"] === after?.["role"]) return [];
  const unread = changeSet.ofType(...RIGHTS).some((one) => one.stack === stack && isUnread(one));
  const isOwn = (bucket: string) => {
    const letting = written(change, changeSet).filter((one) => lets(one, bucket));
    return letting.length > 0 && letting.every(({ conditions }) => isBoundTo(conditions, account));
  };
  return !unread && now.every(isOwn) ? now : null;
}

/** Rights that a plan names, and whose words stand elsewhere, or are known after apply only. */
function isUnread({ type, after, unknown }: ReviewedChange): boolean {
  if (after === null) return false;
  if (ATTACHES.includes(type)) return true;
  // of a role AWS says after apply what its own arguments leave out
  if (type === "aws_iam_role") return listOf(after["managed_policy_arns"]).length > 0;
  return hasTrue(recordOf(unknown)["policy"]);
}

/** Null: some are not known. */
function destinations(values: ReviewedChange["after"]): readonly string[] | null {
  const found = listOf(values?.["rule"]).flatMap((rule) =>
    listOf(recordOf(rule)["destination"]).map((one) => recordOf(one)["bucket"]),
  );
  return found.every((one) => typeof one === "string") ? [...new Set(found)] : null;
}

/** Of the role that copies; of all of the stack, where its ARN is known after apply only. */
function written({ stack, after }: ReviewedChange, { ofType }: ChangeSet): readonly Statement[] {
  const arn = after?.["role"];
  const name = typeof arn === "string" ? arn.split("/").at(-1) : null;
  return ofType("aws_iam_role_policy", "aws_iam_role")
    .filter((one) => one.stack === stack && one.after !== null)
    .filter(({ type, after: values }) => name === null || values?.[type === "aws_iam_role" ? "name" : "role"] === name)
    .flatMap(({ after: values }) => [...policiesOf(values).values()])
    .flatMap(({ statements }) => statements);
}

/** Whether a statement lets somebody write copies into a bucket, or may. */
function lets(
  { effect, actions, notActions, resources, notResources, principals }: Statement,
  bucket: string,
): boolean {
  if (effect !== "Allow" || principals.length > 0) return false;
  const may = notActions.length > 0 || actions.some((one) => overlaps(one.toLowerCase(), WRITES));
  return may && (notResources.length > 0 || resources.some((one) => overlaps(one, `${bucket}/*`)));
}

const isBoundTo = (conditions: Statement["conditions"], account: string): boolean =>
  Object.entries(conditions).some(
    ([name, values]) => OWNER.test(name) && values.length > 0 && values.every((value) => value === account),
  );
