import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { domainOf } from "../api-ids";
import { addressIn, cidr } from "./cidr";
import { ec2Id } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Provider, vpcGuide } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { text } from "./ec2-arguments";
import { networkBorderGroup } from "../../../../config/facts/zones";

const INTERNET_GATEWAY: KindRow = {
  source: [ec2Provider("vpc_internet_gateway"), ec2Api("AttachInternetGateway"), ec2Api("DetachInternetGateway")],
  references: [{ path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" }],
  refuse: (object, api) => [...refuseTags(object["tags_all"]), ...refuseSecond(object, api)],
  // the provider asks again for 20 minutes: only what nobody takes away in between keeps the gateway
  refuseDelete: (object, api) =>
    publicNatGateways(text(object, "vpc_id"), api).map((id) => ({
      code: "DependencyViolation",
      message: `the VPC has a mapped public address, that of ${id}; it must go before the gateway is detached`,
      source: EC2_ERRORS,
    })),
  create: (_, api) => {
    const id = ec2Id("igw", api);
    return { id, arn: api.arn("ec2", `internet-gateway/${id}`), owner_id: api.account, vpc_id: "" };
  },
};

function refuseSecond(object: Attributes, api: CloudApi): Refusal[] {
  const vpcId = text(object, "vpc_id");
  return api
    .all("aws_internet_gateway")
    .filter(({ id, attributes }) => vpcId !== null && id !== object["id"] && attributes["vpc_id"] === vpcId)
    .map(({ id }) => ({
      code: "InvalidParameterValue",
      message: `${vpcId} has ${id} already; only one internet gateway can be attached to a VPC`,
      source: vpcGuide("amazon-vpc-limits"),
    }));
}

function publicNatGateways(vpcId: string | null, api: CloudApi): string[] {
  if (vpcId === null) return [];
  return api
    .all("aws_nat_gateway")
    .filter(({ attributes }) => attributes["connectivity_type"] !== "private" && attributes["vpc_id"] === vpcId)
    .map(({ id }) => id);
}

const ELASTIC_IP: KindRow = {
  source: [ec2Provider("ec2_eip"), ec2Api("AllocateAddress"), ec2Api("ReleaseAddress")],
  refuse: (object) => refuseTags(object["tags_all"]),
  create: (object, api) => {
    const id = ec2Id("eipalloc", api);
    // RFC 2544 keeps this block for tests: no such address is anybody's
    const address =
      text(object, "address") ?? addressIn({ first: 0xc6120000, size: 2 ** 17, prefix: 15 }, number(api, "address"));
    const suffix = api.region === "us-east-1" ? "compute-1" : `${api.region}.compute`;
    return {
      id,
      allocation_id: id,
      arn: api.arn("ec2", `elastic-ip/${id}`),
      domain: "vpc",
      network_border_group: api.region,
      public_ip: address,
      public_ipv4_pool: "amazon",
      public_dns: `ec2-${address.replaceAll(".", "-")}.${suffix}.${domainOf(api.partition)}`,
      association_id: "",
      carrier_ip: "",
      customer_owned_ip: "",
      instance: "",
      network_interface: "",
      private_ip: "",
    };
  },
};

const NAT_GATEWAY: KindRow = {
  source: [ec2Provider("vpc_nat_gateway"), ec2Api("CreateNatGateway"), ec2Api("NatGateway")],
  forcesNewWhen: (prior, planned) => [
    ...(planned["connectivity_type"] === "private" ? ["secondary_private_ip_address_count"] : []),
    // from zones that are named to zones that AWS finds, or back
    ...(isEmpty(prior) === isEmpty(planned) ? [] : ["availability_zone_address"]),
  ],
  defaults: { connectivity_type: "public" },
  recomputed: {
    regional_nat_gateway_address: ["availability_zone_address"],
    secondary_private_ip_address_count: ["secondary_allocation_ids", "secondary_private_ip_addresses"],
  },
  references: [
    {
      path: "subnet_id",
      to: ["aws_subnet", "aws_default_subnet"],
      missing: "InvalidSubnetID.NotFound",
      holds: "DependencyViolation",
    },
    { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" },
    {
      path: "allocation_id",
      to: ["aws_eip"],
      missing: "InvalidAllocationID.NotFound",
      holds: "InvalidIPAddress.InUse",
    },
    {
      path: "secondary_allocation_ids",
      to: ["aws_eip"],
      missing: "InvalidAllocationID.NotFound",
      holds: "InvalidIPAddress.InUse",
    },
  ],
  refuse: (object, api) => [...refuseTags(object["tags_all"]), ...refusePublic(object, api)],
  create: (object, api) => {
    const subnet = api.get("aws_subnet", text(object, "subnet_id") ?? "")?.attributes;
    const address = api.get("aws_eip", text(object, "allocation_id") ?? "")?.attributes;
    const block = cidr(text(subnet, "cidr_block") ?? "");
    const regional = object["availability_mode"] === "regional";
    return {
      id: ec2Id("nat", api),
      availability_mode: "zonal",
      association_id: text(object, "allocation_id") === null ? "" : ec2Id("eipassoc", api),
      network_interface_id: regional ? "" : ec2Id("eni", api),
      // the first four addresses and the last are AWS's own
      private_ip: block === null ? "" : addressIn(block, 4 + (number(api, "private-ip") % (block.size - 5))),
      public_ip: text(address, "public_ip") ?? "",
      vpc_id: text(subnet, "vpc_id"),
      regional_nat_gateway_address: [],
      ...(regional ? { auto_provision_zones: "enabled", auto_scaling_ips: "enabled" } : {}),
      ...(regional ? { regional_nat_gateway_auto_mode: "enabled", route_table_id: ec2Id("rtb", api) } : {}),
      secondary_allocation_ids: [],
      secondary_private_ip_addresses: [],
      secondary_private_ip_address_count: count(object, "secondary_private_ip_addresses"),
    };
  },
};

/** What makes a public gateway fail, at once or a minute later. */
function refusePublic(object: Attributes, api: CloudApi): Refusal[] {
  if (object["connectivity_type"] === "private" || object["availability_mode"] === "regional") return [];
  const allocation = text(object, "allocation_id");
  if (allocation === null)
    return [
      {
        code: "MissingParameter",
        message: "a public NAT gateway needs the allocation_id of an Elastic IP address",
        source: vpcGuide("vpc-nat-gateway"),
      },
    ];
  const group = text(api.get("aws_eip", allocation)?.attributes, "network_border_group");
  const zone = text(api.get("aws_subnet", text(object, "subnet_id") ?? "")?.attributes, "availability_zone");
  const wanted = zone === null ? null : networkBorderGroup(zone);
  const others = api
    .all("aws_nat_gateway")
    .filter(({ id, attributes }) => id !== object["id"] && attributes["allocation_id"] === allocation);
  const vpcId = text(api.get("aws_subnet", text(object, "subnet_id") ?? "")?.attributes, "vpc_id");
  const attached = api.all("aws_internet_gateway").some(({ attributes }) => attributes["vpc_id"] === vpcId);
  return [
    ...(group === null || wanted === null || group === wanted
      ? []
      : [
          {
            code: "InvalidParameterValue",
            message: `${allocation} is of the network border group ${group}, and ${zone} of ${wanted}`,
            source: ec2Api("AllocateAddress"),
          },
        ]),
    ...others.map(({ id }) => ({
      code: "Resource.AlreadyAssociated",
      message: `the Elastic IP address ${allocation} is associated with ${id} already`,
      source: ec2Api("NatGateway"),
    })),
    // of a VPC that this environment did not make, nothing is known
    ...(vpcId === null || attached || !api.get("aws_vpc", vpcId)
      ? []
      : [
          {
            code: "Gateway.NotAttached",
            message: `${vpcId} has no internet gateway attached (yet): the NAT gateway must depend on it`,
            source: ec2Api("NatGateway"),
          },
        ]),
  ];
}

const isEmpty = (object: Attributes) => count(object, "availability_zone_address") === 0;

function count(object: Attributes, name: string): number {
  const value = object[name];
  return Array.isArray(value) ? value.length : 0;
}

const number = (api: CloudApi, purpose: string) => parseInt(api.hex(8, purpose), 16);

export const GATEWAY_KINDS = knownKinds({
  aws_internet_gateway: INTERNET_GATEWAY,
  aws_eip: ELASTIC_IP,
  aws_nat_gateway: NAT_GATEWAY,
});
