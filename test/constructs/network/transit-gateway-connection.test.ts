import { Ec2TransitGatewayVpcAttachment } from "@cdktf/provider-aws/lib/ec2-transit-gateway-vpc-attachment";
import { Route } from "@cdktf/provider-aws/lib/route";
import { TransitGatewayConnection } from "../../../constructs/network/transit-gateway-connection";
import { only, resources, synthStack } from "../../helpers/synth";

test("each private subnet routes each block to the gateway, once the VPC is attached to it", () => {
  const json = synthStack(
    (stack) =>
      void new TransitGatewayConnection(stack, "on-premises", {
        name: "research-on-premises",
        vpcId: "vpc-1",
        subnetIds: ["subnet-a", "subnet-b"],
        routeTableIds: { "us-east-1a": "rtb-a", "us-east-1b": "rtb-b" },
        transitGatewayId: "tgw-1",
        cidrs: ["10.200.0.0/22", "10.201.0.0/16"],
      }),
  );
  expect(only(json, Ec2TransitGatewayVpcAttachment)).toMatchObject({
    transit_gateway_id: "tgw-1",
    vpc_id: "vpc-1",
    subnet_ids: ["subnet-a", "subnet-b"],
  });
  const routes = Object.values(resources(json, Route));
  expect(routes.map((route) => [route.route_table_id, route.destination_cidr_block]).sort()).toEqual([
    ["rtb-a", "10.200.0.0/22"],
    ["rtb-a", "10.201.0.0/16"],
    ["rtb-b", "10.200.0.0/22"],
    ["rtb-b", "10.201.0.0/16"],
  ]);
  const [attachment] = Object.keys(resources(json, Ec2TransitGatewayVpcAttachment));
  for (const route of routes) {
    expect(route.transit_gateway_id).toBe("tgw-1");
    expect(route.depends_on).toEqual([`aws_ec2_transit_gateway_vpc_attachment.${attachment}`]);
  }
});
