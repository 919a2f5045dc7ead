import { type PolicyStatement } from "../security/policy";
import { claiming, inRegion, regionalArn, tagged, type ServicePermissions } from "./scope";

/** New things: what they are put into is a resource of the same call, and may be an adopted VPC without our tag. */
const MAKE = [
  ...["CreateVpc", "CreateSubnet", "CreateRouteTable", "CreateInternetGateway", "CreateNatGateway", "AllocateAddress"],
  ...["CreateVpcEndpoint", "ModifyVpcEndpoint", "CreateFlowLogs", "CreateSecurityGroup", "CreateLaunchTemplate"],
  ...["CreatePlacementGroup", "AssociateRouteTable", "DisassociateRouteTable", "ReplaceRouteTableAssociation"],
  ...["DisassociateAddress"],
  // of a cluster's and a VPC's own security group: AWS makes those, without our tag
  ...["AuthorizeSecurityGroupEgress", "AuthorizeSecurityGroupIngress", "RevokeSecurityGroupEgress"],
  ...["RevokeSecurityGroupIngress", "ModifySecurityGroupRules", "UpdateSecurityGroupRuleDescriptionsEgress"],
  ...["UpdateSecurityGroupRuleDescriptionsIngress"],
  // EKS starts nodes from a launch template only for who may do so
  // and FSx asks for the groups of a VPC with the caller's permissions
  ...["RunInstances", "GetSecurityGroupsForVpc"],
];

/** What changes or ends something that is there. Each of its calls names tagged resources only. */
const CHANGE = [
  ...["ModifyVpcAttribute", "DeleteVpc", "ModifySubnetAttribute", "DeleteSubnet", "DeleteRouteTable"],
  ...["CreateRoute", "ReplaceRoute", "DeleteRoute", "AttachInternetGateway", "DetachInternetGateway"],
  ...["DeleteInternetGateway", "DeleteNatGateway", "ReleaseAddress", "DeleteVpcEndpoints", "DeleteFlowLogs"],
  ...["DeleteSecurityGroup", "CreateLaunchTemplateVersion", "ModifyLaunchTemplate", "DeleteLaunchTemplate"],
  ...["DeleteLaunchTemplateVersions", "DeletePlacementGroup", "CreateTags", "DeleteTags"],
];

/** Calls in which new resources get their tags. */
const TAG_WITH = [
  ...["CreateVpc", "CreateSubnet", "CreateRouteTable", "CreateInternetGateway", "CreateNatGateway", "AllocateAddress"],
  ...["CreateVpcEndpoint", "CreateFlowLogs", "CreateSecurityGroup", "CreateLaunchTemplate", "CreatePlacementGroup"],
  ...["AuthorizeSecurityGroupEgress", "AuthorizeSecurityGroupIngress", "RunInstances"],
];

const actions = (names: readonly string[]) => names.map((name) => `ec2:${name}`);

/**
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonec2.html
 * @see https://docs.aws.amazon.com/efs/latest/ug/API_CreateMountTarget.html
 */
export const NETWORK_PERMISSIONS: ServicePermissions = {
  types:
    /^aws_(default_security_group|eip|flow_log|internet_gateway|launch_template|nat_gateway|placement_group|route|route_table|route_table_association|security_group|subnet|vpc|vpc_endpoint|vpc_security_group_(egress|ingress)_rule)$/,
  reads: ["ec2:Describe*"],
  changes: (scope): PolicyStatement[] => [
    { sid: "MakeNetwork", actions: actions(MAKE), resources: ["*"], conditions: inRegion(scope) },
    {
      sid: "ChangeNetwork",
      actions: actions(CHANGE),
      resources: [regionalArn(scope, "ec2", "*")],
      conditions: tagged(scope),
    },
    {
      sid: "TagNewNetwork",
      actions: ["ec2:CreateTags"],
      resources: [regionalArn(scope, "ec2", "*")],
      conditions: { StringEquals: { "ec2:CreateAction": TAG_WITH } },
    },
    {
      // EFS makes the interface of a mount target, and takes it away, with the rights of who asks; it has no tags
      sid: "PlaceMountTarget",
      actions: ["ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface"],
      resources: ["*"],
      conditions: inRegion(scope),
    },
    {
      // the VPC's own security group is not made, and gets its tags afterwards
      sid: "TagDefaultSecurityGroup",
      actions: ["ec2:CreateTags"],
      resources: [regionalArn(scope, "ec2", "security-group/*")],
      conditions: claiming(scope),
    },
  ],
};
