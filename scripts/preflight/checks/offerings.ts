import { EC2Client, paginateDescribeInstanceTypeOfferings } from "@aws-sdk/client-ec2";
import { orList } from "../../../config/kernel/nearest";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import type { CheckResult, PreflightCheck } from "../check";
import { SYSTEM_NODES } from "../node-demand";
import { all } from "../../lib/aws/once";
import { ec2Groups } from "../../../config/sites/aws-eks/nodes/ec2-groups";

/** Whether the zones have the types at all. Whether any is free is another question. */
export const TYPE_OFFERED: PreflightCheck = {
  id: "capacity/type-offered",
  title: "The zones of every node group offer its instance type.",
  actions: ["ec2:DescribeInstanceTypeOfferings"],
  run: async ({ environment: env, aws }) => {
    const users = usersOf(env);
    const offered = await zonesByType(aws, [...new Set(users.map(({ type }) => type))]);
    return users.map((user) => judge(user, offered.get(user.type) ?? [], env));
  },
};

interface User {
  readonly name: string;
  readonly type: string;
  readonly zones: readonly string[];
}

function usersOf(env: AwsEnvironment): User[] {
  const { cluster, network } = env;
  const groups = ec2Groups(env).map(({ name, machines: { instanceType: type, zones } }) => ({ name, type, zones }));
  return [...groups, { name: SYSTEM_NODES, type: cluster.systemNodes.instanceType, zones: network.clusterZones }];
}

/** Zones of the Region that offer each type. */
async function zonesByType(aws: AwsAccess, types: readonly string[]): Promise<Map<string, string[]>> {
  const pages = paginateDescribeInstanceTypeOfferings(
    { client: aws.client(EC2Client) },
    { LocationType: "availability-zone", Filters: [{ Name: "instance-type", Values: [...types].sort() }] },
  );
  const zones = new Map<string, string[]>();
  for (const { InstanceType, Location } of await all(pages, (page) => page.InstanceTypeOfferings)) {
    if (InstanceType && Location) zones.set(InstanceType, [...(zones.get(InstanceType) ?? []), Location].sort());
  }
  return zones;
}

function judge({ name, type, zones }: User, offered: readonly string[], env: AwsEnvironment): CheckResult {
  const lacking = zones.filter((zone) => !offered.includes(zone));
  if (lacking.length === 0) return { verdict: "ok", subject: name, text: `${type} is offered in ${zones.join(", ")}` };
  const elsewhere = offered.length
    ? `${env.region} has it in ${offered.join(", ")}`
    : `no zone of ${env.region} has it`;
  const text = `${type} is not offered in ${lacking.join(", ")}; ${elsewhere}`;
  const reachable = offered.filter((zone) => env.network.zones.includes(zone));
  // a group of several zones still starts in those that have the type
  const verdict = lacking.length < zones.length ? "warning" : "failed";
  return { verdict, subject: name, text, fix: fixOf(name, offered, reachable) };
}

function fixOf(name: string, offered: readonly string[], reachable: readonly string[]): string {
  if (reachable.length) return `Choose ${orList(reachable)} for ${name}, or another instance type.`;
  if (offered.length) return `Add ${orList(offered)} to the network, or choose another instance type.`;
  return "Choose another instance type, or another Region.";
}
