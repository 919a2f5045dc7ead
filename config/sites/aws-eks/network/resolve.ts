import { isLocalZone } from "../../../facts/zones";
import type { AwsConfig } from "../schema";
import { parseCidr, subBlock, usableAddresses } from "../../../kernel/cidr";

/** A subnet that Railyard makes, or one that it found. */
export interface ResolvedSubnet {
  /** `private-us-east-1a`: what stacks call it. */
  readonly key: string;
  readonly tier: "private" | "public";
  readonly zone: string;
  readonly cidr: string;
  /** Id of an existing subnet; null when Railyard makes it. */
  readonly id: string | null;
  /** IPv4 addresses that nodes, pods and storage may take. */
  readonly freeAddresses: number;
}

export interface ResolvedNetwork {
  readonly kind: "create" | "existing";
  readonly cidr: string;
  readonly vpcId: string | null;
  /** Zones with a private subnet: what nodes and the file system may stand in. */
  readonly zones: readonly string[];
  /**
   * Zones of the control plane, of system nodes, and of groups that name none: those that the cluster is made with. EKS
   * takes no others afterwards, and none that are Local Zones.
   */
  readonly clusterZones: readonly string[];
  readonly subnets: readonly ResolvedSubnet[];
  readonly nat: "none" | "single" | "per-zone";
  /** Zones in which NAT gateways stand; a Local Zone goes out through that of the first. */
  readonly natZones: readonly string[];
  /** Whether private route tables get the gateway endpoint for S3. */
  readonly s3Endpoint: boolean;
  /** Services that get an interface endpoint, as AWS names them. */
  readonly interfaceEndpoints: readonly string[];
  /** Days to keep flow logs; 0 is off. */
  readonly flowLogDays: number;
}

/**
 * Every zone has an eighth of the block for its private subnet, and a sixty-fourth, cut from the last eighth,
 * for its public one. The place depends on the block and on the zone's place in the list alone: more nodes or
 * another zone at the end never move a subnet, which AWS could only do by replacing it and all that stands in it.
 * @param called services that this environment calls in its Region beside those of every cluster
 */
export function resolveNetwork(
  network: AwsConfig["network"],
  clusterZones?: readonly string[],
  called: readonly string[] = [],
): ResolvedNetwork {
  if (network.kind === "existing") {
    const subnets = network.subnets.map((s): ResolvedSubnet => ({
      key: `${s.tier}-${s.zone}`,
      tier: s.tier,
      zone: s.zone,
      cidr: s.cidr,
      id: s.id,
      freeAddresses: s.freeAddresses ?? usableAddresses(s.cidr),
    }));
    const zones = [...new Set(subnets.filter((s) => s.tier === "private").map((s) => s.zone))];
    return {
      kind: "existing",
      cidr: network.cidr,
      vpcId: network.vpcId,
      zones,
      clusterZones: clusterZones ?? firstZones(zones),
      subnets,
      nat: "none",
      natZones: [],
      s3Endpoint: false,
      interfaceEndpoints: [],
      flowLogDays: 0,
    };
  }
  const { prefix } = parseCidr(network.cidr);
  const made = (tier: "private" | "public", zone: string, cidr: string): ResolvedSubnet => ({
    key: `${tier}-${zone}`,
    tier,
    zone,
    cidr,
    id: null,
    freeAddresses: usableAddresses(cidr),
  });
  return {
    kind: "create",
    cidr: network.cidr,
    vpcId: null,
    zones: network.zones,
    clusterZones: clusterZones ?? firstZones(network.zones),
    subnets: network.zones.flatMap((zone, index) => [
      made("private", zone, subBlock(network.cidr, prefix + 3, index)),
      made("public", zone, subBlock(network.cidr, prefix + 6, PUBLIC_PART + index)),
    ]),
    nat: network.nat,
    natZones: natZones(network),
    s3Endpoint: true,
    interfaceEndpoints: network.endpoints === "all" ? [...PRIVATE_CLUSTER_SERVICES, ...called] : [],
    flowLogDays: network.flowLogDays,
  };
}

/** Not every Local Zone has NAT gateways, and no document read says which: so none stands in one. */
function natZones({ nat, zones }: Extract<AwsConfig["network"], { kind: "create" }>): readonly string[] {
  const able = zones.filter((zone) => !isLocalZone(zone));
  return { none: [], single: able.slice(0, 1), "per-zone": able }[nat];
}

/** EKS wants two zones, and keeps them: with a third in the list, the cluster still has the first two. */
const CLUSTER_ZONES = 2;

const firstZones = (zones: readonly string[]): string[] =>
  [...new Set(zones)].filter((zone) => !isLocalZone(zone)).slice(0, CLUSTER_ZONES);

/**
 * Services that nodes and controllers call in a VPC without a way out.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html
 */
const PRIVATE_CLUSTER_SERVICES = [
  "autoscaling",
  "ec2",
  "ecr.api",
  "ecr.dkr",
  "eks",
  "eks-auth",
  "elasticloadbalancing",
  "fsx",
  "kms",
  "logs",
  // the exporter of CloudWatch's metrics reads them, and Alertmanager tells a topic
  "monitoring",
  "sns",
  "ssm",
  "sts",
];

/** The last eighth of a block, counted in sixty-fourths. */
const PUBLIC_PART = 7 * 8;

/** The private subnet of a zone, if the network has one there. */
export function privateSubnet(network: ResolvedNetwork, zone: string): ResolvedSubnet | undefined {
  return network.subnets.find((s) => s.tier === "private" && s.zone === zone);
}
