import { INSTANCE_TYPES, type InstanceType } from "../../../../config/facts/instance-types";
import type { CloudApi } from "../../cloud/cloud-api";
import type { DataKind, Refusal } from "../../cloud/resource-kind";
import type { Attributes, Value } from "../../value";
import { blocksOf, textsOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { ec2Id } from "./ec2-ids";
import { ec2Api, EC2_ERRORS } from "./ec2-sources";
import { availabilityZonesOf, isZoneOf, zoneId } from "./ec2-zones";

const zonesOf = (api: CloudApi) => availabilityZonesOf(api.region);

const ZONES: DataKind = {
  source: [ec2Api("DescribeAvailabilityZones")],
  read: (config, api) => {
    const names = zonesOf(api)
      .filter((name) => !textsOf(config, "exclude_names").includes(name))
      .filter((name) => !textsOf(config, "exclude_zone_ids").includes(zoneId(api.region, name)));
    return {
      id: api.region,
      names,
      zone_ids: names.map((name) => zoneId(api.region, name)),
      group_names: [`${api.region}-zg-1`],
    };
  },
};

/** The zone that is named, also a Local Zone; each is there if it may be. */
const ZONE: DataKind = {
  source: [ec2Api("DescribeAvailabilityZones")],
  read: (config, api): Attributes | Refusal => {
    const byId = zonesOf(api).find((name) => zoneId(api.region, name) === text(config, "zone_id"));
    const name = text(config, "name") ?? byId;
    if (name === undefined || !isZoneOf(api.region, name))
      return {
        code: "InvalidZone.NotFound",
        message: `${name ?? text(config, "zone_id") ?? "no name"} is not a zone of ${api.region}`,
        source: EC2_ERRORS,
      };
    const suffix = name.slice(api.region.length);
    const local = suffix.startsWith("-");
    return {
      id: name,
      name,
      name_suffix: suffix,
      zone_id: zoneId(api.region, name),
      zone_type: local ? "local-zone" : "availability-zone",
      group_name: local ? name.slice(0, -1) : `${api.region}-zg-1`,
      group_long_name: local ? name.slice(0, -1) : api.region,
      network_border_group: local ? name.slice(0, -1) : api.region,
      opt_in_status: local ? "opted-in" : "opt-in-not-required",
      parent_zone_id: local ? zoneId(api.region, zonesOf(api)[0]!) : "",
      parent_zone_name: local ? zonesOf(api)[0]! : "",
      state: "available",
    };
  },
};

/** Some image: what is in it does not matter here, and which there are changes daily. */
const AMI: DataKind = {
  source: [ec2Api("DescribeImages")],
  read: (config, api) => {
    const id = ec2Id("ami", api);
    const [owner = "amazon"] = textsOf(config, "owners");
    return {
      id,
      image_id: id,
      arn: `arn:${api.partition}:ec2:${api.region}::image/${id}`,
      name: filterOf(config, "name")[0] ?? `image-${id}`,
      architecture: filterOf(config, "architecture")[0] ?? "x86_64",
      owner_id: /^\d{12}$/.test(owner) ? owner : "137112412989",
      image_owner_alias: /^\d{12}$/.test(owner) ? "" : owner,
      creation_date: api.now,
      image_type: "machine",
      root_device_name: "/dev/xvda",
      root_device_type: "ebs",
      root_snapshot_id: ec2Id("snap", api, "root"),
      state: "available",
      virtualization_type: "hvm",
      ena_support: true,
      public: true,
      hypervisor: "xen",
      block_device_mappings: [],
      product_codes: [],
    };
  },
};

const OFFERINGS: DataKind = {
  source: [ec2Api("DescribeInstanceTypeOfferings")],
  read: (config, api) => {
    const types = filterOf(config, "instance-type");
    const place = text(config, "location_type") ?? "region";
    const asked = filterOf(config, "location");
    const places = asked.length > 0 ? asked : place === "region" ? [api.region] : placesOf(place, api);
    const pairs = types.flatMap((type) => places.map((location) => ({ type, location })));
    return {
      id: api.region,
      // what AWS offers where is not known: all that is asked for is there
      instance_types: pairs.map(({ type }) => type),
      locations: pairs.map(({ location }) => location),
      location_types: pairs.map(() => place),
    };
  },
};

const placesOf = (place: string, api: CloudApi) =>
  zonesOf(api).map((name) => (place === "availability-zone-id" ? zoneId(api.region, name) : name));

function filterOf(config: Attributes, name: string): string[] {
  return blocksOf(config, "filter")
    .filter((filter) => filter["name"] === name)
    .flatMap((filter) => textsOf(filter, "values"));
}

const INSTANCE_TYPE: DataKind = {
  source: [ec2Api("DescribeInstanceTypes"), "config/facts/instance-types.json"],
  read: (config) => {
    const name = text(config, "instance_type") ?? "";
    const type = INSTANCE_TYPES[name as keyof typeof INSTANCE_TYPES] as InstanceType | undefined;
    return { id: name, ...(type ? described(type) : {}) };
  },
};

/** What the facts tell; the rest stays empty. */
function described({ arch, efa, eni, gpu, memoryMiB, network, nvme, vcpus }: InstanceType): Attributes {
  const gpus: Value = gpu
    ? [{ count: gpu.count, manufacturer: "NVIDIA", memory_size: gpu.memoryMiB, name: gpu.model }]
    : [];
  return {
    default_vcpus: vcpus,
    memory_size: memoryMiB,
    supported_architectures: [arch === "amd64" ? "x86_64" : "arm64"],
    gpus,
    total_gpu_memory: gpu ? gpu.count * gpu.memoryMiB : 0,
    efa_supported: efa.supported,
    efa_maximum_interfaces: efa.max,
    maximum_network_cards: network.cards,
    maximum_network_interfaces: eni.max,
    maximum_ipv4_addresses_per_interface: eni.ipv4PerInterface,
    instance_storage_supported: nvme.totalGB !== null && nvme.totalGB > 0,
    total_instance_storage: nvme.totalGB,
    current_generation: true,
  };
}

export const EC2_DATA: Readonly<Record<string, DataKind>> = {
  aws_availability_zones: ZONES,
  aws_availability_zone: ZONE,
  aws_ami: AMI,
  aws_ec2_instance_type_offerings: OFFERINGS,
  aws_ec2_instance_type: INSTANCE_TYPE,
};
