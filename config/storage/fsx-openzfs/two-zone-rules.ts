import { OPENZFS_ROUTE_TABLE_TAG, OPENZFS_SOURCES } from "../../facts/openzfs";
import { isLocalZone } from "../../facts/zones";
import { PRIVATE_BLOCKS } from "../../facts/private-blocks";
import { contains, formatCidr, hasHostBits, networkOf, overlaps, parseCidr } from "../../kernel/cidr";
import { orList } from "../../kernel/nearest";
import type { AwsRule } from "../../sites/aws-eks/rule";
import { perOpenzfs } from "./per-volume";

/** FSx itself chooses blocks of this size. */
const LEAST_ENDPOINTS = 28;

const standby = perOpenzfs(
  {
    id: "openzfs/standby-zone",
    title: "A file system in two zones has two of the network that are no Local Zones.",
    severity: "error",
    why: "FSx wants a subnet in each of two Availability Zones, and refuses to create it with less.",
    source: OPENZFS_SOURCES.create.url,
  },
  function* ({ zone, standbyZone, config }, { network }) {
    if (config.deployment !== "multi-az-1") return;
    const able = network.zones.filter((one) => !isLocalZone(one));
    const others = able.filter((one) => one !== zone);
    const wrong =
      standbyZone === ""
        ? "the network has no other zone than that of the file system"
        : standbyZone === zone
          ? `standbyZone is ${zone}, in which the file system serves already`
          : !able.includes(standbyZone!)
            ? `standbyZone is ${standbyZone}, where the network has no private subnet of an Availability Zone`
            : isLocalZone(zone)
              ? `zone is ${zone}, a Local Zone`
              : null;
    if (wrong === null) return;
    yield {
      at: [isLocalZone(zone) && able.includes(standbyZone!) ? "zone" : "standbyZone"],
      message: wrong,
      fix:
        others.length === 0
          ? 'add a zone to the network, or take deployment: "single-az-ha-2"'
          : `write standbyZone: ${orList(others.map((one) => JSON.stringify(one)))}${isLocalZone(zone) ? `, and zone: ${orList(able.map((one) => JSON.stringify(one)))}` : ""}`,
    };
  },
);

const endpointRange = perOpenzfs(
  {
    id: "openzfs/endpoint-range",
    title: "Addresses of a file system in two zones are nobody else's.",
    severity: "error",
    why: "A subnet that overlaps with them takes traffic to the file system away, and FSx refuses blocks without room.",
    source: OPENZFS_SOURCES.multi.url,
  },
  function* ({ config }, { network, cluster }) {
    if (config.deployment !== "multi-az-1" || config.endpointCidr === undefined) return;
    const { endpointCidr } = config;
    const taken = [
      ...network.subnets.map(({ zone, tier, cidr }) => [`the ${tier} subnet in ${zone}`, cidr] as const),
      ...(cluster.hybrid?.nodeCidrs ?? []).map((cidr) => ["nodes on premises", cidr] as const),
      ...(cluster.hybrid?.podCidrs ?? []).map((cidr) => ["pods on premises", cidr] as const),
      ["Services of Kubernetes", cluster.serviceCidr] as const,
    ].find(([, cidr]) => overlaps(cidr, endpointCidr));
    if (taken)
      yield {
        at: ["endpointCidr"],
        message: `endpointCidr ${endpointCidr} overlaps with ${taken[0]} (${taken[1]})`,
        fix: "write a block that no subnet has, such as the last one of the VPC, or take it out: FSx chooses one",
      };
    if (hasHostBits(endpointCidr) || parseCidr(endpointCidr).prefix > LEAST_ENDPOINTS)
      yield {
        at: ["endpointCidr"],
        message: `endpointCidr ${endpointCidr} ${hasHostBits(endpointCidr) ? "does not begin at its own start" : `has fewer than ${2 ** (32 - LEAST_ENDPOINTS)} addresses`}`,
        fix: `write a block of /${LEAST_ENDPOINTS} or larger: ${formatCidr(networkOf({ ...parseCidr(endpointCidr), prefix: Math.min(LEAST_ENDPOINTS, parseCidr(endpointCidr).prefix) }))}`,
      };
  },
);

const endpointPublic = perOpenzfs(
  {
    id: "openzfs/endpoint-public",
    title: "Addresses of a file system in two zones are private ones, or of the network itself.",
    severity: "error",
    why: "FSx writes a route to them into the tables of the VPC: whoever has these addresses on the internet is no longer reached from any subnet.",
    source: `${OPENZFS_SOURCES.routes.url}; https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml`,
  },
  function* ({ config }, { network }) {
    if (config.deployment !== "multi-az-1" || config.endpointCidr === undefined) return;
    const { endpointCidr } = config;
    if ([network.cidr, ...PRIVATE_BLOCKS].some((block) => contains(block, endpointCidr))) return;
    yield {
      at: ["endpointCidr"],
      message: `endpointCidr ${endpointCidr} has addresses of the internet`,
      fix: `write a block of ${network.cidr} that no subnet has, or one of ${orList([...PRIVATE_BLOCKS])}; or take it out: FSx chooses one`,
    };
  },
);

const routeTables = perOpenzfs(
  {
    id: "openzfs/route-tables",
    title: "FSx knows the route tables of nodes that mount a file system in two zones.",
    severity: "error",
    why: "Without, FSx writes its route into the VPC's main table alone: nodes of other tables find nobody at its address, and mounts hang.",
    source: OPENZFS_SOURCES.routes.url,
  },
  function* ({ config }, { network }) {
    if (config.deployment !== "multi-az-1") return;
    const [[tag, value]] = Object.entries(OPENZFS_ROUTE_TABLE_TAG) as [[string, string]];
    if (network.kind === "existing" && config.routeTables === undefined)
      yield {
        at: ["routeTables"],
        message: "the network exists, and nothing here knows the route tables of its subnets",
        fix: `write routeTables with those of all private subnets (aws ec2 describe-route-tables), each with the tag ${tag}: ${value}`,
      };
    if (network.kind === "create" && config.routeTables !== undefined)
      yield {
        at: ["routeTables"],
        message: "the network is made here, and its route tables are known",
        fix: "take routeTables out",
      };
  },
);

/** What a file system in two zones asks of the network. */
export const TWO_ZONE_RULES: readonly AwsRule[] = [standby, endpointRange, endpointPublic, routeTables];
