import { ofService } from "./type-actions";

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2.html */
export const NETWORK_ACTIONS = ofService("ec2", {
  // AWS makes the group with its VPC, and it gets its tags afterwards
  aws_default_security_group: {
    reads: ["DescribeSecurityGroups"],
    opens: ["RevokeSecurityGroupIngress", "RevokeSecurityGroupEgress"],
  },
  // a gateway may be another account's, which shares it
  aws_ec2_transit_gateway_vpc_attachment: {
    reads: ["DescribeTransitGatewayVpcAttachments", "DescribeTransitGateways"],
    opens: ["CreateTransitGatewayVpcAttachment"],
    changes: ["ModifyTransitGatewayVpcAttachment", "DeleteTransitGatewayVpcAttachment", "CreateTags", "DeleteTags"],
  },
  aws_eip: {
    reads: ["DescribeAddresses"],
    opens: ["AllocateAddress", "DisassociateAddress"],
    changes: ["ReleaseAddress", "CreateTags", "DeleteTags"],
  },
  aws_flow_log: {
    reads: ["DescribeFlowLogs"],
    opens: ["CreateFlowLogs"],
    changes: ["DeleteFlowLogs", "CreateTags", "DeleteTags"],
    passes: ["logs:CreateLogDelivery", "logs:DeleteLogDelivery", "iam:PassRole"],
  },
  aws_internet_gateway: {
    reads: ["DescribeInternetGateways"],
    opens: ["CreateInternetGateway"],
    changes: ["AttachInternetGateway", "DetachInternetGateway", "DeleteInternetGateway", "CreateTags", "DeleteTags"],
  },
  aws_launch_template: {
    reads: ["DescribeLaunchTemplates", "DescribeLaunchTemplateVersions"],
    opens: ["CreateLaunchTemplate"],
    changes: [
      "CreateLaunchTemplateVersion",
      "ModifyLaunchTemplate",
      "DeleteLaunchTemplate",
      "DeleteLaunchTemplateVersions",
      "CreateTags",
      "DeleteTags",
    ],
  },
  aws_nat_gateway: {
    reads: ["DescribeNatGateways"],
    opens: ["CreateNatGateway"],
    changes: ["DeleteNatGateway", "CreateTags", "DeleteTags"],
  },
  aws_placement_group: {
    reads: ["DescribePlacementGroups"],
    opens: ["CreatePlacementGroup"],
    changes: ["DeletePlacementGroup", "CreateTags", "DeleteTags"],
  },
  aws_route: { reads: ["DescribeRouteTables"], changes: ["CreateRoute", "ReplaceRoute", "DeleteRoute"] },
  aws_route_table: {
    reads: ["DescribeRouteTables"],
    opens: ["CreateRouteTable"],
    changes: ["DeleteRouteTable", "CreateTags", "DeleteTags"],
  },
  // of a subnet that may be adopted
  aws_route_table_association: {
    reads: ["DescribeRouteTables"],
    opens: ["AssociateRouteTable", "DisassociateRouteTable", "ReplaceRouteTableAssociation"],
  },
  aws_security_group: {
    reads: ["DescribeSecurityGroups", "DescribeNetworkInterfaces"],
    opens: ["CreateSecurityGroup", "RevokeSecurityGroupEgress"],
    changes: ["DeleteSecurityGroup", "CreateTags", "DeleteTags"],
  },
  aws_subnet: {
    reads: ["DescribeSubnets"],
    opens: ["CreateSubnet"],
    changes: ["ModifySubnetAttribute", "DeleteSubnet", "CreateTags", "DeleteTags"],
  },
  aws_vpc: {
    reads: ["DescribeVpcs", "DescribeVpcAttribute"],
    opens: ["CreateVpc"],
    changes: ["ModifyVpcAttribute", "DeleteVpc", "CreateTags", "DeleteTags"],
  },
  // a change names subnets and route tables, which may be adopted
  aws_vpc_endpoint: {
    reads: ["DescribeVpcEndpoints", "DescribePrefixLists"],
    opens: ["CreateVpcEndpoint", "ModifyVpcEndpoint"],
    changes: ["DeleteVpcEndpoints", "CreateTags", "DeleteTags"],
  },
  // of the group of a cluster, too, which EKS makes
  aws_vpc_security_group_egress_rule: {
    reads: ["DescribeSecurityGroupRules"],
    opens: [
      "AuthorizeSecurityGroupEgress",
      "RevokeSecurityGroupEgress",
      "ModifySecurityGroupRules",
      "UpdateSecurityGroupRuleDescriptionsEgress",
    ],
    changes: ["CreateTags", "DeleteTags"],
  },
  aws_vpc_security_group_ingress_rule: {
    reads: ["DescribeSecurityGroupRules"],
    opens: [
      "AuthorizeSecurityGroupIngress",
      "RevokeSecurityGroupIngress",
      "ModifySecurityGroupRules",
      "UpdateSecurityGroupRuleDescriptionsIngress",
    ],
    changes: ["CreateTags", "DeleteTags"],
  },
});

/** Calls that make something with tags in the same call. */
export const TAGGING_CALLS: readonly string[] = [
  ...Object.values(NETWORK_ACTIONS)
    .filter(({ changes }) => changes.includes("ec2:CreateTags"))
    .flatMap(({ opens }) => opens)
    .filter((action) => /^ec2:(Create|Allocate|Authorize)/.test(action))
    .map((action) => action.replace(/^ec2:/, "")),
  // nodes, by the launch template of their group
  "RunInstances",
];
