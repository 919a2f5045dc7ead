import {
  DescribeInternetGatewaysCommand,
  DescribeNatGatewaysCommand,
  DescribeRouteTablesCommand,
  DescribeSubnetsCommand,
  DescribeVpcAttributeCommand,
  DescribeVpcEndpointsCommand,
  DescribeVpcsCommand,
  EC2Client,
  type NatGateway,
  type Subnet,
  type Vpc,
} from "@aws-sdk/client-ec2";
import { parseCidr, overlaps, contains } from "../../../config/kernel/cidr";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import type { AwsAccess } from "../../lib/aws/access";
import { ask, askAll, askMaybe, notThere } from "./ask";
import type { Found, FoundPart, Obstacle } from "./found";
import { ownerOf } from "./owner";
import { ofType, type Places } from "./planned";
import { routeParts } from "./route-parts";

export interface ReadVpcProps {
  readonly aws: AwsAccess;
  readonly environment: AwsEnvironment;
  /** Resources of the network stack. */
  readonly places: Places;
  readonly id: string;
}

/** A VPC with subnets, route tables, gateways and endpoints that the config would make in the same place. */
export async function readVpc({ aws, environment, places, id }: ReadVpcProps): Promise<Found> {
  const ec2 = aws.client(EC2Client);
  const vpc = await vpcOf(ec2, environment, id);
  const Filters = [{ Name: "vpc-id", Values: [id] }];
  const pages = await askAll("ec2:DescribeSubnets", "NextToken", (NextToken) =>
    ec2.send(new DescribeSubnetsCommand({ Filters, NextToken })),
  );
  const subnets = pages.flatMap(({ Subnets = [] }) => Subnets);
  const matched = subnetParts(places, subnets);
  const tables = await askAll("ec2:DescribeRouteTables", "NextToken", (NextToken) =>
    ec2.send(new DescribeRouteTablesCommand({ Filters, NextToken })),
  );
  const RouteTables = tables.flatMap(({ RouteTables: some = [] }) => some);
  const services = await askAll("ec2:DescribeVpcEndpoints", "NextToken", (NextToken) =>
    ec2.send(new DescribeVpcEndpointsCommand({ Filters, NextToken })),
  );
  const VpcEndpoints = services.flatMap(({ VpcEndpoints: some = [] }) => some);
  const { InternetGateways = [] } = await ask("ec2:DescribeInternetGateways", () =>
    ec2.send(new DescribeInternetGatewaysCommand({ Filters: [{ Name: "attachment.vpc-id", Values: [id] }] })),
  );
  const { NatGateways = [] } = await ask("ec2:DescribeNatGateways", () =>
    ec2.send(new DescribeNatGatewaysCommand({ Filter: [...Filters, { Name: "state", Values: ["available"] }] })),
  );
  const [gateway] = InternetGateways;
  const owner = ownerOf(id, vpc.Tags ?? [], environment);
  const endpoints = ofType(places, "aws_vpc_endpoint").flatMap(([place, json]): FoundPart[] => {
    const found = VpcEndpoints.find(
      ({ ServiceName, VpcEndpointType }) =>
        ServiceName === json["service_name"] && VpcEndpointType === json["vpc_endpoint_type"],
    );
    return found ? [{ place, id: found.VpcEndpointId ?? "", actual: {} }] : [];
  });
  return {
    kind: "vpc",
    id,
    parts: [
      { place: "vpc/vpc", id, actual: await actualOf(ec2, vpc) },
      ...matched,
      ...(gateway && places.has("vpc/internet-gateway")
        ? [{ place: "vpc/internet-gateway", id: gateway.InternetGatewayId ?? "", actual: {} }]
        : []),
      ...natParts(places, matched, NatGateways),
      ...routeParts(places, matched, RouteTables),
      ...endpoints,
    ],
    obstacles: [...owner.obstacles, ...subnetObstacles(environment, id, vpc, subnets, matched)],
    notes: [
      ...owner.notes,
      `the default security group of ${id} loses its rules: what names no other group is cut off`,
      ...others(subnets, matched),
    ],
  };
}

async function vpcOf(ec2: EC2Client, { region }: AwsEnvironment, id: string): Promise<Vpc> {
  const answer = await askMaybe("ec2:DescribeVpcs", () => ec2.send(new DescribeVpcsCommand({ VpcIds: [id] })));
  const [vpc] = answer?.Vpcs ?? [];
  if (vpc) return vpc;
  const pages = await askAll("ec2:DescribeVpcs", "NextToken", (NextToken) =>
    ec2.send(new DescribeVpcsCommand({ NextToken })),
  );
  throw notThere(
    "VPC",
    id,
    region,
    pages.flatMap(({ Vpcs = [] }) => Vpcs.map(({ VpcId = "" }) => VpcId)),
  );
}

/** By the names of `aws_vpc`. */
async function actualOf(ec2: EC2Client, { VpcId, CidrBlock, InstanceTenancy }: Vpc): Promise<FoundPart["actual"]> {
  const attribute = (Attribute: "enableDnsSupport" | "enableDnsHostnames") =>
    ask("ec2:DescribeVpcAttribute", () => ec2.send(new DescribeVpcAttributeCommand({ VpcId, Attribute })));
  return {
    cidr_block: CidrBlock,
    instance_tenancy: InstanceTenancy ?? "default",
    enable_dns_support: (await attribute("enableDnsSupport")).EnableDnsSupport?.Value ?? false,
    enable_dns_hostnames: (await attribute("enableDnsHostnames")).EnableDnsHostnames?.Value ?? false,
  };
}

/** A subnet has its place when block and zone are those of the config: neither can change. */
function subnetParts(places: Places, subnets: readonly Subnet[]): FoundPart[] {
  return ofType(places, "aws_subnet").flatMap(([place, json]) => {
    const found = subnets.find(
      ({ CidrBlock, AvailabilityZone }) =>
        CidrBlock === json["cidr_block"] && AvailabilityZone === json["availability_zone"],
    );
    if (!found) return [];
    return [
      { place, id: found.SubnetId ?? "", actual: { map_public_ip_on_launch: found.MapPublicIpOnLaunch ?? false } },
    ];
  });
}

/** Gateways in a subnet of the environment, each with its address. */
function natParts(places: Places, matched: readonly FoundPart[], gateways: readonly NatGateway[]): FoundPart[] {
  return ofType(places, "aws_nat_gateway").flatMap(([place]) => {
    const zone = place.replace("vpc/nat-gateways/nat-", "");
    const subnet = matched.find((part) => part.place === `vpc/subnet-public-${zone}`)?.id;
    const found = gateways.find(({ SubnetId }) => subnet !== undefined && SubnetId === subnet);
    const address = found?.NatGatewayAddresses?.[0]?.AllocationId;
    if (!found || !address) return [];
    return [
      { place, id: found.NatGatewayId ?? "", actual: {} },
      { place: `vpc/nat-gateways/address-${zone}`, id: address, actual: {} },
    ];
  });
}

/** Subnets that the config would make where there is another one. */
function subnetObstacles(
  environment: AwsEnvironment,
  id: string,
  { CidrBlock = "" }: Vpc,
  subnets: readonly Subnet[],
  matched: readonly FoundPart[],
): Obstacle[] {
  const wanted = environment.network.subnets.filter(
    ({ key }) => !matched.some(({ place }) => place === `vpc/subnet-${key}`),
  );
  const clashes = wanted.flatMap(({ key, cidr }) =>
    subnets
      .filter(({ CidrBlock: there = "" }) => overlaps(there, cidr))
      .map(
        ({ SubnetId, CidrBlock: there, AvailabilityZone }) =>
          `${key} (${cidr}) lies over ${SubnetId} (${there} in ${AvailabilityZone})`,
      ),
  );
  if (clashes.length === 0) return [];
  return [
    {
      text: `subnets of ${id} are not cut as the config cuts them: ${clashes.join("; ")}`,
      fix: `use the VPC without managing it:\n${existingNetwork(id, CidrBlock, subnets)}`,
    },
  ];
}

/** The network key that uses a VPC as it is. */
export function existingNetwork(vpcId: string, cidr: string, subnets: readonly Subnet[]): string {
  const inside = subnets.filter(({ CidrBlock = "" }) => contains(cidr, CidrBlock));
  const sorted = [...inside].sort((a, b) => parseCidr(a.CidrBlock ?? "").base - parseCidr(b.CidrBlock ?? "").base);
  const lines = sorted.map(
    ({ SubnetId, AvailabilityZone, CidrBlock, MapPublicIpOnLaunch, AvailableIpAddressCount }) =>
      `    { id: "${SubnetId}", zone: "${AvailabilityZone}", cidr: "${CidrBlock}", tier: "${MapPublicIpOnLaunch ? "public" : "private"}", freeAddresses: ${AvailableIpAddressCount ?? 0} },`,
  );
  return [`network: { kind: "existing", vpcId: "${vpcId}", cidr: "${cidr}", subnets: [`, ...lines, "  ] }"].join("\n");
}

function others(subnets: readonly Subnet[], matched: readonly FoundPart[]): string[] {
  const left = subnets.flatMap(({ SubnetId = "" }) => (matched.some(({ id }) => id === SubnetId) ? [] : [SubnetId]));
  return left.length ? [`subnets that the config does not have stay as they are: ${left.join(", ")}`] : [];
}
