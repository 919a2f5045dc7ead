import { resourceType } from "../../../../scripts/review/changes/attribute-types";

const at = (type: string, ...steps: (string | number)[]) =>
  steps.reduce((node, step) => node?.inside(step) ?? null, resourceType(type));

test("sets are told from lists", () => {
  expect(at("aws_eks_node_group", "subnet_ids")?.isSet).toBe(true);
  expect(at("aws_eks_node_group", "taint")?.isSet).toBe(true);
  expect(at("aws_eks_node_group", "instance_types")?.isSet).toBe(false);
  expect(at("aws_launch_template", "network_interfaces")?.isSet).toBe(false);
  expect(at("aws_launch_template", "network_interfaces", 0, "security_groups")?.isSet).toBe(true);
});

test("results of a provider are told from arguments, and from arguments that it may fill in", () => {
  expect(at("aws_eks_node_group", "arn")).toMatchObject({ isComputed: true, canBeComputed: true });
  expect(at("aws_eks_node_group", "release_version")).toMatchObject({ isComputed: false, canBeComputed: true });
  expect(at("aws_eks_node_group", "cluster_name")).toMatchObject({ isComputed: false, canBeComputed: false });
});

test("what is in a result is a result, and what is in a block may be one", () => {
  expect(at("aws_eks_node_group", "resources", 0, "autoscaling_groups", 0, "name")?.isComputed).toBe(true);
  expect(at("aws_eks_cluster", "vpc_config", 0, "cluster_security_group_id")?.isComputed).toBe(true);
  expect(at("aws_eks_cluster", "vpc_config", 0, "subnet_ids")?.isComputed).toBe(false);
});

test("nothing is known of what the bindings do not have", () => {
  expect(resourceType("terraform_data")).toBeNull();
  expect(resourceType("aws_made_up")).toBeNull();
  expect(at("aws_eks_node_group", "made_up")).toBeNull();
  expect(resourceType("aws_vpc", "/nowhere")).toBeNull();
});
