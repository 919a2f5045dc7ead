import { Ec2TransitGatewayVpcAttachment } from "@cdktf/provider-aws/lib/ec2-transit-gateway-vpc-attachment";
import { Route } from "@cdktf/provider-aws/lib/route";
import { Construct } from "constructs";

export interface TransitGatewayConnectionProps {
  /** `Name` of the attachment. */
  readonly name: string;
  readonly vpcId: string;
  /** One subnet of each zone whose machines use the connection. */
  readonly subnetIds: readonly string[];
  /** Route tables of private subnets. */
  readonly routeTableIds: Readonly<Record<string, string>>;
  /** The gateway, `tgw-…`: of this account, or shared with it. */
  readonly transitGatewayId: string;
  /** Blocks on the other side. */
  readonly cidrs: readonly string[];
}

/**
 * The way from a VPC to networks on premises: an attachment to a transit gateway, and a route to each block from each private
 * subnet. The gateway's own table must have the block of the VPC: with the default association it gets it by itself.
 * @see https://docs.aws.amazon.com/vpc/latest/tgw/tgw-vpc-attachments.html
 */
export class TransitGatewayConnection extends Construct {
  constructor(scope: Construct, id: string, props: TransitGatewayConnectionProps) {
    super(scope, id);
    const { transitGatewayId, cidrs, routeTableIds } = props;
    const attachment = new Ec2TransitGatewayVpcAttachment(this, "attachment", {
      transitGatewayId,
      vpcId: props.vpcId,
      subnetIds: [...props.subnetIds],
      tags: { Name: props.name },
    });
    for (const [zone, routeTableId] of Object.entries(routeTableIds))
      for (const cidr of cidrs)
        new Route(this, `route-${zone}-${cidr.replace("/", "-")}`, {
          routeTableId,
          destinationCidrBlock: cidr,
          transitGatewayId,
          // a route to a gateway to which the VPC is not attached is refused
          dependsOn: [attachment],
        });
  }
}
