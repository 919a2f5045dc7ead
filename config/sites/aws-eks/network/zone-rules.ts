import { REGION_SOURCES, zoneNames } from "../../../facts/regions";
import { isLocalZone, localZonesOf, regionOfZone, ZONE_SOURCES } from "../../../facts/zones";
import type { ConfigPath } from "../../../kernel/issues";
import { orList } from "../../../kernel/nearest";
import type { AwsConfig } from "../schema";
import type { AwsRule } from "../rule";
import { ec2Entries } from "../nodes/ec2-groups";

const EKS_NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";
const EKS_LOCAL_ZONES = "https://docs.aws.amazon.com/eks/latest/userguide/local-zones.html";
const ZONES = "https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html";

type ZoneKey = readonly [path: ConfigPath, zone: string];

/** Zones of the network, where config names them. */
function networkZoneKeys({ network }: AwsConfig): ZoneKey[] {
  return network.kind === "create"
    ? network.zones.map((zone, index) => [["network", "zones", index], zone])
    : network.subnets.map(({ zone }, index) => [["network", "subnets", index, "zone"], zone]);
}

/** Zones of node groups, where config names them. */
function* groupZoneKeys(config: AwsConfig): Iterable<ZoneKey> {
  for (const [name, { capacity, zone }] of ec2Entries(config)) {
    if ("zone" in capacity) yield [["nodeGroups", name, "capacity", "zone"], capacity.zone];
    if (zone) yield [["nodeGroups", name, "zone"], zone];
  }
}

const clusterZoneKeys = ({ cluster }: AwsConfig): ZoneKey[] =>
  (cluster.zones ?? []).map((zone, index) => [["cluster", "zones", index], zone]);

const volumeZoneKeys = ({ lustre, storage }: AwsConfig): ZoneKey[] => [
  ...(lustre?.zone ? [[["lustre", "zone"], lustre.zone] as ZoneKey] : []),
  ...Object.entries(storage).flatMap(([name, volume]) =>
    "zone" in volume && volume.zone ? [[["storage", name, "zone"], volume.zone] as ZoneKey] : [],
  ),
];

/** Every key that names a zone. */
const zoneKeys = (config: AwsConfig): ZoneKey[] => [
  ...networkZoneKeys(config),
  ...clusterZoneKeys(config),
  ...groupZoneKeys(config),
  ...volumeZoneKeys(config),
];

/** Key under which the zones of a network stand. */
const zonesKey = ({ network }: AwsConfig): ConfigPath => ["network", network.kind === "create" ? "zones" : "subnets"];

/** Zones: of the network, of node groups, of volumes. */
export const ZONE_RULES: readonly AwsRule[] = [
  {
    id: "network/zones-in-region",
    title: "Every zone is a zone of the environment's Region.",
    severity: "error",
    why: "AWS knows no such zone there.",
    source: ZONES,
    *check({ config }) {
      for (const [path, zone] of zoneKeys(config)) {
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
    id: "network/zone-exists",
    title: "Every zone is one that AWS lists.",
    severity: "error",
    why: "AWS makes no subnet in a zone that does not exist, and tells only at apply.",
    source: REGION_SOURCES.zones.url,
    *check({ config }) {
      for (const [path, zone] of zoneKeys(config)) {
        if (regionOfZone(zone) !== config.region) continue;
        const local = isLocalZone(zone);
        const listed = local ? localZonesOf(config.region) : zoneNames(config.region);
        if (listed === null || listed.includes(zone)) continue;
        const what = local ? "Local Zones" : "availability zones";
        const { asOf } = local ? ZONE_SOURCES.localZones : REGION_SOURCES.zones;
        yield {
          path,
          message: `AWS lists no ${zone}; ${what} of ${config.region} are ${listed.join(", ") || "none"} (as of ${asOf})`,
          fix: `name one of these; if the account has the zone (aws ec2 describe-availability-zones --region ${config.region} --all-availability-zones), name this rule in ignoreRules`,
        };
      }
    },
  },
  {
    id: "network/duplicate-zone",
    title: "A zone stands once in the list.",
    severity: "error",
    why: "The place in the list is the subnet of the zone: a zone cannot have two.",
    source: `${EKS_NETWORK}; Railyard's own design: the place of a zone in the list fixes its subnet`,
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
      const most = zoneNames(config.region)?.length ?? null;
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
    why: "EKS runs nodes there, but no part of the control plane; whether Lustre or a type exist differs by zone.",
    source: EKS_LOCAL_ZONES,
    *check({ config }) {
      for (const [path, zone] of networkZoneKeys(config)) {
        if (!isLocalZone(zone)) continue;
        const message = `${zone} is a Local Zone: nodes can run there, control plane, system nodes, endpoints, NAT gateways and load balancers stay in availability zones`;
        yield {
          path,
          message,
          fix: `enable the zone group (aws ec2 modify-availability-zone-group --region ${config.region} --group-name ${zone.slice(0, -1)} --opt-in-status opted-in), and make sure that it offers what you ask of it`,
        };
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
        const local = isLocalZone(zone)
          ? " (nodes alone stand in a Local Zone: add it beside two availability zones)"
          : "";
        yield { path, message, fix: `add ${zone} ${how}${local}, or choose a zone that the network has` };
      }
    },
  },
  {
    id: "network/group-zones-agree",
    title: "A node group with a reservation or a block names no other zone.",
    severity: "error",
    why: "Nodes go where the capacity is, and `zone` would be passed over in silence.",
    source:
      "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservation-overview.html (a reservation is of one zone); Railyard's own design: nodes follow it",
    *check({ config }) {
      for (const [name, { capacity, zone }] of ec2Entries(config)) {
        if (!("zone" in capacity) || zone === undefined || zone === capacity.zone) continue;
        const message = `zone is ${zone}, but capacity.zone is ${capacity.zone}, where the nodes are`;
        yield { path: ["nodeGroups", name, "zone"], message, fix: "remove zone, or correct capacity.zone" };
      }
    },
  },
];

/** Distinct zones of the Region proper among some zones. */
function availabilityZones(config: AwsConfig, zones: readonly string[]): string[] {
  return [...new Set(zones)].filter((zone) => !isLocalZone(zone) && regionOfZone(zone) === config.region);
}
