import { DefaultSecurityGroup } from "@cdktf/provider-aws/lib/default-security-group";
import { InternetGateway } from "@cdktf/provider-aws/lib/internet-gateway";
import { Route } from "@cdktf/provider-aws/lib/route";
import { RouteTable } from "@cdktf/provider-aws/lib/route-table";
import { RouteTableAssociation } from "@cdktf/provider-aws/lib/route-table-association";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc as AwsVpc } from "@cdktf/provider-aws/lib/vpc";
import { Construct } from "constructs";
import { NatGateways } from "./nat-gateways";
import { assertOneSubnetPerPlace, type NetworkHandle, type SubnetHandle, type SubnetTier } from "./network-handle";

const ANYWHERE = "0.0.0.0/0";

export interface VpcSubnet {
  /** What the subnet is for, e.g. `gpu`. With the zone it makes the id: changing it replaces the subnet. */
  readonly role: string;
  /** Availability Zone name, one of `zones`. */
  readonly zone: string;
  /** IPv4 CIDR inside the CIDR of the VPC. Changing it replaces the subnet. */
  readonly cidr: string;
  readonly tier: SubnetTier;
  /** Whether instances get a public address at launch. For public subnets only. @default false */
  readonly assignPublicIps?: boolean;
  /**
   * Whether Kubernetes load balancers may stand here. They take addresses, so GPU and storage subnets had
   * better not be tagged; the controller picks one of the tagged subnets in each zone.
   * @default true
   * @see https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/subnet_discovery
   */
  readonly loadBalancers?: boolean;
  /** Further tags with a technical meaning. @default - none */
  readonly tags?: Readonly<Record<string, string>>;
}

export interface VpcProps {
  /** Prefix of all `Name` tags. */
  readonly name: string;
  /** IPv4 CIDR, /16 to /28. Changing it replaces the VPC. */
  readonly cidr: string;
  /**
   * Availability Zone names. A single NAT gateway stands in the first zone that has a public subnet,
   * so append new zones: another order would move it and change its address.
   */
  readonly zones: readonly string[];
  readonly subnets: readonly VpcSubnet[];
  /**
   * Which of `zones` are Local Zones. No NAT gateway stands in one: its private subnet goes out through that of the
   * first zone that has one. @default - none
   */
  readonly localZones?: readonly string[];
  /**
   * How private subnets reach the internet: not at all; through one gateway (cheaper, and lost with its zone);
   * or through one in each zone with private subnets (no traffic between zones to pay for). Changing between
   * `single` and `per-zone` changes routes in place. A gateway stands in the first public subnet of its zone.
   */
  readonly nat: "none" | "single" | "per-zone";
  /** Tags of the route tables of private subnets, for services that write routes of their own. @default - none */
  readonly privateRouteTableTags?: Readonly<Record<string, string>>;
  /** Logical id of the VPC in Terraform state, unique in the stack, frozen. @default - from the construct path */
  readonly logicalId?: string;
  /**
   * Whether Terraform refuses to destroy or replace the VPC and its subnets. Without this, a changed CIDR first
   * destroys routes and NAT gateways and only then fails on subnets that are in use. @default true
   */
  readonly preventDestroy?: boolean;
}

/** A VPC with its subnets, routing and NAT, after an IP plan that the caller has made. */
export class Vpc extends Construct implements NetworkHandle {
  readonly vpcId: string;
  readonly vpcCidrs: readonly string[];
  readonly subnets: readonly SubnetHandle[];
  readonly privateRouteTableIds: readonly string[];
  readonly publicRouteTableIds: readonly string[];
  /** Addresses from which private subnets reach the internet. */
  readonly natPublicIps: readonly string[];
  /** Zone → NAT gateway that stands in it. */
  readonly natGatewayIds: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, props: VpcProps) {
    super(scope, id);
    assertPlan(props);
    const { name } = props;
    const lifecycle = { preventDestroy: props.preventDestroy ?? true };

    // EKS nodes and the private names of interface endpoints need both DNS switches
    const vpc = new AwsVpc(this, "vpc", {
      cidrBlock: props.cidr,
      enableDnsSupport: true,
      enableDnsHostnames: true,
      tags: { Name: name },
      lifecycle,
    });
    if (props.logicalId) vpc.overrideLogicalId(props.logicalId);

    // adopted without rules, so that whatever forgets to name a security group reaches nothing
    new DefaultSecurityGroup(this, "default-security-group", { vpcId: vpc.id, tags: { Name: `${name}-default` } });

    const subnets = props.subnets.map((subnet) => {
      const created = new Subnet(this, `subnet-${subnet.role}-${subnet.zone}`, {
        vpcId: vpc.id,
        availabilityZone: subnet.zone,
        cidrBlock: subnet.cidr,
        mapPublicIpOnLaunch: subnet.assignPublicIps ?? false,
        tags: {
          Name: `${name}-${subnet.role}-${subnet.zone}`,
          ...(subnet.loadBalancers !== false && loadBalancerTag(subnet.tier)),
          ...subnet.tags,
        },
        lifecycle,
      });
      return { role: subnet.role, zone: subnet.zone, tier: subnet.tier, subnetId: created.id };
    });
    const associate = ({ role, zone, subnetId }: SubnetHandle, routeTableId: string) =>
      new RouteTableAssociation(this, `routes-of-${role}-${zone}`, { subnetId, routeTableId });

    let publicRoutes: RouteTable | undefined;
    let nat: NatGateways | undefined;
    const natZones = zonesWithNat(props);
    const publicSubnets = subnets.filter(({ tier }) => tier === "public");
    if (publicSubnets.length > 0) {
      const gateway = new InternetGateway(this, "internet-gateway", { vpcId: vpc.id, tags: { Name: name } });
      publicRoutes = new RouteTable(this, "public-routes", { vpcId: vpc.id, tags: { Name: `${name}-public` } });
      const routeTableId = publicRoutes.id;
      new Route(this, "public-default-route", {
        routeTableId,
        destinationCidrBlock: ANYWHERE,
        gatewayId: gateway.id,
      });
      for (const subnet of publicSubnets) associate(subnet, routeTableId);
      if (natZones.length > 0) {
        const subnetIdByZone = Object.fromEntries(
          natZones.map((zone) => [zone, publicSubnets.find((subnet) => subnet.zone === zone)!.subnetId]),
        );
        nat = new NatGateways(this, "nat-gateways", { name, subnetIdByZone, internetGateway: gateway });
      }
    }

    // one table a zone even with a single gateway: going to one gateway a zone then only changes routes
    const privateRouteTableIds = zonesOf(props, "private").map((zone) => {
      const table = new RouteTable(this, `private-routes-${zone}`, {
        vpcId: vpc.id,
        tags: { Name: `${name}-private-${zone}`, ...props.privateRouteTableTags },
      });
      if (nat) {
        new Route(this, `private-default-route-${zone}`, {
          routeTableId: table.id,
          destinationCidrBlock: ANYWHERE,
          natGatewayId: nat.natGatewayIdByZone[natZones.includes(zone) ? zone : natZones[0]!]!,
        });
      }
      for (const subnet of subnets) if (subnet.tier === "private" && subnet.zone === zone) associate(subnet, table.id);
      return table.id;
    });

    this.vpcId = vpc.id;
    this.vpcCidrs = [props.cidr];
    this.subnets = subnets;
    this.privateRouteTableIds = privateRouteTableIds;
    this.publicRouteTableIds = publicRoutes ? [publicRoutes.id] : [];
    this.natPublicIps = nat?.publicIps ?? [];
    this.natGatewayIds = nat?.natGatewayIdByZone ?? {};
  }
}

const loadBalancerTag = (tier: SubnetTier): Record<string, string> => ({
  [tier === "public" ? "kubernetes.io/role/elb" : "kubernetes.io/role/internal-elb"]: "1",
});

/** Zones with a subnet of a tier, in the order of `zones`. */
const zonesOf = ({ zones, subnets }: VpcProps, tier: SubnetTier): string[] =>
  zones.filter((zone) => subnets.some((subnet) => subnet.zone === zone && subnet.tier === tier));

/** Zones in which a NAT gateway stands: none where no private subnet would use it. */
function zonesWithNat(props: VpcProps): string[] {
  const able = (tier: SubnetTier) => zonesOf(props, tier).filter((zone) => !props.localZones?.includes(zone));
  const privateZones = able("private");
  if (props.nat === "none" || zonesOf(props, "private").length === 0) return [];
  return props.nat === "single" ? able("public").slice(0, 1) : privateZones;
}

function assertPlan(props: VpcProps): void {
  const { name, zones, subnets, nat } = props;
  assertOneSubnetPerPlace(name, subnets);
  for (const { role, zone, tier, assignPublicIps } of subnets) {
    if (!zones.includes(zone)) {
      throw new Error(
        `network "${name}": subnet "${role}" is in zone "${zone}", but the zones are ${zones.join(", ")}. ` +
          "Add the zone, or move the subnet.",
      );
    }
    if (tier === "private" && assignPublicIps) {
      throw new Error(
        `network "${name}": subnet "${role}" in "${zone}" is private and assigns public addresses, which nothing ` +
          "could reach. Make it public, or drop assignPublicIps.",
      );
    }
  }
  const publicZones = zonesOf(props, "public");
  const lacking = zonesOf(props, "private").filter(
    (zone) => !publicZones.includes(zone) && !props.localZones?.includes(zone),
  );
  if (
    (nat === "single" && publicZones.length === 0 && lacking.length > 0) ||
    (nat === "per-zone" && lacking.length > 0)
  ) {
    throw new Error(
      `network "${name}": nat is "${nat}", but there is no public subnet for a NAT gateway in ${lacking.join(", ")}. ` +
        `Add ${nat === "single" ? "one" : "one in each of these zones"}, or choose another nat.`,
    );
  }
}
