import { INSTANCE_TYPES } from "../../../facts/instance-types";
import { isLocalZone } from "../../../facts/zones";
import { QUOTAS } from "../../../facts/quotas";
import type { ConfigPath } from "../../../kernel/issues";
import { resolveNone } from "../../../fabrics/none/kind";
import type { AwsEnvironment } from "../environment";
import type { AwsRule } from "../rule";
import { AWS_RESERVED_ADDRESSES, parseCidr } from "../../../kernel/cidr";
import { mostPods, podAddresses } from "../nodes/max-pods";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import { privateSubnet } from "./resolve";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups } from "../nodes/ec2-groups";

const EKS_NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";
const NODE_UPDATES = "https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html";
const VPC_QUOTAS = "https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html";

/** Addresses that EKS must and should find in each subnet of the control plane. */
const CONTROL_PLANE = { least: 6, recommended: 16 };
/** Nodes that an update may start in each zone beside those that run. */
const UPDATE_SURGE = 2;
/** A private subnet is an eighth of the VPC, and AWS makes no VPC above /16. */
const ZONE_BITS = 3;
const LARGEST_VPC = 16;

interface Item {
  readonly label: string;
  readonly count: number;
}

/** Nodes of a group that a zone has when they are spread evenly, as Auto Scaling does while there is capacity. */
const shareOf = (nodes: number, zones: readonly string[]): number => Math.ceil(nodes / zones.length);

const groupsIn = (env: AwsEnvironment, zone: string): ResolvedNodeGroup[] =>
  ec2Groups(env).filter((g) => g.machines.zones.includes(zone));

/** What takes addresses in the private subnet of a zone. `reserve` adds what updates and recommendations ask for. */
export function addressItems(env: AwsEnvironment, zone: string, reserve: boolean): Item[] {
  const { network, cluster, lustre } = env;
  const systemType = INSTANCE_TYPES[cluster.systemNodes.instanceType];
  const perSystemNode = 1 + podAddresses(mostPods(systemType, resolveNone(systemType), "al2023"));
  const hasCluster = network.clusterZones.includes(zone);
  const systemNodes = shareOf(cluster.systemNodes.count, network.clusterZones) + (reserve ? UPDATE_SURGE : 0);
  const groups = groupsIn(env, zone).map((g): Item => {
    const surge =
      g.count.owner === "block" ? 0 : Math.max(UPDATE_SURGE, shareOf(g.machines.maxUnavailable, g.machines.zones));
    const nodes = shareOf(g.count.max, g.machines.zones) + (reserve ? surge : 0);
    return { label: `${g.name} ${nodes} × ${g.machines.addressesPerNode}`, count: nodes * g.machines.addressesPerNode };
  });
  const endpoints = isLocalZone(zone) ? 0 : network.interfaceEndpoints.length;
  const controlPlane = reserve ? CONTROL_PLANE.recommended : CONTROL_PLANE.least;
  return [
    ...groups,
    { label: `system nodes ${systemNodes} × ${perSystemNode}`, count: hasCluster ? systemNodes * perSystemNode : 0 },
    { label: `control plane ${controlPlane}`, count: hasCluster ? controlPlane : 0 },
    { label: `endpoints ${endpoints}`, count: endpoints },
    { label: `Lustre ${lustre?.addresses}`, count: lustre?.zone === zone ? (lustre.addresses ?? 0) : 0 },
  ].filter((item) => item.count > 0);
}

const total = (items: readonly Item[]): number => items.reduce((sum, { count }) => sum + count, 0);
const listed = (items: readonly Item[]): string => items.map((i) => i.label).join(", ");
const zonesOf = ({ network }: AwsEnvironment): string[] => [...new Set(network.zones)];

/** Longest prefix of a VPC whose zones have that many addresses; null when even the largest has not. */
function smallestPrefix(addresses: number, below: number): number | null {
  for (let prefix = below - 1; prefix >= LARGEST_VPC; prefix--) {
    if (zoneAddresses(prefix) >= addresses) return prefix;
  }
  return null;
}

const zoneAddresses = (prefix: number): number => 2 ** (32 - prefix - ZONE_BITS) - AWS_RESERVED_ADDRESSES;

/** What to change so that every zone has what it needs. */
function remedy(env: AwsEnvironment, zone: string, reserve: boolean): { path: ConfigPath; fix: string } {
  const { network } = env;
  if (network.kind === "existing") {
    const index = network.subnets.findIndex((s) => s.tier === "private" && s.zone === zone);
    const fix = `name a larger private subnet of ${zone}, or run fewer nodes in it`;
    return { path: ["network", "subnets", index, "cidr"], fix };
  }
  const most = Math.max(...zonesOf(env).map((z) => total(addressItems(env, z, reserve))));
  const prefix = smallestPrefix(most, parseCidr(network.cidr).prefix);
  if (prefix !== null) {
    const fix = `give network.cidr a /${prefix} (${zoneAddresses(prefix)} addresses in each zone), or run fewer nodes`;
    return { path: ["network", "cidr"], fix };
  }
  const fix = `run fewer nodes in ${zone} or move groups to other zones: even a /16 has only ${zoneAddresses(16)} addresses in each; or adopt a VPC with larger subnets (network.kind: "existing")`;
  return { path: largestGroup(env, zone) ?? ["network", "cidr"], fix };
}

/** Key of the group that takes most addresses in a zone. */
function largestGroup(env: AwsEnvironment, zone: string): ConfigPath | null {
  const weight = (g: ResolvedNodeGroup) => shareOf(g.count.max, g.machines.zones) * g.machines.addressesPerNode;
  const [largest] = groupsIn(env, zone).sort((a, b) => weight(b) - weight(a));
  return largest ? groupPath(largest, "nodes") : null;
}

/** Addresses and Elastic IPs against what subnets and quotas have. */
export const ADDRESS_BUDGET_RULES: readonly AwsRule[] = [
  {
    id: "network/ip-budget",
    title: "Every zone has the addresses that its nodes at full size, pods, file system and endpoints take.",
    severity: "error",
    why: "Beyond it nodes do not start, pods wait for an address, or the file system is not made.",
    source: EKS_NETWORK,
    *check({ env }) {
      for (const zone of zonesOf(env)) {
        const subnet = privateSubnet(env.network, zone);
        const items = addressItems(env, zone, false);
        if (!subnet || total(items) <= subnet.freeAddresses) continue;
        const message = `${zone} needs ${total(items)} addresses (${listed(items)}), but ${subnet.cidr} has ${subnet.freeAddresses}`;
        yield { message, ...remedy(env, zone, false) };
      }
    },
  },
  {
    id: "network/ip-headroom",
    title: "Every zone has addresses left for rolling updates, and the 16 that EKS recommends.",
    severity: "warning",
    why: "An update starts new nodes before it ends old ones, and an upgrade of the control plane makes new interfaces.",
    source: NODE_UPDATES,
    *check({ env }) {
      for (const zone of zonesOf(env)) {
        const free = privateSubnet(env.network, zone)?.freeAddresses ?? 0;
        const items = addressItems(env, zone, true);
        if (total(items) <= free || total(addressItems(env, zone, false)) > free) continue;
        const message = `${zone} fits at rest, but an update needs ${total(items)} addresses (${listed(items)}) of ${free}`;
        yield { message, ...remedy(env, zone, true) };
      }
    },
  },
  {
    id: "network/elastic-ip-quota",
    title: "NAT gateways need no more Elastic IPs than a new account has.",
    severity: "warning",
    why: "Each gateway takes one; the quota is per Region and shared with all else in the account.",
    source: VPC_QUOTAS,
    *check({ env: { network } }) {
      const quota = QUOTAS["L-0263D0A3"].default;
      if (network.nat !== "per-zone" || quota === null || network.natZones.length <= quota) return;
      const message = `nat "per-zone" takes ${network.natZones.length} Elastic IPs; a new account has ${quota} in a Region`;
      const fix = 'ask for more with quota L-0263D0A3, or write nat: "single"';
      yield { path: ["network", "nat"], message, fix };
    },
  },
];
