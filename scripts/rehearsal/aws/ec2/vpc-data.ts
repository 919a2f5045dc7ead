import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { DataKind, Refusal } from "../../cloud/resource-kind";
import { isAttributes, type Attributes } from "../../value";
import { blocksOf, textsOf } from "../../attribute-values";
import { cidr } from "./cidr";
import { text } from "./ec2-arguments";
import { fixedHex } from "./ec2-ids";
import { ec2Api, EC2_ERRORS } from "./ec2-sources";

/** Arguments by which an object is looked for, where one of the same name is given. */
const ARGUMENTS = ["id", "name", "vpc_id", "cidr_block", "availability_zone", "availability_zone_id"];

/** Filters of the API and the attributes that they look at. */
const FILTERS: Readonly<Record<string, string>> = {
  "vpc-id": "vpc_id",
  "subnet-id": "id",
  "group-id": "id",
  "group-name": "name",
  cidr: "cidr_block",
  "cidr-block": "cidr_block",
  "availability-zone": "availability_zone",
  "availability-zone-id": "availability_zone_id",
};

/** Objects of this environment that a data source asks for. */
function found(type: string, config: Attributes, api: CloudApi): readonly CloudObject[] {
  const asked = ARGUMENTS.filter((name) => text(config, name) !== null);
  const tags = isAttributes(config["tags"]) ? config["tags"] : {};
  return api
    .all(type)
    .filter(({ attributes }) => asked.every((name) => attributes[name] === config[name]))
    .filter(({ attributes }) => Object.keys(tags).every((key) => tagOf(attributes, key) === tags[key]))
    .filter(({ attributes }) => blocksOf(config, "filter").every((filter) => passes(attributes, filter)));
}

/** A filter that is not known lets everything pass. */
function passes(attributes: Attributes, filter: Attributes): boolean {
  const name = text(filter, "name") ?? "";
  const values = textsOf(filter, "values");
  if (name.startsWith("tag:")) return values.includes(String(tagOf(attributes, name.slice("tag:".length))));
  const attribute = FILTERS[name];
  if (attribute === undefined) return true;
  // a VPC has its own id and no vpc_id
  return values.includes(String(attributes[attribute] ?? (name === "vpc-id" ? attributes["id"] : null)));
}

function tagOf(attributes: Attributes, key: string) {
  const tags = attributes["tags_all"] ?? attributes["tags"];
  return isAttributes(tags) ? (tags[key] ?? null) : null;
}

/** The only object; several and none are errors of the provider. */
function one(type: string, missing: string, config: Attributes, api: CloudApi): CloudObject | Refusal {
  const objects = found(type, config, api);
  if (objects.length === 1) return objects[0]!;
  const message = objects.length === 0 ? `no matching ${type} found` : `multiple ${type} matched; use more criteria`;
  return { code: missing, message, source: EC2_ERRORS };
}

const VPC: DataKind = {
  source: [ec2Api("DescribeVpcs")],
  read: (config, api) => {
    const vpc = one("aws_vpc", "InvalidVpcID.NotFound", config, api);
    if (!("attributes" in vpc)) return vpc;
    const association_id = `vpc-cidr-assoc-${fixedHex(17, vpc.id)}`;
    const cidr_block = vpc.attributes["cidr_block"] ?? null;
    return {
      ...vpc.attributes,
      default: false,
      state: "available",
      tags: vpc.attributes["tags_all"] ?? null,
      cidr_block_associations: [{ association_id, cidr_block, state: "associated" }],
    };
  },
};

const SUBNET: DataKind = {
  source: [ec2Api("DescribeSubnets")],
  read: (config, api) => {
    const subnet = one("aws_subnet", "InvalidSubnetID.NotFound", config, api);
    if (!("attributes" in subnet)) return subnet;
    const size = cidr(text(subnet.attributes, "cidr_block") ?? "")?.size ?? 0;
    return {
      ...subnet.attributes,
      // five are AWS's own
      available_ip_address_count: Math.max(0, size - 5),
      default_for_az: false,
      state: "available",
      tags: subnet.attributes["tags_all"] ?? null,
    };
  },
};

const SUBNETS: DataKind = {
  source: [ec2Api("DescribeSubnets")],
  read: (config, api) => ({ id: api.region, ids: found("aws_subnet", config, api).map(({ id }) => id) }),
};

const SECURITY_GROUP: DataKind = {
  source: [ec2Api("DescribeSecurityGroups")],
  read: (config, api) => {
    const group = one("aws_security_group", "InvalidGroup.NotFound", config, api);
    return "attributes" in group ? { ...group.attributes, tags: group.attributes["tags_all"] ?? null } : group;
  },
};

export const VPC_DATA: Readonly<Record<string, DataKind>> = {
  aws_vpc: VPC,
  aws_subnet: SUBNET,
  aws_subnets: SUBNETS,
  aws_security_group: SECURITY_GROUP,
};
