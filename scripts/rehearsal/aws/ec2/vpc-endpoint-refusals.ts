import { isLocalZone } from "../../../../config/facts/zones";
import type { CloudApi } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { textsOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { ec2Api, EC2_ERRORS, privateLinkGuide } from "./ec2-sources";
import { vpcOfGroup } from "./security-groups";

/** What CreateVpcEndpoint and ModifyVpcEndpoint refuse. */
export function refuseEndpoint(object: Attributes, api: CloudApi): readonly Refusal[] {
  const type = text(object, "vpc_endpoint_type");
  return [
    ...refuseRegion(object, api),
    ...refuseArguments(type, object),
    ...(type === "Gateway" ? [...refuseService(object), ...refuseSecondRoute(object, api)] : []),
    ...(type === "Interface"
      ? [...refusePrivateDns(object, api), ...refuseZones(object, api), ...refuseGroups(object, api)]
      : []),
  ];
}

/** A service of AWS has its Region in its name; only `service_region` says that another one is meant. */
function refuseRegion(object: Attributes, api: CloudApi): Refusal[] {
  const name = text(object, "service_name") ?? "";
  const region = /^(?:cn\.)?com\.amazonaws\.([a-z]+(?:-[a-z]+)+-\d+)\./.exec(name)?.[1];
  if (region === undefined || region === (text(object, "service_region") ?? api.region)) return [];
  return [
    {
      code: "InvalidServiceName",
      message: `service_name ${name} is of ${region}, and the endpoint is made in ${api.region}`,
      source: EC2_ERRORS,
    },
  ];
}

function refuseArguments(type: string | null, object: Attributes): Refusal[] {
  const foreign: Readonly<Record<string, readonly string[]>> = {
    Gateway: ["subnet_ids", "security_group_ids"],
    Interface: ["route_table_ids"],
  };
  const refusals = (foreign[type ?? ""] ?? [])
    .filter((name) => textsOf(object, name).length > 0)
    .map((name) => invalid(`${name} are not for an endpoint of type ${type}`));
  if (type === "Gateway" && object["private_dns_enabled"] === true)
    refusals.push(invalid("private_dns_enabled is for endpoints of type Interface"));
  return refusals;
}

const invalid = (message: string, source = ec2Api("CreateVpcEndpoint")): Refusal => ({
  code: "InvalidParameter",
  message,
  source,
});

function refuseService(object: Attributes): Refusal[] {
  const name = text(object, "service_name");
  if (name === null || /\.(?:s3|dynamodb|s3express)$/.test(name)) return [];
  return [invalid(`${name} has no gateway endpoint; only S3 and DynamoDB have`, privateLinkGuide("gateway-endpoints"))];
}

function refuseSecondRoute(object: Attributes, api: CloudApi): Refusal[] {
  const tables = textsOf(object, "route_table_ids");
  return others(object, api)
    .filter(({ attributes }) => attributes["vpc_endpoint_type"] === "Gateway")
    .flatMap(({ id, attributes }) =>
      textsOf(attributes, "route_table_ids")
        .filter((table) => tables.includes(table))
        .map((table) => ({
          code: "RouteAlreadyExists",
          message: `${table} has a route to ${text(object, "service_name")} already, by ${id}`,
          source: privateLinkGuide("gateway-endpoints"),
        })),
    );
}

/** Other endpoints of the same service in the same VPC. */
function others(object: Attributes, api: CloudApi) {
  return api
    .all("aws_vpc_endpoint")
    .filter(({ id }) => id !== object["id"])
    .filter(({ attributes }) => ["vpc_id", "service_name"].every((name) => attributes[name] === object[name]));
}

function refusePrivateDns(object: Attributes, api: CloudApi): Refusal[] {
  if (object["private_dns_enabled"] !== true) return [];
  const vpc = api.get("aws_vpc", text(object, "vpc_id") ?? "");
  const off = ["enable_dns_support", "enable_dns_hostnames"].filter((name) => vpc?.attributes[name] === false);
  const conflict = others(object, api).filter(({ attributes }) => attributes["private_dns_enabled"] === true);
  return [
    ...off.map((name) => invalid(`private_dns_enabled needs ${name} of ${vpc?.id}, which is off`)),
    ...conflict.map(({ id }) =>
      invalid(
        `private_dns_enabled: ${id} has the private DNS names of ${text(object, "service_name")} in this VPC already`,
        "https://docs.pingcap.com/tidbcloud/set-up-private-endpoint-connections/",
      ),
    ),
  ];
}

function refuseZones(object: Attributes, api: CloudApi): Refusal[] {
  const zones = textsOf(object, "subnet_ids").flatMap(
    (id) => text(api.get("aws_subnet", id)?.attributes, "availability_zone") ?? [],
  );
  const local = zones.filter(isLocalZone).map((zone) => ({
    code: "InvalidParameter",
    message: `subnet_ids has a subnet of ${zone}; there are no interface endpoints in Local Zones`,
    source: privateLinkGuide("aws-services-privatelink-support"),
  }));
  const twice = [...new Set(zones.filter((zone, index) => zones.indexOf(zone) !== index))].map((zone) => ({
    code: "DuplicateSubnetsInSameZone",
    message: `subnet_ids has several subnets of ${zone}; an interface endpoint takes one in each zone`,
    source: EC2_ERRORS,
  }));
  return [...local, ...twice];
}

function refuseGroups(object: Attributes, api: CloudApi): Refusal[] {
  return textsOf(object, "security_group_ids")
    .map((id) => ({ id, vpcId: vpcOfGroup(id, api) }))
    .filter(({ vpcId }) => vpcId !== null && vpcId !== object["vpc_id"])
    .map(({ id, vpcId }) => ({
      code: "InvalidGroup.NotFound",
      message: `${id} is in ${vpcId}, and the endpoint is in ${text(object, "vpc_id")}`,
      source: EC2_ERRORS,
    }));
}
