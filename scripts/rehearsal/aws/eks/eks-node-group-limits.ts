import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { blockOf, blocksOf, entriesOf, numberOf, textOf, textsOf } from "../../attribute-values";
import { invalidParameter } from "../../cloud/refusals";

const api = "https://docs.aws.amazon.com/eks/latest/APIReference";
const CREATE = `${api}/API_CreateNodegroup.html`;
const TEMPLATES = "https://docs.aws.amazon.com/eks/latest/userguide/launch-templates.html";
const TAINTS = "https://docs.aws.amazon.com/eks/latest/userguide/node-taints-managed-node-groups.html";
const SIZES = "https://github.com/sassoftware/viya4-iac-aws/issues/298";
const RESERVED = "https://github.com/aws/containers-roadmap/issues/1451";

const AMI_TYPES =
  /^(CUSTOM|AL2_(x86_64(_GPU)?|ARM_64)|AL2023_(x86_64_(STANDARD|NEURON|NVIDIA)|ARM_64_(STANDARD|NVIDIA))|BOTTLEROCKET_(ARM_64|x86_64)(_NVIDIA)?(_FIPS)?|WINDOWS_(CORE|FULL)_(2019|2022|2025)_x86_64)$/;
const CAPACITY_TYPES = ["ON_DEMAND", "SPOT", "CAPACITY_BLOCK"];
const EFFECTS = ["NO_SCHEDULE", "NO_EXECUTE", "PREFER_NO_SCHEDULE"];
const REPAIRS = ["Replace", "Reboot", "NoAction"];
const MOST_TAINTS = 50;
const MOST_TYPES = 20;

/** What EKS refuses of a node group for itself, whatever else is there. */
export function refuseNodeGroupLimits(group: Attributes): Refusal[] {
  return [
    ...refuseName(group),
    ...refuseChoice(group, "ami_type", (value) => AMI_TYPES.test(value)),
    ...refuseChoice(group, "capacity_type", (value) => CAPACITY_TYPES.includes(value)),
    ...refuseTypes(group),
    ...refuseSizes(group),
    ...refuseTaints(group),
    ...refuseLabels(group),
    ...refuseUpdates(group),
    ...refuseRepair(group),
  ];
}

function refuseName(group: Attributes): Refusal[] {
  const name = textOf(group, "node_group_name");
  if (name === null || /^[0-9A-Za-z][0-9A-Za-z_-]{0,62}$/.test(name)) return [];
  return [
    invalidParameter(
      `node_group_name is "${name}"; it has up to 63 letters, digits, - and _, and begins with a letter or digit`,
      TEMPLATES,
    ),
  ];
}

function refuseChoice(group: Attributes, name: string, isAllowed: (value: string) => boolean): Refusal[] {
  const value = textOf(group, name);
  return value === null || isAllowed(value)
    ? []
    : [invalidParameter(`${name} is ${value}, which EKS does not know`, CREATE)];
}

function refuseTypes(group: Attributes): Refusal[] {
  const count = textsOf(group, "instance_types").length;
  return count > MOST_TYPES
    ? [invalidParameter(`${count} instance_types; up to ${MOST_TYPES} are allowed`, CREATE)]
    : [];
}

function refuseSizes(group: Attributes): Refusal[] {
  const scaling = blockOf(group, "scaling_config");
  if (scaling === null) return [];
  const size = (name: string) => numberOf(scaling, name) ?? 0;
  const [min, desired, max] = [size("min_size"), size("desired_size"), size("max_size")];
  const refusals: Refusal[] = [];
  if (min < 0 || desired < 0 || max < 1)
    refusals.push(
      invalidParameter(
        `sizes min ${min}, desired ${desired}, max ${max}; min and desired are 0 or more, max is 1 or more`,
        `${api}/API_NodegroupScalingConfig.html`,
      ),
    );
  if (min > desired)
    refusals.push(invalidParameter(`min_size ${min} can't be greater than desired_size ${desired}`, SIZES));
  if (desired > max)
    refusals.push(invalidParameter(`desired_size ${desired} can't be greater than max_size ${max}`, SIZES));
  return refusals;
}

function refuseTaints(group: Attributes): Refusal[] {
  const taints = blocksOf(group, "taint");
  const source = `${api}/API_Taint.html`;
  const refusals =
    taints.length > MOST_TAINTS
      ? [invalidParameter(`${taints.length} taints; up to ${MOST_TAINTS} are allowed`, TAINTS)]
      : [];
  for (const taint of taints) {
    const part = (name: string) => textOf(taint, name) ?? "";
    const [key, value, effect] = [part("key"), part("value"), part("effect")];
    if (key === "" || key.length > 63 || value.length > 63)
      refusals.push(
        invalidParameter(`taint ${key}=${value}; the key has 1 to 63 characters and the value up to 63`, source),
      );
    if (!EFFECTS.includes(effect))
      refusals.push(invalidParameter(`effect of taint ${key} is ${effect}; it is ${EFFECTS.join(", ")}`, source));
  }
  return refusals;
}

function refuseLabels(group: Attributes): Refusal[] {
  return entriesOf(group, "labels").flatMap(([key, value]) => {
    const outside = [key, value].some((text) => text.length < 1 || text.length > 63);
    const domain = key.slice(0, Math.max(key.indexOf("/"), 0));
    const reserved = ["kubernetes.io", "k8s.io", "eks.amazonaws.com"].some(
      (each) => domain === each || domain.endsWith(`.${each}`),
    );
    return [
      ...(outside
        ? [invalidParameter(`label "${key}": "${value}"; key and value have 1 to 63 characters`, CREATE)]
        : []),
      ...(reserved
        ? [invalidParameter(`label "${key}" has a reserved prefix: kubernetes.io, k8s.io, eks.amazonaws.com`, RESERVED)]
        : []),
    ];
  });
}

function refuseUpdates(group: Attributes): Refusal[] {
  const update = blockOf(group, "update_config");
  if (update === null) return [];
  const numbers = ["max_unavailable", "max_unavailable_percentage"].flatMap((name) => numberOf(update, name) || []);
  if (numbers.length === 1 && numbers.every((each) => each >= 1 && each <= 100)) return [];
  return [
    invalidParameter(
      "update_config has one of max_unavailable and max_unavailable_percentage, 1 to 100",
      `${api}/API_NodegroupUpdateConfig.html`,
    ),
  ];
}

function refuseRepair(group: Attributes): Refusal[] {
  const repair = blockOf(group, "node_repair_config");
  const source = `${api}/API_NodeRepairConfig.html`;
  const pairs = ["max_unhealthy_node_threshold", "max_parallel_nodes_repaired"];
  const both = pairs.filter((pair) => [`${pair}_count`, `${pair}_percentage`].every((name) => numberOf(repair, name)));
  const unknown = blocksOf(repair, "node_repair_config_overrides")
    .map((each) => textOf(each, "repair_action") ?? "")
    .filter((action) => !REPAIRS.includes(action));
  return [
    ...both.map((pair) =>
      invalidParameter(`node_repair_config has ${pair}_count and ${pair}_percentage; give one`, source),
    ),
    ...unknown.map((action) => invalidParameter(`repair_action is ${action}; it is ${REPAIRS.join(", ")}`, source)),
  ];
}
