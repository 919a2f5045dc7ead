import type { CloudApi } from "../../cloud/cloud-api";
import type { KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { domainOf } from "../api-ids";
import { blocksOf, textsOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { ec2Id, fixedHex } from "./ec2-ids";
import { ec2Api, ec2Provider, privateLinkGuide } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { SECURITY_GROUPS } from "./security-groups";
import { refuseEndpoint } from "./vpc-endpoint-refusals";

const ENDPOINT: KindRow = {
  source: [
    ec2Provider("vpc_endpoint"),
    ec2Api("CreateVpcEndpoint"),
    privateLinkGuide("gateway-endpoints"),
    privateLinkGuide("create-interface-endpoint"),
  ],
  forcesNewWhen: (_, planned) => (planned["vpc_endpoint_type"] === "Interface" ? [] : ["private_dns_enabled"]),
  defaults: { vpc_endpoint_type: "Gateway" },
  json: ["policy"],
  recomputed: { network_interface_ids: ["subnet_ids", "subnet_configuration"] },
  references: [
    { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" },
    {
      path: "subnet_ids",
      to: ["aws_subnet", "aws_default_subnet"],
      missing: "InvalidSubnetId.NotFound",
      holds: "DependencyViolation",
    },
    {
      path: "security_group_ids",
      to: SECURITY_GROUPS,
      missing: "InvalidGroup.NotFound",
      holds: "DependencyViolation",
    },
    {
      path: "route_table_ids",
      to: ["aws_route_table", "aws_default_route_table"],
      missing: "InvalidRouteTableId.NotFound",
    },
  ],
  refuse: (object, api) => [...refuseTags(object["tags_all"]), ...refuseEndpoint(object, api)],
  create: (object, api) => described(object, ec2Id("vpce", api), api),
  update: (object, _, api) => described(object, text(object, "id") ?? "", api),
};

/** What DescribeVpcEndpoints says of an endpoint. */
function described(object: Attributes, id: string, api: CloudApi): Attributes {
  const gateway = object["vpc_endpoint_type"] === "Gateway";
  const options = blocksOf(object, "dns_options").map((each) => ({
    ...each,
    dns_record_ip_type: text(each, "dns_record_ip_type") ?? (gateway ? "service-defined" : "ipv4"),
  }));
  return {
    id,
    arn: api.arn("ec2", `vpc-endpoint/${id}`),
    owner_id: api.account,
    state: "available",
    requester_managed: false,
    ip_address_type: "ipv4",
    policy: FULL_ACCESS,
    private_dns_enabled: false,
    service_region: api.region,
    route_table_ids: [],
    subnet_ids: [],
    dns_options: options,
    ...(gateway ? gatewayOnly(object, api) : interfaceOnly(object, id, api)),
  };
}

const FULL_ACCESS = JSON.stringify({
  Version: "2008-10-17",
  Statement: [{ Action: "*", Effect: "Allow", Principal: "*", Resource: "*" }],
});

/** A gateway is routes to a prefix list, which a service has once in a Region. */
function gatewayOnly(object: Attributes, api: CloudApi): Attributes {
  const digits = fixedHex(8, api.region, text(object, "service_name") ?? "");
  return {
    prefix_list_id: `pl-${digits}`,
    cidr_blocks: [`198.18.${parseInt(digits.slice(0, 2), 16)}.0/24`],
    dns_entry: [],
    network_interface_ids: [],
    security_group_ids: [],
  };
}

/** An interface has a network interface in each subnet, and names of its own. */
function interfaceOnly(object: Attributes, id: string, api: CloudApi): Attributes {
  const service = text(object, "service_name") ?? "";
  const name = service.split(".").at(-1) ?? "";
  const hostedZone = `Z${fixedHex(20, api.region, service).toUpperCase()}`;
  const entry = (host: string) => ({ dns_name: host, hosted_zone_id: hostedZone });
  const vpc = api.get("aws_vpc", text(object, "vpc_id") ?? "");
  const group = text(vpc?.attributes, "default_security_group_id");
  return {
    cidr_blocks: [],
    dns_entry: [
      entry(`${id}-${fixedHex(8, id)}.${name}.${api.region}.vpce.${domainOf(api.partition)}`),
      ...(object["private_dns_enabled"] === true ? [entry(`${name}.${api.region}.${domainOf(api.partition)}`)] : []),
    ],
    network_interface_ids: textsOf(object, "subnet_ids").map((subnetId) => `eni-${fixedHex(17, id, subnetId)}`),
    security_group_ids: group === null ? [] : [group],
  };
}

export const VPC_ENDPOINT_KINDS = knownKinds({ aws_vpc_endpoint: ENDPOINT });
