import type { CloudApi } from "../../cloud/cloud-api";
import type { KindRow, Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { textOf, textsOf } from "../../attribute-values";
import { ec2Id } from "./ec2-ids";
import { ec2Api, ec2Provider } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";

const CREATE = ec2Api("CreateTransitGatewayVpcAttachment");
const GUIDE = "https://docs.aws.amazon.com/vpc/latest/tgw/tgw-vpc-attachments.html";

/** The gateway is there already, and often another account's: nothing here has it. */
const ATTACHMENT: KindRow = {
  source: [ec2Provider("transitgateway_vpc_attachment"), CREATE, GUIDE],
  defaults: {
    appliance_mode_support: "disable",
    dns_support: "enable",
    ipv6_support: "disable",
  },
  references: [
    { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" },
    { path: "subnet_ids", to: ["aws_subnet"], missing: "InvalidSubnetID.NotFound", holds: "DependencyViolation" },
  ],
  refuse: (object, api) => [
    ...refuseTags(object["tags_all"]),
    ...refuseGateway(object),
    ...refuseSubnets(object, api),
    ...refuseSecond(object, api),
  ],
  create: (_, api) => {
    const id = ec2Id("tgw-attach", api);
    return {
      id,
      transit_gateway_default_route_table_association: true,
      transit_gateway_default_route_table_propagation: true,
      arn: api.arn("ec2", `transit-gateway-attachment/${id}`),
      security_group_referencing_support: "enable",
      vpc_owner_id: api.account,
    };
  },
};

function refuseGateway(object: Attributes): Refusal[] {
  const id = textOf(object, "transit_gateway_id") ?? "";
  return /^tgw-[0-9a-f]{8,17}$/.test(id)
    ? []
    : [{ code: "InvalidTransitGatewayID.Malformed", message: `transit_gateway_id is ${id}`, source: CREATE }];
}

/** One subnet of a zone, all of the VPC. */
function refuseSubnets(object: Attributes, api: CloudApi): Refusal[] {
  const subnets = textsOf(object, "subnet_ids").flatMap((id) => api.get("aws_subnet", id) ?? []);
  const zones = subnets.map(({ attributes }) => textOf(attributes, "availability_zone"));
  const twice = zones.find((zone, at) => zone !== null && zones.indexOf(zone) !== at);
  const stray = subnets.find(({ attributes }) => attributes["vpc_id"] !== object["vpc_id"]);
  return [
    ...(twice === undefined
      ? []
      : [
          {
            code: "DuplicateSubnetsInSameZone",
            message: `subnet_ids has two subnets in ${twice}; an attachment has one of each zone`,
            source: GUIDE,
          },
        ]),
    ...(stray
      ? [
          {
            code: "InvalidParameterValue",
            message: `${stray.id} is no subnet of ${textOf(object, "vpc_id")}`,
            source: CREATE,
          },
        ]
      : []),
  ];
}

function refuseSecond(object: Attributes, api: CloudApi): Refusal[] {
  return api
    .all("aws_ec2_transit_gateway_vpc_attachment")
    .filter(({ id }) => id !== object["id"])
    .filter(({ attributes }) => ["vpc_id", "transit_gateway_id"].every((name) => attributes[name] === object[name]))
    .map(({ id }) => ({
      code: "DuplicateTransitGatewayAttachment",
      message: `${textOf(object, "vpc_id")} is attached to ${textOf(object, "transit_gateway_id")} already, by ${id}`,
      source: CREATE,
    }));
}

export const TRANSIT_GATEWAY_KINDS = knownKinds({ aws_ec2_transit_gateway_vpc_attachment: ATTACHMENT });
