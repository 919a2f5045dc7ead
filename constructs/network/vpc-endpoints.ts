import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import type { Partition } from "../../config/facts/regions";
import { endpointServiceName } from "./endpoint-service-name";
import { assertSecurityGroupName } from "./security-group-name";

export interface VpcEndpointsProps {
  /** Prefix of all `Name` tags and of the name of the security group. */
  readonly name: string;
  /** AWS Region of the VPC, e.g. `us-east-1`. */
  readonly region: string;
  readonly partition: Partition;
  readonly vpcId: string;
  /** IPv4 CIDRs from which the interface endpoints may be reached. Literal: each makes the id of a rule. */
  readonly vpcCidrs: readonly string[];
  /**
   * Whether to create the gateway endpoint for S3. Turn it off only where the VPC has one: AWS allows one on a
   * route table. It is free, while S3 through a NAT gateway costs for every byte. @default true
   */
  readonly s3Gateway?: boolean;
  /** Every private route table of the VPC: the S3 gateway endpoint goes into all of them. */
  readonly privateRouteTableIds: readonly string[];
  /**
   * Services with an interface endpoint, by the last part of their endpoint service name: `ecr.api`, `ecr.dkr`,
   * `sts`, `ec2`, `eks`, `eks-auth`, `logs` … Each costs by the hour in each zone. Not `s3`. @default - none
   * @see https://docs.aws.amazon.com/vpc/latest/privatelink/aws-services-privatelink-support.html
   */
  readonly services?: readonly string[];
  /** Zone → private subnet in which each interface endpoint has its address: AWS allows one subnet a zone. */
  readonly subnetIdByZone: Readonly<Record<string, string>>;
}

/** Ways to AWS services that do not leave the VPC: a gateway for S3, an interface with private DNS for others. */
export class VpcEndpoints extends Construct {
  /** For `aws:SourceVpce` conditions; undefined without the gateway. */
  readonly s3EndpointId: string | undefined;
  /** Service → endpoint. */
  readonly interfaceEndpointIds: Readonly<Record<string, string>>;
  /** Group of the interface endpoints; undefined without any. */
  readonly securityGroupId: string | undefined;

  constructor(scope: Construct, id: string, props: VpcEndpointsProps) {
    super(scope, id);
    const { name, region, partition, vpcId, services = [] } = props;
    assertUsable(props);

    if (props.s3Gateway ?? true) {
      this.s3EndpointId = new VpcEndpoint(this, "s3-gateway", {
        vpcId,
        vpcEndpointType: "Gateway",
        // the gateway variant has no `cn.` in China either
        serviceName: `com.amazonaws.${region}.s3`,
        routeTableIds: [...props.privateRouteTableIds],
        tags: { Name: `${name}-s3` },
      }).id;
    }

    const securityGroupId = services.length > 0 ? this.createSecurityGroup(props) : undefined;
    this.interfaceEndpointIds = Object.fromEntries(
      services.map((service) => {
        const endpoint = new VpcEndpoint(this, `interface-${service.replaceAll(".", "-")}`, {
          vpcId,
          vpcEndpointType: "Interface",
          serviceName: endpointServiceName(service, region, partition),
          privateDnsEnabled: true,
          subnetIds: Object.values(props.subnetIdByZone),
          securityGroupIds: [securityGroupId!],
          tags: { Name: `${name}-${service}` },
        });
        return [service, endpoint.id];
      }),
    );
    this.securityGroupId = securityGroupId;
  }

  /** Endpoints only answer, so the group has no egress rule: the provider removes the one that AWS gives. */
  private createSecurityGroup({ name, vpcId, vpcCidrs }: VpcEndpointsProps): string {
    const groupName = `${name}-endpoints`;
    assertSecurityGroupName(groupName);
    const group = new SecurityGroup(this, "endpoints", {
      name: groupName,
      description: "Interface endpoints: HTTPS from inside the VPC",
      vpcId,
      tags: { Name: groupName },
    });
    // the id has the CIDR and not a position: removing one CIDR must not rewrite the rules of the others
    for (const cidr of vpcCidrs) {
      new VpcSecurityGroupIngressRule(this, `https-from-${cidr.replace(/[./]/g, "-")}`, {
        securityGroupId: group.id,
        ipProtocol: "tcp",
        fromPort: 443,
        toPort: 443,
        cidrIpv4: cidr,
        description: `HTTPS from ${cidr}`,
      });
    }
    return group.id;
  }
}

function assertUsable({ name, s3Gateway, privateRouteTableIds, services = [], ...props }: VpcEndpointsProps): void {
  if ((s3Gateway ?? true) && privateRouteTableIds.length === 0) {
    throw new Error(
      `endpoints "${name}": the S3 gateway endpoint needs route tables, but privateRouteTableIds is empty. ` +
        "Name every private route table, or set s3Gateway to false.",
    );
  }
  if (services.includes("s3")) {
    throw new Error(
      `endpoints "${name}": services contains "s3"; with private DNS it would take S3 traffic from the free ` +
        "gateway endpoint and cost for every byte. Remove it from services.",
    );
  }
  for (const [prop, given] of [
    ["subnetIdByZone", Object.keys(props.subnetIdByZone)],
    ["vpcCidrs", props.vpcCidrs],
  ] as const) {
    if (services.length > 0 && given.length === 0) {
      throw new Error(
        `endpoints "${name}": ${services.join(", ")} need an interface endpoint, but ${prop} is empty. ` +
          `Fill ${prop}, or remove the services.`,
      );
    }
  }
}
