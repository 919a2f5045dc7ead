/** `public` subnets route to an internet gateway; `private` ones to a NAT gateway, or only inside the VPC. */
export type SubnetTier = "public" | "private";

/** One subnet, as those who use a network see it. */
export interface SubnetHandle {
  /** What the subnet is for, e.g. `gpu`. There is at most one subnet of a role in a zone. */
  readonly role: string;
  /** Availability Zone name, e.g. `us-east-1a`. */
  readonly zone: string;
  readonly tier: SubnetTier;
  readonly subnetId: string;
}

/** What other constructs need from a network, no matter whether it was created here or existed before. */
export interface NetworkHandle {
  readonly vpcId: string;
  /** IPv4 CIDRs of the VPC, the primary one first. */
  readonly vpcCidrs: readonly string[];
  /** In the order in which they were given. */
  readonly subnets: readonly SubnetHandle[];
  /** Route tables of the private subnets, each once. */
  readonly privateRouteTableIds: readonly string[];
  /** Route tables of the public subnets, each once. */
  readonly publicRouteTableIds: readonly string[];
}

/** Ids of the subnets with a role, one a zone. Throws when there is none. */
export function subnetIdsOf(network: NetworkHandle, role: string): string[] {
  return Object.values(subnetIdsByZone(network, role));
}

/** Zone → id of the subnet with a role in it. Throws when no zone has one. */
export function subnetIdsByZone(network: NetworkHandle, role: string): Record<string, string> {
  const found = network.subnets.filter((subnet) => subnet.role === role);
  if (found.length === 0) {
    const roles = [...new Set(network.subnets.map((subnet) => subnet.role))];
    throw new Error(`no subnet has the role "${role}"; roles of this network: ${list(roles)}. Add such a subnet.`);
  }
  return Object.fromEntries(found.map((subnet) => [subnet.zone, subnet.subnetId]));
}

/** Id of the subnet with a role in one zone: EFA nodes and Lustre file systems must share exactly one. */
export function subnetIdIn(network: NetworkHandle, role: string, zone: string): string {
  const byZone = subnetIdsByZone(network, role);
  const found = byZone[zone];
  if (found === undefined) {
    throw new Error(
      `no subnet has the role "${role}" in zone "${zone}"; this role has subnets in: ${list(Object.keys(byZone))}. ` +
        `Choose one of these zones, or add a "${role}" subnet in "${zone}".`,
    );
  }
  return found;
}

/** Throws when two subnets have the same role in the same zone: ids and look-ups go by this pair. */
export function assertOneSubnetPerPlace(
  network: string,
  subnets: readonly Pick<SubnetHandle, "role" | "zone">[],
): void {
  const seen = new Set<string>();
  for (const { role, zone } of subnets) {
    const place = JSON.stringify([role, zone]);
    if (seen.has(place)) {
      throw new Error(
        `network "${network}": two subnets have the role "${role}" in zone "${zone}"; one is allowed. ` +
          "Give one of them another role.",
      );
    }
    seen.add(place);
  }
}

const list = (values: readonly string[]): string => values.join(", ") || "(none)";
