import {
  DescribeAddressesCommand,
  EC2Client,
  paginateDescribeInternetGateways,
  paginateDescribeNatGateways,
  paginateDescribeNetworkInterfaces,
  paginateDescribeSubnets,
  paginateDescribeVpcs,
  type Tag,
} from "@aws-sdk/client-ec2";
import type { CheckResult, PreflightCheck } from "../check";
import { INSTANCES_ACTION, runningInstances } from "../instances";
import { missingIn, nodeDemands } from "../node-demand";
import { all } from "../../lib/aws/once";
import { isOwn } from "../own-resource";
import { judgeQuota, QUOTA_ACTIONS } from "../quota";

/** Each zone once, with how many of something are there. */
function countBy(zones: readonly (string | undefined)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const zone of zones) if (zone) counts.set(zone, (counts.get(zone) ?? 0) + 1);
  return counts;
}

const VPCS: PreflightCheck = {
  id: "quota/vpcs",
  title: "The account may have one more VPC and internet gateway.",
  actions: [...QUOTA_ACTIONS, "ec2:DescribeVpcs", "ec2:DescribeInternetGateways"],
  run: async ({ environment: env, aws }) => {
    if (env.network.kind !== "create") return [];
    const client = aws.client(EC2Client);
    const vpcs = await all(paginateDescribeVpcs({ client }, {}), (page) => page.Vpcs);
    const gateways = await all(paginateDescribeInternetGateways({ client }, {}), (page) => page.InternetGateways);
    const need = (found: readonly { Tags?: Tag[] }[], usedFrom: string, part: string) => {
      const more = found.some(({ Tags }) => isOwn(Tags, env)) ? 0 : 1;
      return { used: found.length, usedFrom, more, parts: [part] };
    };
    return [
      await judgeQuota(aws, { code: "L-F678F1CE", ...need(vpcs, "DescribeVpcs", env.names.vpc) }),
      await judgeQuota(aws, { code: "L-A4707A72", ...need(gateways, "DescribeInternetGateways", env.names.vpc) }),
    ];
  },
};

const ADDRESSES: PreflightCheck = {
  id: "quota/elastic-ips",
  title: "The account may have the Elastic IP addresses of the NAT gateways.",
  actions: [...QUOTA_ACTIONS, "ec2:DescribeAddresses"],
  run: async ({ environment: env, aws }) => {
    const wanted = env.network.natZones.length;
    if (wanted === 0) return [];
    const { Addresses = [] } = await aws.client(EC2Client).send(new DescribeAddressesCommand({}));
    const own = Addresses.filter(({ Tags }) => isOwn(Tags, env)).length;
    const more = Math.max(0, wanted - own);
    const use = { used: Addresses.length, usedFrom: "DescribeAddresses", more, parts: [`NAT gateways ${more}`] };
    return [await judgeQuota(aws, { code: "L-0263D0A3", ...use })];
  },
};

const NAT_GATEWAYS: PreflightCheck = {
  id: "quota/nat-gateways",
  title: "Every zone may have one more NAT gateway where the environment needs one.",
  actions: [...QUOTA_ACTIONS, "ec2:DescribeNatGateways", "ec2:DescribeSubnets"],
  run: async ({ environment: env, aws }) => {
    const zones = env.network.natZones;
    if (zones.length === 0) return [];
    const client = aws.client(EC2Client);
    const states = [{ Name: "state", Values: ["pending", "available"] }];
    const gateways = await all(paginateDescribeNatGateways({ client }, { Filter: states }), (page) => page.NatGateways);
    const subnets = await all(paginateDescribeSubnets({ client }, {}), (page) => page.Subnets);
    const zoneOf = new Map(subnets.map(({ SubnetId, AvailabilityZone }) => [SubnetId, AvailabilityZone]));
    const used = countBy(gateways.map(({ SubnetId }) => zoneOf.get(SubnetId)));
    const own = countBy(gateways.filter(({ Tags }) => isOwn(Tags, env)).map(({ SubnetId }) => zoneOf.get(SubnetId)));
    const results: CheckResult[] = [];
    for (const zone of zones) {
      const use = { used: used.get(zone) ?? 0, usedFrom: "DescribeNatGateways", parts: [env.names.vpc] };
      results.push(await judgeQuota(aws, { code: "L-FE5A380F", within: zone, more: own.has(zone) ? 0 : 1, ...use }));
    }
    return results;
  },
};

const INTERFACES: PreflightCheck = {
  id: "quota/network-interfaces",
  title: "Every zone may have the network interfaces of the nodes at full size.",
  actions: [...QUOTA_ACTIONS, "ec2:DescribeNetworkInterfaces", INSTANCES_ACTION],
  run: async ({ environment: env, aws }) => {
    const pages = paginateDescribeNetworkInterfaces({ client: aws.client(EC2Client) }, {});
    const used = countBy((await all(pages, (page) => page.NetworkInterfaces)).map((one) => one.AvailabilityZone));
    const demands = nodeDemands(env, await runningInstances(aws));
    const results: CheckResult[] = [];
    for (const zone of env.network.zones) {
      const missing = demands.flatMap((demand) => {
        const nodes = missingIn(demand, zone);
        return nodes ? [{ label: demand.name, nodes, each: demand.interfaces }] : [];
      });
      results.push(
        await judgeQuota(aws, {
          code: "L-DF5E4CA3",
          within: zone,
          used: used.get(zone) ?? 0,
          usedFrom: "DescribeNetworkInterfaces",
          more: missing.reduce((sum, { nodes, each }) => sum + nodes * each, 0),
          parts: missing.map(({ label, nodes, each }) => `${label} ${nodes} × ${each}`),
        }),
      );
    }
    return results;
  },
};

/** Quotas of the network. */
export const NETWORK_QUOTA_CHECKS: readonly PreflightCheck[] = [VPCS, ADDRESSES, NAT_GATEWAYS, INTERFACES];
