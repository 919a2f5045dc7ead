import { shellWords } from "../../../constructs/core/shell-word";
import type { ClusterState } from "../../../config/state/cluster-schema";

/**
 * What makes the bucket of states that Railyard does not make, by the AWS CLI, which speaks to any store of the protocol. Where a
 * state is overwritten or lost, versions bring it back.
 * @see https://developer.hashicorp.com/terraform/language/backend/s3
 * @see https://docs.aws.amazon.com/cli/latest/reference/s3api/create-bucket.html
 */
export function stateBucketCommands(state: Exclude<ClusterState, { readonly kind: "local" }>): string[] {
  const { bucket, region } = state;
  const at = ["aws", "s3api", ...(state.kind === "s3-compatible" ? ["--endpoint-url", state.endpoint] : [])];
  // AWS wants every other Region said twice
  const place =
    state.kind === "s3" && region !== "us-east-1"
      ? ["--create-bucket-configuration", `LocationConstraint=${region}`]
      : [];
  const row = (...words: readonly string[]) => shellWords([...at, ...words, "--region", region]);
  return [
    row("create-bucket", "--bucket", bucket, ...place),
    row("put-bucket-versioning", "--bucket", bucket, "--versioning-configuration", "Status=Enabled"),
  ];
}
