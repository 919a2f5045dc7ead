import { awsOf } from "../../../config/sites/aws-eks/environment";
import { bucketName } from "../../../config/names/resolve";
import type { Own } from "./policy-reach";
import type { ChangeSet } from "./change-set";

/** Which resources are an environment's own, by its config. */
export function ownOf({ env, input }: ChangeSet): Own {
  // a repository that only this change names is not known to be one's own
  const ci = awsOf(input.before)?.ci ?? (input.before ? null : awsOf(input.after)?.ci) ?? null;
  return { account: awsOf(env)?.account ?? null, repository: ci?.repository ?? null };
}

/** Names of buckets that are known to be the environment's own: config names them, or the plan makes them. */
export function ownBuckets({ env, input, ofType }: ChangeSet): ReadonlySet<string> {
  const configured = [awsOf(input.before ?? env)].flatMap((one) =>
    one ? [one.checkpoints?.bucket.name, bucketName(one.name, "state", one.account, one.region)] : [],
  );
  const made = ofType("aws_s3_bucket").flatMap(({ before, after }) => [before?.["bucket"], after?.["bucket"]]);
  return new Set([...configured, ...made].filter((name): name is string => typeof name === "string" && name !== ""));
}
