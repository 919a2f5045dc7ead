import { LUSTRE_PORTS } from "../../../../config/facts/lustre";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { isOn, textsOf } from "../../attribute-values";
import { FSX_SOURCES } from "./fsx-sources";
import { rulesOf, type GroupRule } from "../ec2/group-rules";

/** FSx looks whether its servers may speak to each other before it makes a file system. */
export function* refuseSecurityGroups(object: Attributes, api: CloudApi): Iterable<Refusal> {
  const groups = textsOf(object, "security_group_ids");
  const known = groups.map((group) => rulesOf(group, api));
  // without groups it takes the default one of the VPC; and what the rules of others' groups allow is not known
  if (groups.length === 0 || known.includes(null)) return;
  const rules = known.flatMap((each) => each ?? []);
  for (const port of LUSTRE_PORTS.filter((each) => !rules.some((rule) => opens(rule, each, groups))))
    yield {
      code: "InvalidNetworkSettings",
      message:
        `the security groups ${groups.join(", ")} do not permit Lustre LNET network traffic on ports ` +
        `${port.from}-${port.to} among the file servers`,
      source: FSX_SOURCES.cannotCreate,
    };
  if (!isOn(object, "efa_enabled")) return;
  for (const direction of ["ingress", "egress"] as const)
    if (!rules.some((rule) => rule.direction === direction && isForAll(rule) && names(rule, groups)))
      yield {
        code: "InvalidNetworkSettings",
        message:
          `Insufficient security group permissions to create an EFA-enabled file system: ${groups.join(", ")} have no ` +
          `${direction} rule for all traffic with the group itself; rules with addresses do not count`,
        source: FSX_SOURCES.cannotCreate,
      };
}

function opens(rule: GroupRule, { from, to }: (typeof LUSTRE_PORTS)[number], groups: readonly string[]): boolean {
  if (rule.direction !== "ingress" || !(rule.hasAddresses || names(rule, groups))) return false;
  return isForAll(rule) || (rule.protocol === "tcp" && (rule.from ?? 0) <= from && (rule.to ?? 65535) >= to);
}

const isForAll = ({ protocol }: GroupRule) => protocol === "-1";

const names = (rule: GroupRule, groups: readonly string[]) => rule.groups.some((group) => groups.includes(group));
