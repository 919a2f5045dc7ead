import { isLocalZone } from "../../../../config/facts/zones";
import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, isOn, textOf, textsOf } from "../../attribute-values";
import { cidr, overlap, within } from "../ec2/cidr";
import { refuseRemoteBlocks } from "./eks-remote-networks";
import { invalidParameter } from "../../cloud/refusals";

const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const NETWORK = "https://docs.aws.amazon.com/eks/latest/userguide/network-reqs.html";
const LOCAL_ZONES = "https://docs.aws.amazon.com/eks/latest/userguide/local-zones.html";
const SERVICES = `${api}/API_KubernetesNetworkConfigRequest.html`;
const VPC = `${api}/API_VpcConfigRequest.html`;
const ENDPOINTS = "https://github.com/rancher/rancher/issues/28158";

/** What EKS refuses of the network of a cluster. */
export function refuseClusterNetwork(cluster: Attributes, cloud: CloudApi, prior: Attributes | null): Refusal[] {
  const vpc = blockOf(cluster, "vpc_config");
  const subnets = subnetsOf(vpc, cloud);
  const refusals: Refusal[] = [];
  if (textsOf(vpc, "security_group_ids").length > 5)
    refusals.push(invalidParameter("security_group_ids has more than five groups", `${api}/API_CreateCluster.html`));
  if (!isOn(vpc, "endpoint_private_access") && !isOn(vpc, "endpoint_public_access"))
    refusals.push(invalidParameter("Both private and public endpoint access cannot be false", ENDPOINTS));
  const v6 = textsOf(vpc, "public_access_cidrs").filter((block) => block.includes(":"));
  if (v6.length > 0 && textOf(blockOf(cluster, "kubernetes_network_config"), "ip_family") !== "ipv6")
    refusals.push(
      invalidParameter(`public_access_cidrs has ${v6.join(", ")}, and the cluster is of the family ipv4`, VPC),
    );
  return [
    ...refusals,
    ...refuseSubnets(subnets),
    ...refuseOtherSubnets(subnets, subnetsOf(prior && blockOf(prior, "vpc_config"), cloud)),
    ...refuseServices(cluster, subnets, cloud),
    ...refuseRemoteNetworks(cluster, subnets, cloud),
  ];
}

function refuseSubnets(subnets: readonly CloudObject[]): Refusal[] {
  const local = [...zonesOf(subnets)].filter(isLocalZone);
  const refusals: Refusal[] = local.map((zone) =>
    invalidParameter(`subnet_ids has a subnet of the Local Zone ${zone}, in which EKS puts no interface`, LOCAL_ZONES),
  );
  if (subnets.length > 0 && zonesOf(subnets).size < 2)
    refusals.push(
      invalidParameter(
        `Subnets specified must be in at least two different AZs, and all are in ${[...zonesOf(subnets)].join()}`,
        NETWORK,
      ),
    );
  if (vpcsOf(subnets).size > 1)
    refusals.push(invalidParameter(`subnet_ids are of ${vpcsOf(subnets).size} VPCs; a cluster is in one`, NETWORK));
  return refusals;
}

/** Other subnets than before must be in the same zones of the same VPC. */
function refuseOtherSubnets(subnets: readonly CloudObject[], before: readonly CloudObject[]): Refusal[] {
  if (subnets.length === 0 || before.length === 0) return [];
  const [zones, zonesBefore] = [zonesOf(subnets), zonesOf(before)];
  const refusals: Refusal[] = [];
  if (zones.size !== zonesBefore.size || [...zones].some((zone) => !zonesBefore.has(zone)))
    refusals.push(
      invalidParameter(
        `Provided subnets belong to the AZs ${[...zones].sort().join(", ")}; they must be in exactly those of before, ` +
          [...zonesBefore].sort().join(", "),
        NETWORK,
      ),
    );
  if ([...vpcsOf(subnets)].some((id) => !vpcsOf(before).has(id)))
    refusals.push(invalidParameter("subnet_ids are of another VPC than before", NETWORK));
  return refusals;
}

/** Addresses of services: private ones, a whole block of /12 to /24, and none that the VPC has. */
function refuseServices(cluster: Attributes, subnets: readonly CloudObject[], cloud: CloudApi): Refusal[] {
  const config = blockOf(cluster, "kubernetes_network_config");
  const given = textOf(config, "service_ipv4_cidr");
  const family = textOf(config, "ip_family") ?? "ipv4";
  if (family === "ipv6" && cloud.partition === "aws-cn")
    return [invalidParameter("ip_family is ipv6, which EKS does not have in China", SERVICES)];
  if (given === null) return [];
  if (family === "ipv6") return [invalidParameter("service_ipv4_cidr is given with the family ipv6", SERVICES)];
  const block = cidr(given);
  const inside = (outer: string) => within(block!, cidr(outer)!);
  if (!block || block.prefix < 12 || block.prefix > 24)
    return [invalidParameter(`service_ipv4_cidr is ${given}; it is a block of /12 to /24`, SERVICES)];
  if (!["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"].some(inside))
    return [
      invalidParameter(
        `service_ipv4_cidr is ${given}; it is inside 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16`,
        SERVICES,
      ),
    ];
  return blocksOfVpcs(vpcsOf(subnets), cloud)
    .filter((text) => [cidr(text)].some((other) => other && overlap(block, other)))
    .map((text) => invalidParameter(`service_ipv4_cidr ${given} overlaps ${text} of the VPC`, SERVICES));
}

/** Networks on premises keep clear of the VPC and of the services. */
function refuseRemoteNetworks(cluster: Attributes, subnets: readonly CloudObject[], cloud: CloudApi): Refusal[] {
  const services = textOf(blockOf(cluster, "kubernetes_network_config"), "service_ipv4_cidr");
  return refuseRemoteBlocks(
    cluster,
    [...blocksOfVpcs(vpcsOf(subnets), cloud), ...(services === null ? [] : [services])],
    cloud,
  );
}

function blocksOfVpcs(ids: ReadonlySet<string>, cloud: CloudApi): string[] {
  const vpcs = [...ids].flatMap((id) => cloud.get("aws_vpc", id) ?? []);
  const more = cloud
    .all("aws_vpc_ipv4_cidr_block_association")
    .filter(({ attributes }) => ids.has(textOf(attributes, "vpc_id") ?? ""));
  return [...vpcs, ...more].flatMap(({ attributes }) => textOf(attributes, "cidr_block") ?? []);
}

/** Subnets that are there; the others are told where they are named. */
function subnetsOf(vpc: Attributes | null, cloud: CloudApi): CloudObject[] {
  return textsOf(vpc, "subnet_ids").flatMap((id) => cloud.get("aws_subnet", id) ?? []);
}

const zonesOf = (subnets: readonly CloudObject[]) => valuesOf(subnets, "availability_zone");
const vpcsOf = (subnets: readonly CloudObject[]) => valuesOf(subnets, "vpc_id");

function valuesOf(objects: readonly CloudObject[], name: string): Set<string> {
  return new Set(objects.flatMap(({ attributes }) => textOf(attributes, name) ?? []));
}
