import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { type Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";

/**
 * Attaches policies that AWS maintains to a role. Names may have a path, e.g. `service-role/AmazonEBSCSIDriverPolicyV2`.
 * Whatever works with the role must depend on the attachments: on destroy they would otherwise go first.
 */
export function attachAwsManagedPolicies(
  scope: Construct,
  roleName: string,
  partition: Partition,
  policies: readonly string[],
): IamRolePolicyAttachment[] {
  return policies.map((policy) => {
    const name = policy.slice(policy.lastIndexOf("/") + 1);
    return new IamRolePolicyAttachment(scope, `attach-${name}`, {
      role: roleName,
      policyArn: `arn:${partition}:iam::aws:policy/${policy}`,
    });
  });
}
