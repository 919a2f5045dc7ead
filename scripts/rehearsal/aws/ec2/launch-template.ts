import type { KindRow } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import { isAttributes, type Attributes, type Value } from "../../value";
import { blocksOf, numberOf } from "../../attribute-values";
import { text } from "./ec2-arguments";
import { ec2Id, nameAndPrefix } from "./ec2-ids";
import { ec2Api, EC2_ERRORS, ec2Provider } from "./ec2-sources";
import { refuseLaunch } from "./launch-template-refusals";
import { SECURITY_GROUPS } from "./security-groups";

/** Arguments whose change makes a new version: all that is said of instances. */
const VERSIONED = [
  "block_device_mappings",
  "capacity_reservation_specification",
  "cpu_options",
  "credit_specification",
  "disable_api_stop",
  "disable_api_termination",
  "ebs_optimized",
  "enclave_options",
  "hibernation_options",
  "iam_instance_profile",
  "image_id",
  "instance_initiated_shutdown_behavior",
  "instance_market_options",
  "instance_requirements",
  "instance_type",
  "kernel_id",
  "key_name",
  "license_specification",
  "maintenance_options",
  "metadata_options",
  "monitoring",
  "network_interfaces",
  "placement",
  "private_dns_name_options",
  "ram_disk_id",
  "security_group_names",
  "tag_specifications",
  "user_data",
  "vpc_security_group_ids",
];

/** Tags make no version, and yet the provider plans one: whatever names the version is planned to change as well. */
const PLANNED = [...VERSIONED, "tags", "tags_all"];

const LAUNCH_TEMPLATE: KindRow = {
  source: [ec2Provider("ec2_launch_template"), ec2Api("CreateLaunchTemplate"), ec2Api("CreateLaunchTemplateVersion")],
  computedBlocks: ["metadata_options"],
  recomputed: {
    latest_version: PLANNED,
    default_version: [...PLANNED, "update_default_version"],
  },
  unique: [{ by: ["name"], code: "InvalidLaunchTemplateName.AlreadyExistsException", source: EC2_ERRORS }],
  references: [
    { path: "vpc_security_group_ids", to: SECURITY_GROUPS, missing: "InvalidGroup.NotFound" },
    { path: "network_interfaces.security_groups", to: SECURITY_GROUPS, missing: "InvalidGroup.NotFound" },
    {
      path: "network_interfaces.subnet_id",
      to: ["aws_subnet", "aws_default_subnet"],
      missing: "InvalidSubnetID.NotFound",
    },
    {
      path: "placement.group_name",
      to: ["aws_placement_group"],
      by: "name",
      missing: "InvalidPlacementGroup.Unknown",
    },
  ],
  refuse: refuseLaunch,
  create: (object, api) => {
    const id = ec2Id("lt", api);
    return {
      id,
      arn: api.arn("ec2", `launch-template/${id}`),
      ...nameAndPrefix({ name: text(object, "name"), prefix: text(object, "name_prefix") }, api),
      default_version: 1,
      latest_version: 1,
      ...filledBlocks(object),
    };
  },
  update: (object, prior) => {
    const before = numberOf(prior, "latest_version") ?? 1;
    const latest = VERSIONED.some((name) => meaning(object[name]) !== meaning(prior[name])) ? before + 1 : before;
    const kept = numberOf(object, "default_version") ?? numberOf(prior, "default_version");
    return {
      latest_version: latest,
      default_version: object["update_default_version"] === true ? latest : kept,
      ...filledBlocks(object),
    };
  },
};

/** Text that is the same for the same value, whatever the order of sets; a template has no lists of texts. */
function meaning(value: Value | undefined): string {
  if (Array.isArray(value)) {
    const parts = (value as readonly Value[]).map(meaning);
    return `[${(value.every((each) => typeof each === "string") ? parts.sort() : parts).join()}]`;
  }
  if (!isAttributes(value)) return JSON.stringify(value ?? null);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${name}:${meaning(value[name])}`).join()}}`;
}

/** Blocks with computed attributes: what config leaves out stays empty, for a template says nothing of its own. */
function filledBlocks(object: Attributes): Attributes {
  return {
    block_device_mappings: blocksOf(object, "block_device_mappings").map((mapping) => ({
      ...mapping,
      ebs: blocksOf(mapping, "ebs").map((ebs) => filled(ebs, EMPTY_VOLUME)),
    })),
    metadata_options: blocksOf(object, "metadata_options").map((options) => filled(options, EMPTY_METADATA)),
    instance_market_options: blocksOf(object, "instance_market_options").map((options) => ({
      ...options,
      spot_options: blocksOf(options, "spot_options").map((spot) => filled(spot, { valid_until: "" })),
    })),
  };
}

const EMPTY_VOLUME: Attributes = {
  iops: 0,
  throughput: 0,
  volume_initialization_rate: 0,
  volume_size: 0,
  volume_type: "",
};

const EMPTY_METADATA: Attributes = {
  http_endpoint: "",
  http_protocol_ipv6: "",
  http_put_response_hop_limit: 0,
  http_tokens: "",
  instance_metadata_tags: "",
};

function filled(block: Attributes, empty: Attributes): Attributes {
  return Object.fromEntries(Object.entries({ ...empty, ...block }).map(([k, v]) => [k, v ?? empty[k] ?? null]));
}

export const LAUNCH_TEMPLATE_KINDS = knownKinds({ aws_launch_template: LAUNCH_TEMPLATE });
