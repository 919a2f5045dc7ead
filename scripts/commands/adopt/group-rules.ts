import { DescribeSecurityGroupRulesCommand, type EC2Client, type SecurityGroupRule } from "@aws-sdk/client-ec2";
import { askAll } from "./ask";
import type { FoundPart } from "./found";
import { ofType, type Places } from "./planned";

export interface GroupRulesProps {
  readonly ec2: EC2Client;
  readonly places: Places;
  /** What references of the stack to security groups mean: `${aws_security_group.x.id}` → `sg-…`. */
  readonly groups: ReadonlyMap<string, string>;
}

/** Rules of groups that are there and that the stack has, too: EC2 refuses to make a rule twice. */
export async function readGroupRules({ ec2, places, groups }: GroupRulesProps): Promise<FoundPart[]> {
  if (groups.size === 0) return [];
  const pages = await askAll("ec2:DescribeSecurityGroupRules", "NextToken", (NextToken) =>
    ec2.send(
      new DescribeSecurityGroupRulesCommand({
        Filters: [{ Name: "group-id", Values: [...new Set(groups.values())] }],
        MaxResults: 1000,
        NextToken,
      }),
    ),
  );
  const there = new Map<string, string>();
  for (const rule of pages.flatMap(({ SecurityGroupRules = [] }) => SecurityGroupRules))
    there.set(identityOf(rule), rule.SecurityGroupRuleId ?? "");
  return (["ingress", "egress"] as const).flatMap((direction) =>
    ofType(places, `aws_vpc_security_group_${direction}_rule`).flatMap(([place, json]) => {
      const id = there.get(
        identity({
          direction,
          group: groups.get(String(json["security_group_id"])),
          protocol: json["ip_protocol"],
          from: json["from_port"],
          to: json["to_port"],
          peer: json["cidr_ipv4"] ?? groups.get(String(json["referenced_security_group_id"])) ?? `unknown ${place}`,
        }),
      );
      return id === undefined ? [] : [{ place, id, actual: {} }];
    }),
  );
}

interface Identity {
  readonly direction: "ingress" | "egress";
  readonly group: unknown;
  readonly protocol: unknown;
  readonly from: unknown;
  readonly to: unknown;
  /** A block, or another group. */
  readonly peer: unknown;
}

/** What makes two rules one. All protocols have no ports, which EC2 writes as -1. */
function identity({ direction, group, protocol, from, to, peer }: Identity): string {
  const ports = protocol === "-1" ? [] : [from, to];
  return JSON.stringify([direction, group, protocol, ...ports, peer]);
}

function identityOf(rule: SecurityGroupRule): string {
  return identity({
    direction: rule.IsEgress ? "egress" : "ingress",
    group: rule.GroupId,
    protocol: rule.IpProtocol,
    from: rule.FromPort,
    to: rule.ToPort,
    peer: rule.CidrIpv4 ?? rule.ReferencedGroupInfo?.GroupId,
  });
}
