import type { ITerraformDependable } from "cdktf";
import { EKS_AUTO_SCALING_GROUPS, NODE_REPLACE_ACTIONS } from "../../../config/facts/iam/node-repair";
import { CHARTS } from "../../../config/facts/versions";
import { repairOf } from "../../../config/slurm/repair";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { PodIdentityRole } from "../../../constructs/cluster/pod-identity-role";
import { asksAutoScaling, NODE_REPAIR } from "../../../constructs/slurm/node-repair";
import type { BaseStack } from "../../base-stack";

/** Lets repairs end instances of the node groups of this cluster that are repaired, and no others. */
export function nodeRepairRole(stack: BaseStack<AwsEnvironment>): readonly ITerraformDependable[] {
  const { env } = stack;
  const { account, names, partition, region } = env;
  const pools = repairOf(env) ?? [];
  const mode = env.slurm?.health?.repair.mode === "on" ? "on" : "dry-run";
  const replaced = pools.filter((pool) => asksAutoScaling({ mode, pools: [pool] }));
  if (replaced.length === 0) return [];
  const { names: groupNames, clusterTag, groupTag } = EKS_AUTO_SCALING_GROUPS;
  const { dependables } = new PodIdentityRole(stack, "node-repair", {
    partition,
    clusterName: names.cluster,
    roleName: names.role("node-repair"),
    namespace: CHARTS.slurm.namespace,
    serviceAccount: NODE_REPAIR,
    statements: [
      {
        sid: "ReplaceNodes",
        actions: NODE_REPLACE_ACTIONS,
        resources: [
          `arn:${partition}:autoscaling:${region}:${account}:autoScalingGroup:*:autoScalingGroupName/${groupNames}`,
        ],
        conditions: {
          StringEquals: {
            [`aws:ResourceTag/${clusterTag}`]: names.cluster,
            [`aws:ResourceTag/${groupTag}`]: replaced.map(({ pool }) => names.resource(pool)),
          },
        },
      },
    ],
  });
  return dependables;
}
