import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import { VXLAN_PORT } from "../../config/facts/hybrid-nodes";
import { assertSecurityGroupName } from "./security-group-name";

export interface VxlanSecurityGroupProps {
  /** Name of the group and its `Name` tag; up to 255 characters. Changing it replaces the group. */
  readonly name: string;
  readonly vpcId: string;
  /** Blocks of the servers whose tunnels come in; one at least. */
  readonly cidrs: readonly string[];
}

/**
 * Tunnels of hybrid nodes to the nodes of the gateway. What leaves, and what pods of the VPC send, passes by the security group of
 * the cluster, which those nodes have as well.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/hybrid-nodes-gateway-getting-started.html
 */
export class VxlanSecurityGroup extends Construct {
  readonly securityGroupId: string;

  constructor(scope: Construct, id: string, { name, vpcId, cidrs }: VxlanSecurityGroupProps) {
    super(scope, id);
    assertSecurityGroupName(name);
    if (cidrs.length === 0) throw new Error(`security group "${name}": no cidrs given, so no tunnel would come in.`);
    const group = new SecurityGroup(this, "vxlan", {
      name,
      description: "VXLAN of hybrid nodes to the gateway",
      vpcId,
      tags: { Name: name },
    });
    for (const cidr of cidrs)
      new VpcSecurityGroupIngressRule(this, `from-${cidr.replace("/", "-")}`, {
        securityGroupId: group.id,
        cidrIpv4: cidr,
        ipProtocol: "udp",
        fromPort: VXLAN_PORT,
        toPort: VXLAN_PORT,
        description: "VXLAN of hybrid nodes",
      });
    this.securityGroupId = group.id;
  }
}
