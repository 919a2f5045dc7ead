import type { CloudApi, CloudObject } from "../../cloud/cloud-api";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, blocksOf, isOn, numberOf, textOf, textsOf } from "../../attribute-values";
import { refuseInterfaces } from "../ec2/network-interfaces";
import { vpcOfGroup } from "../ec2/security-groups";
import { invalidParameter } from "../../cloud/refusals";

const TEMPLATES = "https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html";
const CREATE = "https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html";
const EC2_ERRORS = "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html";

/** The launch template of a node group. */
export function templateOf(group: Attributes, cloud: CloudApi): CloudObject | undefined {
  const named = blockOf(group, "launch_template");
  const [id, name] = [textOf(named, "id"), textOf(named, "name")];
  if (id) return cloud.get("aws_launch_template", id);
  return name ? cloud.all("aws_launch_template").find(({ attributes }) => attributes["name"] === name) : undefined;
}

/** What the template says in the version that nodes get; null where that is not the newest, for others are not kept. */
export function templateInUse(group: Attributes, cloud: CloudApi): Attributes | null {
  const template = templateOf(group, cloud)?.attributes ?? null;
  const latest = numberOf(template, "latest_version") ?? 1;
  return versionInUse(group, template) === latest ? template : null;
}

function versionInUse(group: Attributes, template: Attributes | null): number {
  const version = textOf(blockOf(group, "launch_template"), "version") ?? "$Default";
  const latest = numberOf(template, "latest_version") ?? 1;
  if (version === "$Latest") return latest;
  return version === "$Default" ? (numberOf(template, "default_version") ?? latest) : Number(version);
}

/** What EKS refuses of a launch template, and of what is said in both places. */
export function refuseTemplate(group: Attributes, cloud: CloudApi, prior: Attributes | null): readonly Refusal[] {
  if (blockOf(group, "launch_template") === null) return [];
  const template = templateInUse(group, cloud);
  return [
    ...refuseTemplateVersion(group, cloud),
    ...refuseDirect(group),
    ...(template === null
      ? []
      : [
          ...refuseProhibited(template),
          ...refuseTwice(group, template, prior),
          ...refuseUserData(group, template),
          ...refuseNetwork(group, template, cloud),
        ]),
  ];
}

function refuseTemplateVersion(group: Attributes, cloud: CloudApi): Refusal[] {
  const template = templateOf(group, cloud)?.attributes ?? null;
  const version = versionInUse(group, template);
  const latest = numberOf(template, "latest_version") ?? 1;
  if (template === null || (Number.isInteger(version) && version >= 1 && version <= latest)) return [];
  return [
    invalidParameter(
      `launch_template.version: ${textOf(template, "id")} has versions 1 to ${latest}, not ${version}`,
      EC2_ERRORS,
    ),
  ];
}

/** What a node group with a template does not say itself. */
function refuseDirect(group: Attributes): Refusal[] {
  return [
    ...(numberOf(group, "disk_size") === null
      ? []
      : [invalidParameter("disk_size with a launch template: give block_device_mappings there", CREATE)]),
    ...(blockOf(group, "remote_access") === null
      ? []
      : [invalidParameter("remote_access with a launch template: give key_name and security groups there", CREATE)]),
  ];
}

/** What no template for nodes may say. */
function refuseProhibited(template: Attributes): Refusal[] {
  const prohibited = [
    ...(blocksOf(template, "network_interfaces").some((each) => textOf(each, "subnet_id"))
      ? ["a subnet in network_interfaces: a launch template with a subnet is not allowed, give subnet_ids"]
      : []),
    ...(blockOf(template, "iam_instance_profile") ? ["iam_instance_profile: give node_role_arn"] : []),
    ...(textOf(template, "instance_initiated_shutdown_behavior")
      ? ["instance_initiated_shutdown_behavior: EKS rules over the lives of nodes"]
      : []),
    ...(isOn(blockOf(template, "hibernation_options"), "configured")
      ? ["hibernation_options: nodes cannot hibernate"]
      : []),
    ...(blockOf(template, "instance_requirements") ? ["instance_requirements: give instance_types"] : []),
  ];
  return prohibited.map((what) => invalidParameter(`the launch template has ${what}`, TEMPLATES));
}

function refuseTwice(group: Attributes, template: Attributes, prior: Attributes | null): Refusal[] {
  const types = textsOf(group, "instance_types");
  const refusals: Refusal[] = [];
  if (textOf(template, "instance_type") && types.length > 0)
    refusals.push(
      invalidParameter(
        `instance type in the launch template (${textOf(template, "instance_type")}) and in instance_types (${types.join(", ")})`,
        CREATE,
      ),
    );
  if (!textOf(template, "image_id")) return refusals;
  // EKS answers for all of these, so only what was asked for anew counts
  const asked = ["ami_type", "version", "release_version"].filter((name) => {
    const value = textOf(group, name);
    return value !== null && value !== textOf(prior, name) && value !== "CUSTOM";
  });
  return [
    ...refusals,
    ...asked.map((name) => invalidParameter(`${name} with a launch template that has an image_id`, CREATE)),
  ];
}

/** EKS merges its own part into the user data of its images. With another image nothing is merged. */
function refuseUserData(group: Attributes, template: Attributes): Refusal[] {
  const encoded = textOf(template, "user_data");
  if (!encoded || textOf(template, "image_id")) return [];
  const amiType = textOf(group, "ami_type") ?? "AL2023_x86_64_STANDARD";
  const isMime = /^(MIME-Version|Content-Type):/im.test(Buffer.from(encoded, "base64").toString("latin1"));
  const wantsMime = amiType.startsWith("AL2");
  if (amiType.startsWith("WINDOWS") || isMime === wantsMime) return [];
  const form = wantsMime ? "MIME multi-part" : "TOML";
  return [
    {
      code: "Ec2LaunchTemplateInvalidConfiguration",
      message: `User data was not in the ${form} format that EKS merges for ${amiType}`,
      source: `${TEMPLATES}#launch-template-user-data`,
    },
  ];
}

/** The interfaces must fit every type, and the groups belong to the network of the subnets. */
function refuseNetwork(group: Attributes, template: Attributes, cloud: CloudApi): Refusal[] {
  const interfaces = blocksOf(template, "network_interfaces");
  const types = textsOf(group, "instance_types");
  const groups = [
    ...textsOf(template, "vpc_security_group_ids"),
    ...interfaces.flatMap((each) => textsOf(each, "security_groups")),
  ];
  const vpcs = new Set(
    textsOf(group, "subnet_ids").flatMap(
      (id) => textOf(cloud.get("aws_subnet", id)?.attributes ?? null, "vpc_id") ?? [],
    ),
  );
  const foreign = groups.filter((id) => {
    const vpc = vpcOfGroup(id, cloud);
    return vpcs.size > 0 && typeof vpc === "string" && !vpcs.has(vpc);
  });
  const own = textOf(template, "instance_type");
  return [
    ...(own ? [own] : types.length > 0 ? types : [null]).flatMap((type) => refuseInterfaces(type, interfaces)),
    ...foreign.map((id) =>
      invalidParameter(`security group ${id} and the subnets belong to different networks`, EC2_ERRORS),
    ),
  ];
}
