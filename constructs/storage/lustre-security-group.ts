import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { type ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { LUSTRE_PORTS } from "../../config/facts/lustre";
import { assertSecurityGroupName } from "../network/security-group-name";

/** Nodes that mount the file system, known by their security group. */
export interface LustreClient {
  /** Frozen construct id of the rules for this client, e.g. `cluster-nodes`. `self` and `efa` are taken. */
  readonly id: string;
  /** May live in another stack; it must have no inline rules, which would remove those made here. */
  readonly securityGroupId: string;
}

export interface LustreSecurityGroupProps {
  /** Name of the group and its `Name` tag. Changing it replaces the group and with it the file system. */
  readonly name: string;
  /** Frozen Terraform id of the group, e.g. `lustre_security_group`. */
  readonly logicalId: string;
  readonly vpcId: string;
  /** Who may mount over TCP; each security group once. */
  readonly clients: readonly LustreClient[];
  /**
   * Security group of the nodes that reach the file system over EFA.
   * @default - no EFA rules: the file system has no EFA
   */
  readonly efaClientSecurityGroupId?: string;
}

/** Such as `988`, or `1018-1023`: part of construct ids. */
const rangeOf = ({ from, to }: (typeof LUSTRE_PORTS)[number]): string => (from === to ? `${from}` : `${from}-${to}`);

/**
 * The security group of one FSx for Lustre file system, and every rule between it and its clients.
 *
 * This construct owns the rules on the clients' groups as well: it is the only place that knows both ids, and the
 * stack of the file system is destroyed before that of the clients, so no rule outlives one of its ends.
 * Rules name groups, never CIDRs: EFA traffic matches no CIDR rule, not even 0.0.0.0/0.
 * The group cannot be destroyed by accident: FSx cannot change the groups of a file system, so a new group means a
 * new, empty file system.
 */
export class LustreSecurityGroup extends Construct {
  readonly securityGroupId: string;
  /** What the file system must depend on: FSx refuses to create one before the ports are open. */
  readonly rules: readonly ITerraformDependable[];

  private readonly created: ITerraformDependable[] = [];

  constructor(scope: Construct, id: string, props: LustreSecurityGroupProps) {
    super(scope, id);
    assertSecurityGroupName(props.name);
    assertDistinct(props);

    const group = new SecurityGroup(this, "lustre", {
      name: props.name,
      // A new description replaces the group.
      description: "FSx for Lustre: file servers and their clients",
      vpcId: props.vpcId,
      tags: { Name: props.name },
      lifecycle: { preventDestroy: true },
    });
    group.overrideLogicalId(props.logicalId);
    this.securityGroupId = group.id;

    this.allowLnet("self", this.securityGroupId, this.securityGroupId);
    for (const client of props.clients) {
      this.allowLnet(client.id, this.securityGroupId, client.securityGroupId);
      this.allowLnet(`${client.id}-side`, client.securityGroupId, this.securityGroupId);
    }
    if (props.efaClientSecurityGroupId !== undefined) {
      this.allowAll("self-efa", this.securityGroupId, this.securityGroupId);
      this.allowAll("efa", this.securityGroupId, props.efaClientSecurityGroupId);
      this.allowAll("efa-side", props.efaClientSecurityGroupId, this.securityGroupId);
    }
    this.rules = this.created;
  }

  private allowLnet(id: string, securityGroupId: string, peerId: string): void {
    for (const ports of LUSTRE_PORTS) {
      const range = rangeOf(ports);
      this.allow(`${id}-${range}`, {
        securityGroupId,
        referencedSecurityGroupId: peerId,
        ipProtocol: "tcp",
        fromPort: ports.from,
        toPort: ports.to,
        description: `Lustre ${range}`,
      });
    }
  }

  private allowAll(id: string, securityGroupId: string, peerId: string): void {
    this.allow(id, {
      securityGroupId,
      referencedSecurityGroupId: peerId,
      ipProtocol: "-1",
      description: "Lustre over EFA",
    });
  }

  private allow(id: string, rule: ConstructorParameters<typeof VpcSecurityGroupIngressRule>[2]): void {
    this.created.push(
      new VpcSecurityGroupIngressRule(this, `in-${id}`, rule),
      new VpcSecurityGroupEgressRule(this, `out-${id}`, rule),
    );
  }
}

function assertDistinct({ name, clients }: LustreSecurityGroupProps): void {
  const ids = clients.map((client) => client.securityGroupId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return;
  throw new Error(
    `security group "${name}": client group ${twice} is given twice; EC2 refuses equal rules. Name it once.`,
  );
}
