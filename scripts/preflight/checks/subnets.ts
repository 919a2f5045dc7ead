import {
  DescribeVpcAttributeCommand,
  DescribeVpcsCommand,
  EC2Client,
  paginateDescribeNetworkInterfaces,
  paginateDescribeSubnets,
  type NetworkInterface,
  type Subnet,
} from "@aws-sdk/client-ec2";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { privateSubnet, type ResolvedSubnet } from "../../../config/sites/aws-eks/network/resolve";
import { addressItems } from "../../../config/sites/aws-eks/network/address-budget-rules";
import type { AwsAccess } from "../../lib/aws/access";
import { number } from "../../lib/terminal/table";
import type { CheckResult, PreflightCheck } from "../check";
import { INSTANCES_ACTION, runningInstances } from "../instances";
import { orNull } from "../not-found";
import { all, once } from "../../lib/aws/once";

const EKS_NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";
const DISCOVERY = "https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/subnet_discovery";

/** Subnets of the adopted VPC, by id. */
function adoptedSubnets(aws: AwsAccess, vpcId: string): Promise<ReadonlyMap<string, Subnet>> {
  return once(aws, `subnets of ${vpcId}`, async () => {
    const input = { Filters: [{ Name: "vpc-id", Values: [vpcId] }] };
    const subnets = await all(
      paginateDescribeSubnets({ client: aws.client(EC2Client) }, input),
      (page) => page.Subnets,
    );
    return new Map(subnets.map((subnet) => [subnet.SubnetId ?? "", subnet]));
  });
}

/** The adopted VPC itself. */
export const ADOPTED_VPC: PreflightCheck = {
  id: "network/adopted-vpc",
  title: "The adopted VPC exists, has the block of the config, and resolves names.",
  actions: ["ec2:DescribeVpcs", "ec2:DescribeVpcAttribute"],
  run: async ({ environment: { network, region, account }, aws }) => {
    if (network.vpcId === null) return [];
    const { vpcId, cidr } = network;
    const client = aws.client(EC2Client);
    const vpc = (await orNull(client.send(new DescribeVpcsCommand({ VpcIds: [vpcId] }))))?.Vpcs?.[0];
    if (!vpc) {
      const text = `account ${account} has no such VPC in ${region}`;
      return [{ verdict: "failed", subject: vpcId, text, fix: "Correct network.vpcId." }];
    }
    const results: CheckResult[] = [];
    const blocks = [vpc.CidrBlock, ...(vpc.CidrBlockAssociationSet ?? []).map((one) => one.CidrBlock)];
    if (!blocks.includes(cidr)) {
      const text = `has ${[...new Set(blocks)].join(", ")}, but config says ${cidr}`;
      results.push({ verdict: "failed", subject: vpcId, text, fix: `Write network.cidr: "${vpc.CidrBlock}".` });
    }
    for (const Attribute of ["enableDnsSupport", "enableDnsHostnames"] as const) {
      const answer = await client.send(new DescribeVpcAttributeCommand({ VpcId: vpcId, Attribute }));
      const value = Attribute === "enableDnsSupport" ? answer.EnableDnsSupport : answer.EnableDnsHostnames;
      if (value?.Value === true) continue;
      const option = Attribute === "enableDnsSupport" ? "--enable-dns-support" : "--enable-dns-hostnames";
      const fix = `aws ec2 modify-vpc-attribute --region ${region} --vpc-id ${vpcId} ${option} '{"Value":true}'`;
      const text = `${Attribute} is off: nodes cannot register with the cluster`;
      results.push({ verdict: "failed", subject: vpcId, text, fix, source: EKS_NETWORK });
    }
    return results.length
      ? results
      : [{ verdict: "ok", subject: vpcId, text: `${cidr}, with DNS names and resolution` }];
  },
};

/** Adopted subnets against config, and their free addresses against the address budget. */
export const ADOPTED_SUBNETS: PreflightCheck = {
  id: "network/adopted-subnets",
  title: "Adopted subnets are what config says of them, and have addresses for the environment.",
  actions: ["ec2:DescribeSubnets", "ec2:DescribeNetworkInterfaces", INSTANCES_ACTION],
  run: async ({ environment: env, aws }) => {
    if (env.network.vpcId === null) return [];
    const found = await adoptedSubnets(aws, env.network.vpcId);
    const results: CheckResult[] = [];
    for (const written of env.network.subnets) {
      const subnet = found.get(written.id ?? "");
      results.push(...(subnet ? await judge(written, subnet, env, aws) : [absent(written, env)]));
    }
    return results;
  },
};

const absent = ({ id, key }: ResolvedSubnet, { network }: AwsEnvironment): CheckResult => ({
  verdict: "failed",
  subject: id ?? key,
  text: `${network.vpcId} has no such subnet`,
  fix: `Correct its id: aws ec2 describe-subnets --filters Name=vpc-id,Values=${network.vpcId}`,
});

async function judge(
  written: ResolvedSubnet,
  { AvailabilityZone: zone, CidrBlock: cidr, State: state, AvailableIpAddressCount: available = 0 }: Subnet,
  env: AwsEnvironment,
  aws: AwsAccess,
): Promise<CheckResult[]> {
  const subject = written.id ?? written.key;
  const wrong: CheckResult[] = [];
  const differ = (text: string, fix: string) => wrong.push({ verdict: "failed", subject, text, fix });
  if (zone !== written.zone) differ(`is in ${zone}, but config says ${written.zone}`, `Write zone: "${zone}".`);
  if (cidr !== written.cidr) differ(`has ${cidr}, but config says ${written.cidr}`, `Write cidr: "${cidr}".`);
  if (state !== "available") differ(`state is ${state}`, "Wait until it is available.");
  if (wrong.length) return wrong;
  if (privateSubnet(env.network, written.zone)?.id !== written.id) {
    return [{ verdict: "ok", subject, text: `${written.key}, ${number(available)} addresses free` }];
  }
  const own = await ownAddresses(aws, env, subject);
  return [budget(written, available, own, env)];
}

function budget(written: ResolvedSubnet, available: number, own: number, env: AwsEnvironment): CheckResult {
  const subject = written.id ?? written.key;
  const items = addressItems(env, written.zone, false);
  const needed = items.reduce((sum, { count }) => sum + count, 0);
  const roomy = addressItems(env, written.zone, true).reduce((sum, { count }) => sum + count, 0);
  const taken = own ? `, ${number(own)} taken by this environment` : "";
  const list = items.map(({ label }) => label).join(", ");
  const text = `${written.key}, ${number(available)} addresses free${taken}; needed ${number(needed)}: ${list}`;
  if (available + own < needed) {
    const fix = `Name a larger private subnet of ${written.zone}, or run fewer nodes in it.`;
    return { verdict: "failed", subject, text, fix, source: EKS_NETWORK };
  }
  if (available + own >= roomy) return { verdict: "ok", subject, text };
  const fix = `Free ${number(roomy - available - own)} addresses, or run fewer nodes in ${written.zone}.`;
  const update = `${text}; an update needs ${number(roomy)}`;
  return { verdict: "warning", subject, text: update, fix, source: EKS_NETWORK };
}

/** Addresses that nodes and the control plane of the environment hold in a subnet. Those of a file system are not seen. */
async function ownAddresses(aws: AwsAccess, env: AwsEnvironment, subnetId: string): Promise<number> {
  const nodes = new Set(
    (await runningInstances(aws)).filter((one) => one.environment === env.name).map(({ id }) => id),
  );
  const input = { Filters: [{ Name: "subnet-id", Values: [subnetId] }] };
  const pages = paginateDescribeNetworkInterfaces({ client: aws.client(EC2Client) }, input);
  const interfaces = await all(pages, (page) => page.NetworkInterfaces);
  const isOwn = ({ Attachment, Description }: NetworkInterface) =>
    nodes.has(Attachment?.InstanceId ?? "") || Description === `Amazon EKS ${env.names.cluster}`;
  return interfaces.filter(isOwn).reduce((sum, { PrivateIpAddresses = [] }) => sum + PrivateIpAddresses.length, 0);
}

/** Where load balancers would stand. */
export const ADOPTED_SUBNET_TAGS: PreflightCheck = {
  id: "network/load-balancer-tags",
  title: "The load balancer controller finds the adopted subnets.",
  actions: ["ec2:DescribeSubnets"],
  run: async ({ environment: env, aws }) => {
    if (env.network.vpcId === null || !env.platform.loadBalancerController) return [];
    const found = await adoptedSubnets(aws, env.network.vpcId);
    return env.network.subnets.flatMap((written): CheckResult[] => {
      const subnet = found.get(written.id ?? "");
      if (!subnet) return [];
      const role = written.tier === "public" ? "kubernetes.io/role/elb" : "kubernetes.io/role/internal-elb";
      const tagged = (one: Subnet) => one.Tags?.some(({ Key, Value }) => Key === role && Value !== "0") ?? false;
      const subject = written.id ?? written.key;
      if (tagged(subnet)) return [{ verdict: "ok", subject, text: `has the tag ${role}` }];
      const others = [...found.values()].filter(tagged).map(({ SubnetId }) => SubnetId);
      if (others.length === 0) {
        const text = `no subnet of the VPC has the tag ${role}: the controller takes those whose routes fit`;
        return [{ verdict: "ok", subject, text, source: DISCOVERY }];
      }
      const text = `lacks the tag ${role}, which ${others.join(", ")} has: load balancers stand there instead`;
      const fix = `aws ec2 create-tags --region ${env.region} --resources ${subject} --tags Key=${role},Value=1`;
      return [{ verdict: "warning", subject, text, fix, source: DISCOVERY }];
    });
  },
};
