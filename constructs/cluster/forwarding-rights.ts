import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import type { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { policyDocument } from "../security/policy";

export interface ForwardingRightsProps {
  readonly partition: Partition;
  readonly region: string;
  /** 12 digits. */
  readonly accountId: string;
  /** Role of the nodes: their boot script has no other. */
  readonly nodeRoleName: string;
  /** Tags of the interfaces that may be changed; one at least. */
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * Lets nodes switch EC2's check of source and destination off, on interfaces of one node group alone: the action changes other
 * attributes of an interface as well, and nodes share their role.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-getting-started.html
 */
export function forwardingRights(scope: Construct, props: ForwardingRightsProps): IamRolePolicy {
  const { partition, region, accountId, nodeRoleName, tags } = props;
  if (Object.keys(tags).length === 0)
    throw new Error("no tags given: nodes could change every interface of the account.");
  return new IamRolePolicy(scope, "forwarding-rights", {
    name: "forwarding",
    role: nodeRoleName,
    policy: policyDocument([
      {
        sid: "PassPacketsOfOthers",
        actions: ["ec2:ModifyNetworkInterfaceAttribute"],
        resources: [`arn:${partition}:ec2:${region}:${accountId}:network-interface/*`],
        conditions: {
          StringEquals: Object.fromEntries(
            Object.entries(tags).map(([name, value]) => [`aws:ResourceTag/${name}`, value]),
          ),
        },
      },
    ]),
  });
}
