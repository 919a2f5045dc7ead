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
  readonly subnets: readonly ResolvedSubnet[];
  readonly nat: "none" | "single" | "per-zone";
  readonly endpoints: "none" | "s3" | "all";
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
      subnets,
      nat: "none",
      endpoints: "none",
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
    subnets: network.zones.flatMap((zone, index) => [
      made("private", zone, subBlock(network.cidr, prefix + 3, index)),
      made("public", zone, subBlock(network.cidr, prefix + 6, PUBLIC_PART + index)),
    ]),
    nat: network.nat,
    endpoints: network.endpoints,
    flowLogDays: network.flowLogDays,
  };
}

/** The last eighth of a block, counted in sixty-fourths. */
const PUBLIC_PART = 7 * 8;

/** The private subnet of a zone, if the network has one there. */
export function privateSubnet(network: ResolvedNetwork, zone: string): ResolvedSubnet | undefined {
  return network.subnets.find((s) => s.tier === "private" && s.zone === zone);
}
