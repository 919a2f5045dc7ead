import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { CiScope } from "../constructs/ci/scope";

/** What the pipeline's roles of an environment are limited to. */
export function ciScope(env: AwsEnvironment): CiScope {
  const { partition, region, account, name, names, state, checkpoints, cluster, ci } = env;
  return {
    partition,
    region,
    accountId: account,
    environment: name,
    clusterName: names.cluster,
    nodeRoleName: names.role("node"),
    ...(state.kind === "s3" && {
      stateBucket: state.bucket,
      stateKeyAlias: `alias/${names.keyAlias("state")}`,
    }),
    buckets: checkpoints?.bucket.kind === "create" ? [checkpoints.bucket.name] : [],
    ...(checkpoints?.replicateTo && { replicates: true }),
    ...(checkpoints?.requestMetrics && { requestMetrics: true }),
    // roles have it only with ci in the config: see stacks/base-stack.ts
    ...(ci && { boundaryArn: ci.boundaryArn }),
    people: [...cluster.admins, ...cluster.auditors, ...cluster.viewers],
  };
}
