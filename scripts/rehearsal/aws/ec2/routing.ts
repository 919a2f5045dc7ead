import { crc32 } from "node:zlib";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { cidr, sameCidr, within, type Cidr } from "./cidr";
import { ec2Id } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Provider, vpcGuide } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { text } from "./ec2-arguments";

const ROUTE_TABLES = ["aws_route_table", "aws_default_route_table"];
const SUBNETS = ["aws_subnet", "aws_default_subnet"];
const DESTINATIONS = ["destination_cidr_block", "destination_ipv6_cidr_block", "destination_prefix_list_id"];

const ROUTE_TABLE: KindRow = {
  source: [ec2Provider("vpc_route_table"), ec2Api("CreateRouteTable"), ec2Api("DeleteVpc")],
  references: [{ path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" }],
  refuse: (object) => refuseTags(object["tags_all"]),
  create: (_, api) => {
    const id = ec2Id("rtb", api);
    return {
      id,
      arn: api.arn("ec2", `route-table/${id}`),
      owner_id: api.account,
      propagating_vgws: [],
      route: [],
    };
  },
};

const ROUTE: KindRow = {
  source: [ec2Provider("vpc_route"), ec2Api("CreateRoute"), vpcGuide("subnet-route-tables")],
  references: [
    { path: "route_table_id", to: ROUTE_TABLES, missing: "InvalidRouteTableID.NotFound" },
    // nothing of these is held: a route to what is gone becomes a black hole
    { path: "gateway_id", to: ["aws_internet_gateway", "aws_vpn_gateway"], missing: "InvalidGatewayID.NotFound" },
    { path: "nat_gateway_id", to: ["aws_nat_gateway"], missing: "InvalidNatGatewayID.NotFound" },
    { path: "vpc_endpoint_id", to: ["aws_vpc_endpoint"], missing: "InvalidVpcEndpointId.NotFound" },
    {
      path: "egress_only_gateway_id",
      to: ["aws_egress_only_internet_gateway"],
      missing: "InvalidEgressOnlyInternetGatewayId.NotFound",
    },
  ],
  refuse: (object, api) => [
    ...refuseTwice(object, api),
    ...refuseDestination(object, api),
    ...refuseGateway(object, api),
    ...refuseTransitGateway(object, api),
  ],
  create: (object) => ({
    // the provider's own: AWS gives routes no ids
    id: `r-${text(object, "route_table_id")}${crc32(destination(object) ?? "")}`,
    instance_id: "",
    instance_owner_id: "",
    network_interface_id: "",
    origin: "CreateRoute",
    state: "active",
  }),
};

function destination(route: Attributes): string | null {
  return DESTINATIONS.map((name) => text(route, name)).find((value) => value !== null) ?? null;
}

function refuseTwice(object: Attributes, api: CloudApi): Refusal[] {
  return api
    .all("aws_route")
    .filter(({ id, attributes }) => id !== object["id"] && attributes["route_table_id"] === object["route_table_id"])
    .filter(({ attributes }) => destination(attributes) === destination(object))
    .map(() => ({
      code: "RouteAlreadyExists",
      message: `${text(object, "route_table_id")} has a route to ${destination(object)} already`,
      source: EC2_ERRORS,
    }));
}

/** Every table has a local route for the VPC, and AWS keeps some addresses for itself. */
function refuseDestination(object: Attributes, api: CloudApi): Refusal[] {
  const given = text(object, "destination_cidr_block");
  const block = given === null ? null : cidr(given);
  if (block === null) return [];
  const source = vpcGuide("subnet-route-tables");
  if (within(block, cidr("169.254.168.0/22") as Cidr))
    return [
      { code: "InvalidParameterValue", message: `${given} is inside 169.254.168.0/22, which is AWS's own`, source },
    ];
  const vpcId = vpcOf(object, api);
  const vpc = vpcId === null ? undefined : api.get("aws_vpc", vpcId);
  const local = cidr(text(vpc?.attributes, "cidr_block") ?? "");
  if (local === null || !within(block, local)) return [];
  if (sameCidr(block, local))
    return [{ code: "RouteAlreadyExists", message: `${given} is the local route of ${vpcId}`, source }];
  const subnets = api.all("aws_subnet").filter(({ attributes }) => attributes["vpc_id"] === vpcId);
  const fits = subnets.some(({ attributes }) => {
    const subnet = cidr(text(attributes, "cidr_block") ?? "");
    return subnet !== null && sameCidr(block, subnet);
  });
  if (fits) return [];
  return [
    {
      code: "InvalidParameterValue",
      message: `${given} is inside ${vpcId} and is no subnet of it; a route inside the VPC must match a whole subnet`,
      source,
    },
  ];
}

function refuseGateway(object: Attributes, api: CloudApi): Refusal[] {
  const gateway = api.get("aws_internet_gateway", text(object, "gateway_id") ?? "");
  const vpcId = vpcOf(object, api);
  if (!gateway || vpcId === null || gateway.attributes["vpc_id"] === vpcId) return [];
  return [
    {
      code: "InvalidParameterValue",
      message: `${gateway.id} is not attached to ${vpcId}, to which ${text(object, "route_table_id")} belongs`,
      source: ec2Api("CreateRoute"),
    },
  ];
}

function refuseTransitGateway(object: Attributes, api: CloudApi): Refusal[] {
  const id = text(object, "transit_gateway_id");
  const vpcId = vpcOf(object, api);
  if (id === null || vpcId === null) return [];
  const attached = api
    .all("aws_ec2_transit_gateway_vpc_attachment")
    .some(({ attributes }) => attributes["transit_gateway_id"] === id && attributes["vpc_id"] === vpcId);
  if (attached) return [];
  return [
    {
      code: "InvalidTransitGatewayID.NotFound",
      message: `${vpcId} is not attached to ${id}`,
      source: ec2Api("CreateRoute"),
    },
  ];
}

function vpcOf(object: Attributes, api: CloudApi): string | null {
  const id = text(object, "route_table_id") ?? "";
  const table = ROUTE_TABLES.map((type) => api.get(type, id)).find((each) => each !== undefined);
  return table ? text(table.attributes, "vpc_id") : null;
}

const ASSOCIATION: KindRow = {
  source: [ec2Provider("vpc_route_table_association"), ec2Api("AssociateRouteTable")],
  references: [
    { path: "route_table_id", to: ROUTE_TABLES, missing: "InvalidRouteTableID.NotFound" },
    { path: "subnet_id", to: SUBNETS, missing: "InvalidSubnetID.NotFound" },
    { path: "gateway_id", to: ["aws_internet_gateway", "aws_vpn_gateway"], missing: "InvalidGatewayID.NotFound" },
  ],
  refuse: (object, api) => [...refuseSecondTable(object, api), ...refuseOtherVpc(object, api)],
  create: (_, api) => ({ id: ec2Id("rtbassoc", api) }),
};

function refuseSecondTable(object: Attributes, api: CloudApi): Refusal[] {
  const subnetId = text(object, "subnet_id");
  return api
    .all("aws_route_table_association")
    .filter(({ id, attributes }) => subnetId !== null && id !== object["id"] && attributes["subnet_id"] === subnetId)
    .map(({ attributes }) => ({
      code: "Resource.AlreadyAssociated",
      message: `${subnetId} is associated with ${text(attributes, "route_table_id")} already; a subnet has one table`,
      source: vpcGuide("subnet-route-tables"),
    }));
}

function refuseOtherVpc(object: Attributes, api: CloudApi): Refusal[] {
  const subnet = api.get("aws_subnet", text(object, "subnet_id") ?? "");
  const vpcId = vpcOf(object, api);
  if (!subnet || vpcId === null || subnet.attributes["vpc_id"] === vpcId) return [];
  return [
    {
      code: "InvalidParameterValue",
      message: `${subnet.id} and ${text(object, "route_table_id")} belong to different VPCs`,
      source: ec2Api("AssociateRouteTable"),
    },
  ];
}

export const ROUTING_KINDS = knownKinds({
  aws_route_table: ROUTE_TABLE,
  aws_route: ROUTE,
  aws_route_table_association: ASSOCIATION,
});
