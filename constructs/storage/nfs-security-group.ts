import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { assertSecurityGroupName } from "../network/security-group-name";

export interface NfsSecurityGroupProps {
  /** Name of the group and its `Name` tag. Changing it replaces the group. */
  readonly name: string;
  /** Frozen Terraform id of the group. */
  readonly logicalId: string;
  /** What the group is for. Changing it replaces the group. */
  readonly description: string;
  /** Ports of TCP that nodes come in at. */
  readonly ports: readonly { readonly from: number; readonly to: number }[];
  readonly vpcId: string;
  /** Security group of the nodes: they alone come in, and it lets them out. It must have no inline rules. */
  readonly clientSecurityGroupId: string;
}

/** Security group of file servers of AWS: NFS from the nodes, and nothing else in or out. */
export class NfsSecurityGroup extends Construct {
  readonly securityGroupId: string;
  readonly rules: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: NfsSecurityGroupProps) {
    super(scope, id);
    assertSecurityGroupName(props.name);
    const group = new SecurityGroup(this, "group", {
      name: props.name,
      description: props.description,
      vpcId: props.vpcId,
      tags: { Name: props.name },
    });
    group.overrideLogicalId(props.logicalId);
    this.securityGroupId = group.id;
    this.rules = props.ports.flatMap(({ from: fromPort, to: toPort }) => {
      const rule = { ipProtocol: "tcp", fromPort, toPort, description: `NFS ${fromPort}` };
      const [fileSystemGroup, clientGroup] = [group.id, props.clientSecurityGroupId];
      return [
        new VpcSecurityGroupIngressRule(this, `in-${fromPort}`, {
          securityGroupId: fileSystemGroup,
          referencedSecurityGroupId: clientGroup,
          ...rule,
        }),
        new VpcSecurityGroupEgressRule(this, `nodes-out-${fromPort}`, {
          securityGroupId: clientGroup,
          referencedSecurityGroupId: fileSystemGroup,
          ...rule,
        }),
      ];
    });
  }
}
