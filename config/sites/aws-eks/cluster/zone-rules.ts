import { excludedByEks, isLocalZone, regionOfZone, ZONE_SOURCES } from "../../../facts/zones";
import { zoneNames } from "../../../facts/regions";
import type { ConfigPath } from "../../../kernel/issues";
import type { AwsEnvironment } from "../environment";
import type { AwsConfig } from "../schema";
import type { AwsRule } from "../rule";

const EKS_NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";

/** Where a zone of the cluster comes from: its own key, or that of the network. */
function pathOf({ cluster, network }: AwsConfig, zone: string): ConfigPath {
  const own = cluster.zones?.indexOf(zone) ?? -1;
  if (own >= 0) return ["cluster", "zones", own];
  if (network.kind === "create") return ["network", "zones", network.zones.indexOf(zone)];
  return ["network", "subnets", network.subnets.findIndex((s) => s.tier === "private" && s.zone === zone), "zone"];
}

const availabilityZones = ({ network, region }: AwsEnvironment): string[] =>
  [...new Set(network.zones)].filter((zone) => !isLocalZone(zone) && regionOfZone(zone) === region);

const ask = (region: string): string =>
  `aws ec2 describe-availability-zones --region ${region} --query "AvailabilityZones[].[ZoneName,ZoneId]"`;

/** Zones of the control plane: chosen when the cluster is made, and never again. */
export const CLUSTER_ZONE_RULES: readonly AwsRule[] = [
  {
    id: "cluster/zones-in-network",
    title: "Zones of the cluster are availability zones with a private subnet, each named once.",
    severity: "error",
    why: "The control plane has interfaces in private subnets, and in none of a Local Zone.",
    source: EKS_NETWORK,
    *check({ config, env }) {
      const usable = availabilityZones(env);
      for (const [index, zone] of (config.cluster.zones ?? []).entries()) {
        const path = ["cluster", "zones", index];
        const first = config.cluster.zones?.indexOf(zone) ?? index;
        if (first !== index) {
          yield { path, message: `${zone} stands in the list twice`, fix: "remove it, or name another zone" };
        } else if (!usable.includes(zone)) {
          const what = isLocalZone(zone) ? "is a Local Zone, which EKS takes no subnet of" : "has no private subnet";
          const message = `${zone} ${what}; the network has ${usable.join(", ") || "no availability zone"}`;
          yield { path, message, fix: "name zones that the cluster was made with, or is to be made with" };
        }
      }
    },
  },
  {
    id: "cluster/zones-unsaid",
    title: "Where a network has more than two availability zones, config says which of them the cluster has.",
    severity: "warning",
    why: "EKS takes no other zones than those that a cluster was made with. Unsaid, they are the first two.",
    source: EKS_NETWORK,
    *check({ config, env }) {
      const usable = availabilityZones(env);
      if (config.cluster.zones || usable.length <= env.network.clusterZones.length) return;
      const has = env.network.clusterZones;
      const others = usable.filter((zone) => !has.includes(zone));
      const list = (zones: readonly string[]) => `[${zones.map((zone) => JSON.stringify(zone)).join(", ")}]`;
      yield {
        path: ["cluster", "zones"],
        message: `control plane and system nodes are in ${has.join(" and ")}; ${others.join(", ")} ${others.length > 1 ? "hold" : "holds"} nodes alone`,
        fix: `write cluster.zones: ${list(has)}, or ${list(usable)} for a cluster that was made with, or is to be made with, all of them`,
      };
    },
  },
  {
    id: "cluster/excluded-zone",
    title: "The control plane keeps out of zones in which EKS has no room.",
    severity: "error",
    why: "EKS refuses the cluster, after the network stands (UnsupportedAvailabilityZoneException).",
    source: ZONE_SOURCES.excludedByEks.url,
    *check({ config, env }) {
      const excluded = excludedByEks(env.region);
      const { clusterZones } = env.network;
      if (!excluded) return;
      const { id, oftenCalled } = excluded;
      if (oftenCalled !== null && clusterZones.includes(oftenCalled)) {
        yield {
          path: pathOf(config, oftenCalled),
          message: `EKS puts no control plane into ${id}, and in most accounts that is ${oftenCalled}`,
          fix: `take another zone for cluster.zones; if ${ask(env.region)} gives it another id in this account, name this rule in ignoreRules`,
        };
      } else if (clusterZones.length > 1 && clusterZones.length === (zoneNames(env.region)?.length ?? Infinity)) {
        const message = `${clusterZones.join(", ")} are all zones of ${env.region}, so one is ${id}, into which EKS puts no control plane`;
        yield {
          path: pathOf(config, clusterZones.at(-1) ?? ""),
          message,
          fix: `leave out the one that is ${id}: ${ask(env.region)}`,
        };
      }
    },
  },
  {
    id: "cluster/excluded-zone-unknown",
    title: "Where no name is known for the zone that EKS excludes, the account was asked.",
    severity: "warning",
    why: "Names of zones differ by account: which of them is the excluded one, only the account tells.",
    source: ZONE_SOURCES.zoneIds.url,
    *check({ config, env }) {
      const excluded = excludedByEks(env.region);
      const [zone] = env.network.clusterZones;
      if (!excluded || excluded.oftenCalled !== null || zone === undefined) return;
      const message = `EKS puts no control plane into ${excluded.id}; which name it has in this account is unknown`;
      yield {
        path: pathOf(config, zone),
        message,
        fix: `ask, and then name this rule in ignoreRules: ${ask(env.region)}`,
      };
    },
  },
];
