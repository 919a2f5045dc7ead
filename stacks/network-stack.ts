import type { Construct } from "constructs";
import { OPENZFS_ROUTE_TABLE_TAG } from "../config/facts/openzfs";
import { isLocalZone } from "../config/facts/zones";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import type { ResolvedNetwork } from "../config/sites/aws-eks/network/resolve";
import { gatewayGroup, remoteCidrs } from "../config/sites/aws-eks/hybrid/resolve";
import { openzfsOf } from "../config/storage/fsx-openzfs/per-volume";
import { ExistingNetwork } from "../constructs/network/existing-network";
import { EfaSecurityGroup } from "../constructs/network/efa-security-group";
import type { LogRetentionDays } from "../constructs/core/log-retention";
import { FlowLogs } from "../constructs/network/flow-logs";
import { subnetIdIn, subnetIdsByZone, type NetworkHandle } from "../constructs/network/network-handle";
import { TransitGatewayConnection } from "../constructs/network/transit-gateway-connection";
import { Vpc } from "../constructs/network/vpc";
import { VpcEndpoints } from "../constructs/network/vpc-endpoints";
import { publish } from "./shared-values";
import { AwsStack } from "./sites/aws-eks/aws-stack";

/** What later stacks take from the network. */
export interface NetworkValues {
  readonly vpcId: string;
  /** Zone → private subnet. */
  readonly privateSubnetIds: Readonly<Record<string, string>>;
  /** Security group that EFA traffic needs; nodes with EFA and the file system are in it. */
  readonly efaSecurityGroupId: string;
  /** Zone → public address of its NAT gateway. @default - the Kubernetes API has a private endpoint, and nobody asks */
  readonly natPublicIps?: Readonly<Record<string, string>>;
  /** Zone → route table of its private subnet. @default - nothing writes routes of its own into them */
  readonly privateRouteTableIds?: Readonly<Record<string, string>>;
  /** Zone → NAT gateway. @default - none is made here, or nobody measures it */
  readonly natGatewayIds?: Readonly<Record<string, string>>;
}

/** The VPC, made or existing, and the security group of the fabric. */
export class NetworkStack extends AwsStack {
  readonly values: NetworkValues;

  constructor(scope: Construct, env: AwsEnvironment) {
    super(scope, env, "network");
    const { network } = env;
    const handle = network.kind === "create" ? this.createVpc(network) : this.existing(network);
    const efa = new EfaSecurityGroup(this, "efa", { name: env.names.resource("efa"), vpcId: handle.vpcId });
    this.values = publish(this, {
      vpcId: handle.vpcId,
      privateSubnetIds: subnetIdsByZone(handle, "private"),
      efaSecurityGroupId: efa.securityGroupId,
      ...((gatewayGroup(env) !== null || (network.kind === "create" && movesRoutes(env))) && {
        privateRouteTableIds: privateRouteTables(handle, network),
      }),
      ...(env.monitoring.enabled && network.natZones.length > 0 && { natGatewayIds: natGatewayIds(handle) }),
      ...(env.cluster.endpoint.kind === "public" && { natPublicIps: natPublicIps(handle, network) }),
    });
  }

  private createVpc(network: ResolvedNetwork): NetworkHandle {
    const { env } = this;
    const { names, partition, region, cluster } = env;
    const vpc = new Vpc(this, "vpc", {
      name: names.vpc,
      cidr: network.cidr,
      zones: network.zones,
      // the controller refuses to spread a load balancer over availability zones and Local Zones
      subnets: network.subnets.map(({ tier, zone, cidr }) => ({
        role: tier,
        tier,
        zone,
        cidr,
        ...(isLocalZone(zone) && { loadBalancers: false }),
      })),
      localZones: network.zones.filter(isLocalZone),
      nat: network.nat,
      ...(movesRoutes(env) && { privateRouteTableTags: OPENZFS_ROUTE_TABLE_TAG }),
      logicalId: "vpc",
      preventDestroy: env.production,
    });
    if (network.s3Endpoint || network.interfaceEndpoints.length) {
      new VpcEndpoints(this, "endpoints", {
        name: names.vpc,
        region,
        partition,
        vpcId: vpc.vpcId,
        vpcCidrs: [network.cidr],
        privateRouteTableIds: vpc.privateRouteTableIds,
        subnetIdByZone: inAvailabilityZones(subnetIdsByZone(vpc, "private")),
        s3Gateway: network.s3Endpoint,
        services: network.interfaceEndpoints,
      });
    }
    const connection = cluster.hybrid?.connection;
    if (cluster.hybrid && connection?.kind === "transit-gateway") {
      const zones = network.zones.filter((zone) => !isLocalZone(zone));
      new TransitGatewayConnection(this, "on-premises", {
        name: names.resource("on-premises"),
        vpcId: vpc.vpcId,
        subnetIds: zones.map((zone) => subnetIdIn(vpc, "private", zone)),
        routeTableIds: privateRouteTables(vpc, network),
        transitGatewayId: connection.id,
        cidrs: remoteCidrs(cluster.hybrid),
      });
    }
    if (network.flowLogDays > 0) {
      new FlowLogs(this, "flow-logs", {
        // what it makes is called flow-logs by itself
        name: env.name,
        vpcId: vpc.vpcId,
        partition,
        region,
        accountId: env.account,
        // other numbers of days are refused by the rule network/flow-log-retention
        retentionDays: network.flowLogDays as LogRetentionDays,
        logicalId: "flow_logs",
        preventDestroy: env.production,
      });
    }
    return vpc;
  }

  private existing(network: ResolvedNetwork): NetworkHandle {
    return new ExistingNetwork(this, "adopted", {
      vpcId: network.vpcId ?? "",
      vpcCidrs: [network.cidr],
      subnets: network.subnets.map(({ tier, zone, id }) => ({ role: tier, tier, zone, subnetId: id ?? "" })),
      // nothing here changes the routes of a network that is not ours
      privateRouteTableIds: [],
    });
  }
}

/** Whether a file system stands in two zones: FSx turns its route when it moves. */
const movesRoutes = (env: AwsEnvironment): boolean => openzfsOf(env).some(({ standbyZone }) => standbyZone !== null);

/** Of networks that are made here: of others nothing here knows the gateways. */
const natPublicIps = (handle: NetworkHandle, { natZones }: ResolvedNetwork): Record<string, string> =>
  handle instanceof Vpc ? Object.fromEntries(natZones.map((zone, at) => [zone, handle.natPublicIps[at] ?? ""])) : {};

/** Of networks that are made here, as well. */
const natGatewayIds = (handle: NetworkHandle): Readonly<Record<string, string>> =>
  handle instanceof Vpc ? handle.natGatewayIds : {};

/** Of networks that are made here: those of others are not changed. */
const privateRouteTables = (
  { privateRouteTableIds }: Pick<NetworkHandle, "privateRouteTableIds">,
  { zones }: ResolvedNetwork,
): Record<string, string> => Object.fromEntries(zones.map((zone, at) => [zone, privateRouteTableIds[at] ?? ""]));

/** AWS has no interface endpoints in Local Zones; nodes there reach those of the Region. */
function inAvailabilityZones(byZone: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(byZone).filter(([zone]) => !isLocalZone(zone)));
}
