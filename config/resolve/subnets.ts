import { isLocalZone } from "../facts/regions";
import type { Environment } from "../schema/environment";
import { parseCidr, subBlock, usableAddresses } from "./cidr";

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
  readonly zones: readonly string[];
  /** Zones for the control plane and system nodes: EKS takes no subnets of Local Zones for these. */
  readonly availabilityZones: readonly string[];
  readonly subnets: readonly ResolvedSubnet[];
  readonly nat: "none" | "single" | "per-zone";
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
 */
export function resolveNetwork(network: Environment["network"]): ResolvedNetwork {
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
      availabilityZones: zones.filter((zone) => !isLocalZone(zone)),
      subnets,
      nat: "none",
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
    availabilityZones: network.zones.filter((zone) => !isLocalZone(zone)),
    subnets: network.zones.flatMap((zone, index) => [
      made("private", zone, subBlock(network.cidr, prefix + 3, index)),
      made("public", zone, subBlock(network.cidr, prefix + 6, PUBLIC_PART + index)),
    ]),
    nat: network.nat,
    s3Endpoint: true,
    interfaceEndpoints: network.endpoints === "all" ? PRIVATE_CLUSTER_SERVICES : [],
    flowLogDays: network.flowLogDays,
  };
}

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
  "ssm",
  "sts",
];

/** The last eighth of a block, counted in sixty-fourths. */
const PUBLIC_PART = 7 * 8;

/** The private subnet of a zone, if the network has one there. */
export function privateSubnet(network: ResolvedNetwork, zone: string): ResolvedSubnet | undefined {
  return network.subnets.find((s) => s.tier === "private" && s.zone === zone);
}
