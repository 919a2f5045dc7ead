import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { cidr, overlap, within, type Cidr } from "./cidr";
import { ec2Id } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Guide, ec2Provider } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { isZoneOf, someZone, zoneId } from "./ec2-zones";
import { text } from "./ec2-arguments";

const SUBNET: KindRow = {
  source: [ec2Provider("vpc_subnet"), ec2Api("CreateSubnet"), ec2Api("DeleteSubnet")],
  forcesNewWhen: (prior) => (prior["assign_ipv6_address_on_creation"] === true ? ["ipv6_cidr_block"] : []),
  defaults: {
    assign_ipv6_address_on_creation: false,
    enable_dns64: false,
    enable_resource_name_dns_a_record_on_launch: false,
    enable_resource_name_dns_aaaa_record_on_launch: false,
    ipv6_native: false,
    map_public_ip_on_launch: false,
  },
  references: [{ path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" }],
  refuse: (object, api) => [
    ...refuseTags(object["tags_all"]),
    ...refuseRange(object, api),
    ...refuseConflict(object, api),
    ...refuseZone(object, api),
  ],
  create: (object, api) => {
    const id = ec2Id("subnet", api);
    const zone = text(object, "availability_zone") ?? someZone(api);
    return {
      id,
      arn: api.arn("ec2", `subnet/${id}`),
      owner_id: api.account,
      availability_zone: zone,
      availability_zone_id: zoneId(api.region, zone),
      ipv6_cidr_block_association_id: text(object, "ipv6_cidr_block") === null ? "" : ec2Id("subnet-cidr-assoc", api),
      private_dns_hostname_type_on_launch: object["ipv6_native"] === true ? "resource-name" : "ip-name",
    };
  },
};

/** Sizes, and the blocks of the VPC, as far as this environment has made it. */
function refuseRange(object: Attributes, api: CloudApi): Refusal[] {
  const given = text(object, "cidr_block");
  if (given === null) return [];
  const block = cidr(given);
  if (block === null || block.prefix < 16 || block.prefix > 28)
    return [{ code: "InvalidSubnet.Range", message: `cidr_block ${given}; /16 to /28 is allowed`, source: EC2_ERRORS }];
  const blocks = blocksOf(text(object, "vpc_id"), api);
  if (blocks.length === 0 || blocks.some((each) => within(block, each))) return [];
  return [
    {
      code: "InvalidSubnet.Range",
      message: `cidr_block ${given} is not inside the VPC`,
      source: ec2Api("CreateSubnet"),
    },
  ];
}

function blocksOf(vpcId: string | null, api: CloudApi): Cidr[] {
  const vpc = vpcId === null ? undefined : api.get("aws_vpc", vpcId);
  const more = api
    .all("aws_vpc_ipv4_cidr_block_association")
    .filter(({ attributes }) => attributes["vpc_id"] === vpcId);
  return [...(vpc ? [vpc] : []), ...more].flatMap(({ attributes }) => cidr(text(attributes, "cidr_block") ?? "") ?? []);
}

function refuseConflict(object: Attributes, api: CloudApi): Refusal[] {
  const block = cidr(text(object, "cidr_block") ?? "");
  if (block === null) return [];
  return api
    .all("aws_subnet")
    .filter(({ id, attributes }) => id !== object["id"] && attributes["vpc_id"] === object["vpc_id"])
    .filter(({ attributes }) => {
      const other = cidr(text(attributes, "cidr_block") ?? "");
      return other !== null && overlap(block, other);
    })
    .map(({ id, attributes }) => ({
      code: "InvalidSubnet.Conflict",
      message: `cidr_block ${text(object, "cidr_block")} overlaps ${text(attributes, "cidr_block")} of ${id}`,
      source: EC2_ERRORS,
    }));
}

function refuseZone(object: Attributes, api: CloudApi): Refusal[] {
  const zone = text(object, "availability_zone");
  if (zone === null || isZoneOf(api.region, zone)) return [];
  return [
    {
      code: "InvalidParameterValue",
      message: `availability_zone ${zone} is not a zone of ${api.region}`,
      source: ec2Guide("using-regions-availability-zones"),
    },
  ];
}

export const SUBNET_KINDS = knownKinds({ aws_subnet: SUBNET });
