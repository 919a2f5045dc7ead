import type { CloudApi } from "../../cloud/cloud-api";
import type { Attributes } from "../../value";
import { blocksOf, isOn, numberOf, textOf, textsOf } from "../../attribute-values";
import { SECURITY_GROUPS } from "./security-groups";

/** One rule of a security group, whichever of Terraform's types made it. */
export interface GroupRule {
  readonly direction: "ingress" | "egress";
  /** `-1` is every one. */
  readonly protocol: string;
  readonly from: number | null;
  readonly to: number | null;
  /** Security groups that it names. */
  readonly groups: readonly string[];
  /** Whether it names addresses. */
  readonly hasAddresses: boolean;
}

const DIRECTIONS = ["ingress", "egress"] as const;

/** All rules of a security group; null when they are not known, as those of a group that this environment has not made. */
export function rulesOf(group: string, api: CloudApi): GroupRule[] | null {
  const owners = SECURITY_GROUPS.flatMap((type) => api.get(type, group) ?? []);
  if (owners.length === 0) return null;
  // the default group of a VPC begins with rules of its own, until Terraform takes it over
  if (owners.every(({ type, attributes }) => type === "aws_security_group" && attributes["name"] === "default"))
    return null;
  const inline = owners.flatMap(({ attributes }) =>
    DIRECTIONS.flatMap((direction) =>
      blocksOf(attributes, direction).map((rule) =>
        inlineRule(direction, rule, textsOf(rule, "security_groups"), group),
      ),
    ),
  );
  return [...inline, ...singleRules(group, api), ...olderRules(group, api)];
}

function singleRules(group: string, api: CloudApi): GroupRule[] {
  return DIRECTIONS.flatMap((direction) =>
    of(`aws_vpc_security_group_${direction}_rule`, group, api).map((rule) => ({
      ...ports(direction, textOf(rule, "ip_protocol"), rule),
      groups: [textOf(rule, "referenced_security_group_id")].filter((each) => each !== null),
      hasAddresses: ["cidr_ipv4", "cidr_ipv6", "prefix_list_id"].some((name) => textOf(rule, name)),
    })),
  );
}

function olderRules(group: string, api: CloudApi): GroupRule[] {
  return of("aws_security_group_rule", group, api).map((rule) =>
    inlineRule(
      textOf(rule, "type") === "egress" ? "egress" : "ingress",
      rule,
      [textOf(rule, "source_security_group_id")].filter((each) => each !== null),
      group,
    ),
  );
}

function inlineRule(
  direction: GroupRule["direction"],
  rule: Attributes,
  named: readonly string[],
  group: string,
): GroupRule {
  return {
    ...ports(direction, textOf(rule, "protocol"), rule),
    groups: isOn(rule, "self") ? [...named, group] : named,
    hasAddresses: ["cidr_blocks", "ipv6_cidr_blocks", "prefix_list_ids"].some((name) => textsOf(rule, name).length > 0),
  };
}

function ports(direction: GroupRule["direction"], protocol: string | null, rule: Attributes) {
  const name = (protocol ?? "").toLowerCase();
  const known: Readonly<Record<string, string>> = { all: "-1", "6": "tcp" };
  return {
    direction,
    protocol: known[name] ?? name,
    from: numberOf(rule, "from_port"),
    to: numberOf(rule, "to_port"),
  };
}

function of(type: string, group: string, api: CloudApi): Attributes[] {
  return api
    .all(type)
    .map(({ attributes }) => attributes)
    .filter((rule) => rule["security_group_id"] === group);
}
