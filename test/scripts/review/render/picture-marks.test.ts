import type { ResourceChange } from "../../../../scripts/review/model";
import { planMarks } from "../../../../scripts/review/render/picture-marks";
import { change } from "../../../helpers/review";

const marks = (...list: [address: string, action: ResourceChange["action"]][]) =>
  Object.fromEntries(planMarks(list.map(([address, action]) => change("sample-x", address, { action }))));

test.each([
  ["aws_eks_node_group.group-h100_node-group_A66076D2", "group h100"],
  ["aws_eks_node_group.group-a_node-group-b_node-group_A66076D2", "group a_node-group-b"],
  ["aws_eks_node_group.system_nodes_40874035", "system nodes"],
  ["aws_subnet.vpc_subnet-private-us-east-1a_9546E431", "subnet private-us-east-1a"],
  ["aws_nat_gateway.vpc_nat-gateways_nat-us-east-1a_29183EB5", "nat us-east-1a"],
  ["aws_vpc.vpc", "vpc"],
  ["aws_eks_cluster.cluster", "cluster"],
  ["aws_fsx_lustre_file_system.lustre", "lustre"],
  ["aws_s3_bucket.checkpoints", "bucket checkpoints"],
  ["aws_s3_bucket.state", "bucket state"],
] as const)("%s is drawn as %s", (address, place) =>
  expect(marks([address, "replace"])).toEqual({ [place]: "replaced" }),
);

test("each action has its mark, and what is not drawn has none", () => {
  expect(
    marks(
      ["aws_vpc.vpc", "create"],
      ["aws_eks_cluster.cluster", "update"],
      ["aws_s3_bucket.state", "delete"],
      ["aws_iam_role.node-role_24EF0822", "delete"],
      ["aws_s3_bucket.other", "delete"],
    ),
  ).toEqual({ vpc: "added", cluster: "changed", "bucket state": "removed" });
});

test("a launch template is a part of its group: even a new one only changes it", () => {
  const template = "aws_launch_template.group-h100_launch-template_8C376FB5";
  expect(marks([template, "create"])).toEqual({ "group h100": "changed" });
  expect(marks([template, "update"], ["aws_eks_node_group.group-h100_node-group_A66076D2", "replace"])).toEqual({
    "group h100": "replaced",
  });
});

test("one that goes and one that comes are a replacement", () => {
  const old = "aws_eks_node_group.group-h100_node-group_A66076D2";
  const renamed = "aws_eks_node_group.group-h100_node-group_00000000";
  expect(marks([old, "delete"], [renamed, "create"])).toEqual({ "group h100": "replaced" });
  expect(marks([old, "delete"], [renamed, "update"])).toEqual({ "group h100": "removed" });
  expect(marks([old, "update"], [renamed, "create"])).toEqual({ "group h100": "added" });
});
