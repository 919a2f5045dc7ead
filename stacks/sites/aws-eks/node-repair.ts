import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import { EKS_AUTO_SCALING_GROUPS, NODE_REPLACE_ACTIONS } from "../../../config/facts/iam/node-repair";
import { CHARTS } from "../../../config/facts/versions";
import { repairOf } from "../../../config/slurm/repair";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { PodIdentityRole } from "../../../constructs/cluster/pod-identity-role";
import type { NodeReplacement } from "../../../constructs/platform/component";
import { HEALTH_NAMESPACE } from "../../../constructs/platform/health-checks";
import { NODE_HEALTH } from "../../../constructs/platform/node-health";
import { asksAutoScaling, NODE_REPAIR } from "../../../constructs/slurm/node-repair";
import type { BaseStack } from "../../base-stack";

/** Lets repairs of Slurm's nodes end instances of the node groups of this cluster that are repaired, and no others. */
export function nodeRepairRole(stack: BaseStack<AwsEnvironment>): readonly ITerraformDependable[] {
  const { env } = stack;
  const pools = (repairOf(env) ?? []).map(({ pool, ...repair }) => ({ name: pool, ...repair }));
  const mode = env.slurm?.health?.repair.mode ?? "off";
  return replaceRole(env, stack, { mode, pools }, { namespace: CHARTS.slurm.namespace, name: NODE_REPAIR });
}

/** The same for nodes that no partition has. */
export const nodeReplacer = (
  env: AwsEnvironment,
  scope: Construct,
  repair: NodeReplacement,
): readonly ITerraformDependable[] =>
  replaceRole(env, scope, repair, { namespace: HEALTH_NAMESPACE, name: NODE_HEALTH });

/** @param account of the pod; also the id of the construct, and the end of the name of the role */
function replaceRole(
  { account, names, partition, region }: AwsEnvironment,
  scope: Construct,
  { mode, pools }: NodeReplacement,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): readonly ITerraformDependable[] {
  if (mode !== "on") return [];
  const replaced = pools.filter((pool) => asksAutoScaling({ mode, pools: [pool] }));
  if (replaced.length === 0) return [];
  const { names: groupNames, clusterTag, groupTag } = EKS_AUTO_SCALING_GROUPS;
  // the id of its component is taken
  const id = name === NODE_HEALTH ? `${name}-role` : name;
  const { dependables } = new PodIdentityRole(scope, id, {
    partition,
    clusterName: names.cluster,
    roleName: names.role(name),
    namespace,
    serviceAccount: name,
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
            [`aws:ResourceTag/${groupTag}`]: replaced.map((pool) => names.resource(pool.name)),
          },
        },
      },
    ],
  });
  return dependables;
}
