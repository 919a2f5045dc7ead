import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { cidr } from "./cidr";
import { ec2Id, fixedHex } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Provider } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { text } from "./ec2-arguments";

const VPC: KindRow = {
  source: [ec2Provider("vpc_"), ec2Api("CreateVpc"), ec2Api("ModifyVpcAttribute"), ec2Api("DeleteVpc")],
  // dedicated → default is the one change that ModifyVpcTenancy can make
  forcesNewWhen: (prior, planned) =>
    prior["instance_tenancy"] === "dedicated" && planned["instance_tenancy"] === "default" ? [] : ["instance_tenancy"],
  defaults: { enable_dns_support: true, instance_tenancy: "default" },
  recomputed: {
    ipv6_association_id: ["assign_generated_ipv6_cidr_block"],
    ipv6_cidr_block: ["assign_generated_ipv6_cidr_block"],
  },
  refuse: (object) => [...refuseTags(object["tags_all"]), ...refuseSize(object), ...refuseDns(object)],
  create: (object, api) => {
    const id = ec2Id("vpc", api);
    const routeTable = ec2Id("rtb", api, "main-route-table");
    return {
      id,
      arn: api.arn("ec2", `vpc/${id}`),
      owner_id: api.account,
      default_network_acl_id: ec2Id("acl", api, "default-network-acl"),
      default_route_table_id: routeTable,
      main_route_table_id: routeTable,
      default_security_group_id: ec2Id("sg", api, "default-security-group"),
      dhcp_options_id: `dopt-${fixedHex(17, "dhcp-options", api.account, api.region)}`,
      enable_dns_hostnames: false,
      enable_network_address_usage_metrics: false,
      ...ipv6(object, api),
    };
  },
  spawns,
};

/** What a VPC has from the beginning. It goes with the VPC, and no state has it. */
function spawns(vpc: Attributes, api: CloudApi): readonly CloudObject[] {
  const made = (type: string, path: string, idName: string, attributes: Attributes): CloudObject[] => {
    const id = text(vpc, idName);
    if (id === null) return [];
    const common = { id, arn: api.arn("ec2", `${path}/${id}`), owner_id: api.account, vpc_id: vpc["id"] ?? null };
    return [{ type, id, attributes: { ...common, ...attributes } }];
  };
  return [
    ...made("aws_security_group", "security-group", "default_security_group_id", {
      name: "default",
      name_prefix: "",
      description: "default VPC security group",
      ingress: [],
      egress: [],
    }),
    ...made("aws_route_table", "route-table", "main_route_table_id", { route: [], propagating_vgws: [] }),
    ...made("aws_network_acl", "network-acl", "default_network_acl_id", {}),
  ];
}

function ipv6(object: Attributes, api: CloudApi): Attributes {
  if (object["assign_generated_ipv6_cidr_block"] !== true)
    return { ipv6_association_id: "", ipv6_cidr_block: "", ipv6_cidr_block_network_border_group: "" };
  return {
    ipv6_association_id: ec2Id("vpc-cidr-assoc", api),
    ipv6_cidr_block: `2600:1f14:${api.hex(4, "ipv6")}:${api.hex(2, "ipv6-low")}00::/56`,
    ipv6_cidr_block_network_border_group: api.region,
  };
}

function refuseSize(object: Attributes): Refusal[] {
  const given = text(object, "cidr_block");
  const block = given === null ? null : cidr(given);
  if (given === null || (block !== null && block.prefix >= 16 && block.prefix <= 28)) return [];
  return [{ code: "InvalidVpcRange", message: `cidr_block ${given}; /16 to /28 is allowed`, source: EC2_ERRORS }];
}

function refuseDns(object: Attributes): Refusal[] {
  if (object["enable_dns_hostnames"] !== true || object["enable_dns_support"] !== false) return [];
  return [
    {
      code: "InvalidParameterCombination",
      message: "enable_dns_hostnames is on and enable_dns_support is off; hostnames need the support",
      source: ec2Api("ModifyVpcAttribute"),
    },
  ];
}

export const VPC_KINDS = knownKinds({ aws_vpc: VPC });
