import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal, KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { addressIn, cidr } from "./cidr";
import { ec2Id } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Provider } from "./ec2-sources";
import { refuseTags } from "./ec2-tags";
import { numberOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { SECURITY_GROUP_TEXT, SECURITY_GROUPS, vpcOfGroup } from "./security-groups";

type Direction = "ingress" | "egress";

const PEERS = ["cidr_ipv4", "cidr_ipv6", "prefix_list_id", "referenced_security_group_id"] as const;
const PROTOCOLS: Readonly<Record<string, string>> = { "1": "icmp", "6": "tcp", "17": "udp", "58": "icmpv6", all: "-1" };

function rule(direction: Direction): KindRow {
  const type = `aws_vpc_security_group_${direction}_rule`;
  return {
    source: [
      ec2Provider("vpc_security_group_ingress_rule"),
      ec2Api(direction === "ingress" ? "AuthorizeSecurityGroupIngress" : "AuthorizeSecurityGroupEgress"),
    ],
    // ModifySecurityGroupRules cannot turn one kind of peer into another
    forcesNewWhen: (prior, planned) => {
      const [before, after] = [peer(prior), peer(planned)];
      return before === after ? [] : [before, after].filter((name) => name !== undefined);
    },
    references: [
      { path: "security_group_id", to: SECURITY_GROUPS, missing: "InvalidGroup.NotFound" },
      {
        path: "referenced_security_group_id",
        to: SECURITY_GROUPS,
        missing: "InvalidGroup.NotFound",
        holds: "DependencyViolation",
      },
    ],
    refuse: (object, api) => [
      ...refuseTags(object["tags_all"]),
      ...refusePorts(object),
      ...refuseDescription(object),
      ...refuseOtherVpc(object, api),
      ...refuseTwice(type, object, api),
    ],
    create: (_, api) => {
      const id = ec2Id("sgr", api);
      return { id, security_group_rule_id: id, arn: api.arn("ec2", `security-group-rule/${id}`) };
    },
  };
}

function peer(object: Attributes): string | undefined {
  return PEERS.find((name) => (object[name] ?? null) !== null);
}

function protocolOf(object: Attributes): string {
  const given = (text(object, "ip_protocol") ?? "").toLowerCase();
  return PROTOCOLS[given] ?? given;
}

function refusePorts(object: Attributes): Refusal[] {
  const protocol = protocolOf(object);
  const [from, to] = [numberOf(object, "from_port"), numberOf(object, "to_port")];
  const source = ec2Api("IpPermission");
  const range = `${protocol} from_port ${from} to_port ${to}`;
  if (["tcp", "udp", "icmp"].includes(protocol) && (from === null || to === null))
    return [{ code: "InvalidParameterValue", message: `${range}; both must be given for ${protocol}`, source }];
  if (["tcp", "udp"].includes(protocol) && (from as number) > (to as number))
    return [{ code: "InvalidParameterValue", message: `${range}; the range ends before it starts`, source }];
  if (["icmp", "icmpv6"].includes(protocol) && from === -1 && to !== -1)
    return [{ code: "InvalidParameterValue", message: `${range}; with all types (-1) go all codes (-1)`, source }];
  return [];
}

function refuseDescription(object: Attributes): Refusal[] {
  const description = text(object, "description");
  if (description === null || SECURITY_GROUP_TEXT.test(description)) return [];
  const allowed = "up to 255 letters, digits, spaces and ._-:/()#,@[]+=&;{}!$* are allowed";
  return [
    {
      code: "InvalidParameterValue",
      message: `description ${JSON.stringify(description)}; ${allowed}`,
      source: ec2Api("IpRange"),
    },
  ];
}

function refuseOtherVpc(object: Attributes, api: CloudApi): Refusal[] {
  const [own, other] = ["security_group_id", "referenced_security_group_id"].map((name) => text(object, name));
  const vpcs = [own, other].map((id) => (id ? vpcOfGroup(id, api) : null));
  if (vpcs.includes(null) || vpcs[0] === vpcs[1]) return [];
  return [
    {
      code: "InvalidGroup.NotFound",
      message: `${other} is in ${vpcs[1]}, and ${own} is in ${vpcs[0]}; a rule names groups of its own VPC`,
      source: EC2_ERRORS,
    },
  ];
}

function refuseTwice(type: string, object: Attributes, api: CloudApi): Refusal[] {
  return api
    .all(type)
    .filter(({ id, attributes }) => id !== object["id"] && identity(attributes) === identity(object))
    .map(({ id }) => ({
      code: "InvalidPermission.Duplicate",
      message: `${text(object, "security_group_id")} has the same rule already: ${id}`,
      source: EC2_ERRORS,
    }));
}

/** What EC2 knows a rule by: not by its description, and where all ports are meant not by ports. */
function identity(object: Attributes): string {
  const protocol = protocolOf(object);
  const ports = ["tcp", "udp", "icmp", "icmpv6"].includes(protocol);
  const name = peer(object) ?? "";
  const given = text(object, name) ?? "";
  const block = cidr(given);
  const source = block === null ? given : `${addressIn(block, 0)}/${block.prefix}`;
  const range = ports ? [numberOf(object, "from_port"), numberOf(object, "to_port")] : [];
  return JSON.stringify([text(object, "security_group_id"), protocol, ...range, name, source]);
}

export const SECURITY_GROUP_RULE_KINDS = knownKinds({
  aws_vpc_security_group_ingress_rule: rule("ingress"),
  aws_vpc_security_group_egress_rule: rule("egress"),
});
