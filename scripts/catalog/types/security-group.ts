import { RULE, SETTING, TAGS, ground, partOf, type CatalogRows } from "../catalog-type";

export const SECURITY_GROUP: CatalogRows = {
  aws_security_group: {
    noun: "security group",
    loss: ground("interfaces of all that uses it must be moved or replaced first"),
    read: /^ingress\b/,
    mayGrow: /^tags\b/,
    replacedBy: ["description", "name", "name_prefix", "vpc_id"],
    orphan: TAGS,
  },
  aws_default_security_group: {
    noun: null,
    loss: SETTING,
    read: /^ingress\b/,
    replacedBy: ["vpc_id"],
    orphan: TAGS,
  },
  aws_vpc_security_group_egress_rule: {
    noun: null,
    loss: RULE,
    read: /^(?:cidr_ipv[46]|from_port|to_port|ip_protocol|prefix_list_id|referenced_security_group_id)\b/,
    replacedBy: ["security_group_id"],
    orphan: TAGS,
  },
  aws_vpc_security_group_ingress_rule: {
    noun: null,
    loss: RULE,
    read: /^(?:cidr_ipv[46]|from_port|to_port|ip_protocol|prefix_list_id|referenced_security_group_id)\b/,
    replacedBy: ["security_group_id"],
    orphan: TAGS,
  },
  aws_security_group_rule: {
    noun: null,
    loss: RULE,
    replacedBy: null,
    orphan: partOf("aws_security_group"),
  },
};
