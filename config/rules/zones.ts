import { isLocalZone, region, regionOfZone } from "../facts/regions";
import type { ConfigPath } from "../issues";
import { orList } from "../nearest";
import type { Environment } from "../schema/environment";
import type { Rule } from "./rule";

const EKS_NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";
const EKS_LOCAL_ZONES = "https://docs.aws.amazon.com/eks/latest/userguide/local-zones.html";
const ZONES = "https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html";

type ZoneKey = readonly [path: ConfigPath, zone: string];

/** Zones of the network, where config names them. */
function networkZoneKeys({ network }: Environment): ZoneKey[] {
  return network.kind === "create"
    ? network.zones.map((zone, index) => [["network", "zones", index], zone])
    : network.subnets.map(({ zone }, index) => [["network", "subnets", index, "zone"], zone]);
}

/** Zones of node groups, where config names them. */
function* groupZoneKeys({ nodeGroups }: Environment): Iterable<ZoneKey> {
  for (const [name, { capacity, zone }] of Object.entries(nodeGroups)) {
    if ("zone" in capacity) yield [["nodeGroups", name, "capacity", "zone"], capacity.zone];
    if (zone) yield [["nodeGroups", name, "zone"], zone];
  }
}

const lustreZoneKeys = ({ lustre }: Environment): ZoneKey[] =>
  lustre?.zone ? [[["lustre", "zone"], lustre.zone]] : [];

/** Key under which the zones of a network stand. */
const zonesKey = ({ network }: Environment): ConfigPath => ["network", network.kind === "create" ? "zones" : "subnets"];

/** Zones: of the network, of node groups, of the file system. */
export const ZONE_RULES: readonly Rule[] = [
  {
    id: "network/zones-in-region",
    title: "Every zone is a zone of the environment's Region.",
    severity: "error",
    why: "AWS knows no such zone there.",
    source: ZONES,
    *check({ config }) {
      for (const [path, zone] of [...networkZoneKeys(config), ...groupZoneKeys(config), ...lustreZoneKeys(config)]) {
        const of = regionOfZone(zone);
        if (of === config.region) continue;
        const message = of
          ? `${zone} is a zone of ${of}, but the environment is in ${config.region}`
          : `${zone} is neither an availability zone nor a Local Zone`;
        yield { path, message, fix: `name a zone of ${config.region}, such as ${config.region}a` };
      }
    },
  },
  {
    id: "network/duplicate-zone",
    title: "A zone stands once in the list.",
    severity: "error",
    why: "The place in the list is the subnet of the zone: a zone cannot have two.",
    source: "config/resolve/subnets.ts",
    *check({ config: { network } }) {
      if (network.kind !== "create") return;
      for (const [index, zone] of network.zones.entries()) {
        const first = network.zones.indexOf(zone);
        if (first === index) continue;
        const message = `${zone} stands in the list twice, at ${first} and at ${index}`;
        yield { path: ["network", "zones", index], message, fix: "remove it, or name another zone" };
      }
    },
  },
  {
    id: "network/zone-count",
    title: "A network has no more zones than its Region.",
    severity: "error",
    why: "Some of the zones cannot exist.",
    source: ZONES,
    *check({ config, env }) {
      const most = region(config.region)?.zones ?? null;
      const named = availabilityZones(config, env.network.zones);
      if (most === null || named.length <= most) return;
      const message = `${named.length} availability zones are named (${named.join(", ")}); ${config.region} has ${most}`;
      yield { path: zonesKey(config), message, fix: `name at most ${most}` };
    },
  },
  {
    id: "network/two-availability-zones",
    title: "Two availability zones have a private subnet.",
    severity: "error",
    why: "EKS wants subnets in two availability zones, and can put nothing of its own into Local Zones.",
    source: EKS_NETWORK,
    *check({ config, env }) {
      const usable = availabilityZones(config, env.network.zones);
      if (usable.length >= 2) return;
      const message = `private subnets are in ${usable.length ? `${usable.join()} alone` : "no availability zone"}; EKS needs two zones`;
      const fix =
        config.network.kind === "create"
          ? "add an availability zone (Local Zones do not count)"
          : 'add a subnet with tier: "private" in another availability zone (Local Zones do not count)';
      yield { path: zonesKey(config), message, fix };
    },
  },
  {
    id: "network/local-zone",
    title: "A Local Zone is chosen knowingly.",
    severity: "warning",
    why: "EKS runs nodes there, but no part of the control plane; whether NAT gateways, Lustre or a type exist differs by zone.",
    source: EKS_LOCAL_ZONES,
    *check({ config }) {
      for (const [path, zone] of networkZoneKeys(config)) {
        if (!isLocalZone(zone)) continue;
        const message = `${zone} is a Local Zone: nodes can run there, the control plane has no interface in it, and its services are fewer`;
        yield { path, message, fix: "make sure that the zone is enabled in the account and offers what you ask of it" };
      }
    },
  },
  {
    id: "network/group-zone-has-subnet",
    title: "Zones of node groups have a private subnet.",
    severity: "error",
    why: "Nodes stand in private subnets; there is none to put them in.",
    source: EKS_NETWORK,
    *check({ config, env }) {
      const { zones } = env.network;
      for (const [path, zone] of groupZoneKeys(config)) {
        if (zones.includes(zone) || regionOfZone(zone) !== config.region) continue;
        const message = `the network has no private subnet in ${zone}, only in ${zones.length ? orList(zones) : "no zone"}`;
        const how = config.network.kind === "create" ? "to network.zones, at the end" : "as a private subnet";
        yield { path, message, fix: `add ${zone} ${how}, or choose a zone that the network has` };
      }
    },
  },
];

/** Distinct zones of the Region proper among some zones. */
function availabilityZones(config: Environment, zones: readonly string[]): string[] {
  return [...new Set(zones)].filter((zone) => !isLocalZone(zone) && regionOfZone(zone) === config.region);
}
