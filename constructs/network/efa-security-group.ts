import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { assertSecurityGroupName } from "./security-group-name";

export interface EfaSecurityGroupProps {
  /** Name of the group and its `Name` tag; up to 255 characters. Changing it replaces the group. */
  readonly name: string;
  readonly vpcId: string;
}

/**
 * The security group of nodes that talk over EFA.
 *
 * EFA traffic is no IP traffic: it passes only where a rule allows every protocol to or from a security group
 * by reference. No CIDR rule matches it, not even 0.0.0.0/0, so without the self reference in both directions
 * NCCL hangs or silently falls back to TCP.
 * The rule to anywhere is for IP: the provider removes the rule that AWS gives a new group, and a node without
 * egress can neither join its cluster nor pull an image.
 * Rules are resources of their own: inline rules would remove those that other constructs add.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/limit-access-security-groups.html
 */
export class EfaSecurityGroup extends Construct {
  readonly securityGroupId: string;
  /** What nodes of the same stack must depend on: an instance that boots before the rules has no network. */
  readonly rules: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: EfaSecurityGroupProps) {
    super(scope, id);
    assertSecurityGroupName(props.name);
    const group = new SecurityGroup(this, "efa", {
      name: props.name,
      description: "EFA: all traffic between the members, egress to anywhere",
      vpcId: props.vpcId,
      tags: { Name: props.name },
    });
    const self = { securityGroupId: group.id, ipProtocol: "-1", referencedSecurityGroupId: group.id };

    this.rules = [
      new VpcSecurityGroupIngressRule(this, "from-members", { ...self, description: "EFA from members" }),
      new VpcSecurityGroupEgressRule(this, "to-members", { ...self, description: "EFA to members" }),
      new VpcSecurityGroupEgressRule(this, "to-anywhere", {
        securityGroupId: group.id,
        ipProtocol: "-1",
        cidrIpv4: "0.0.0.0/0",
        description: "IP to APIs, registries and other subnets",
      }),
    ];
    this.securityGroupId = group.id;
  }
}
