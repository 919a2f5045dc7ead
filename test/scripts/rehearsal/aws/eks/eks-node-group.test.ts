import { EKS_NODE_GROUP_KINDS } from "../../../../../scripts/rehearsal/aws/eks/eks-node-group";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cluster, role, roleArn, subnet } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalsOf } from "../refusal-text";

const kind = EKS_NODE_GROUP_KINDS["aws_eks_node_group"]!;
const template = (attributes: Attributes) =>
  cloudObject("aws_launch_template", "lt-1", { name: "gpu", latest_version: 1, default_version: 1, ...attributes });
const objects = (templateAttributes: Attributes = {}) => [
  cluster(),
  role("nodes", "ec2.amazonaws.com"),
  role("china", "ec2.amazonaws.com.cn"),
  subnet("subnet-a", "us-west-2a"),
  template(templateAttributes),
];
const cloud = fakeCloud({ objects: objects() });
const GROUP = {
  cluster_name: "research",
  node_group_name: "gpu",
  node_role_arn: roleArn("nodes"),
  subnet_ids: ["subnet-a"],
  ami_type: "AL2023_x86_64_NVIDIA",
  instance_types: ["p5.48xlarge"],
  launch_template: [{ id: "lt-1", version: "1" }],
  scaling_config: [{ min_size: 0, desired_size: 1, max_size: 2 }],
};

test("is replaced for all but versions, sizes, labels, taints, and how it is updated and repaired", () => {
  expect(kind.forcesNew).toEqual([
    "ami_type",
    "capacity_type",
    "cluster_name",
    "disk_size",
    "instance_types",
    "launch_template.id",
    "launch_template.name",
    "node_group_name",
    "node_group_name_prefix",
    "node_role_arn",
    "remote_access",
    "subnet_ids",
  ]);
  expect(kind.defaults).toEqual({ "node_repair_config.enabled": false });
});

test("has a name of its own in its cluster", () => {
  expect(kind.unique).toEqual([
    expect.objectContaining({ by: ["cluster_name", "node_group_name"], code: "ResourceInUseException" }),
  ]);
});

test("keeps its cluster and its subnets, and neither its role nor its template", () => {
  const held = kind.references!.map(({ path, to, by = "id", missing, holds = "" }) => [
    path,
    to[0],
    by,
    missing,
    holds,
  ]);
  expect(held).toEqual([
    ["cluster_name", "aws_eks_cluster", "name", "ResourceNotFoundException", "ResourceInUseException"],
    ["node_role_arn", "aws_iam_role", "arn", "InvalidParameterException", ""],
    ["subnet_ids", "aws_subnet", "id", "InvalidParameterException", "DependencyViolation"],
    ["launch_template.id", "aws_launch_template", "id", "InvalidParameterException", ""],
    ["launch_template.name", "aws_launch_template", "name", "InvalidParameterException", ""],
    ["remote_access.source_security_group_ids", "aws_security_group", "id", "InvalidParameterException", ""],
  ]);
});

describe("a new node group", () => {
  const made = (change: Attributes = {}, templateAttributes: Attributes = {}) =>
    kind.create({ ...GROUP, ...change }, fakeCloud({ objects: objects(templateAttributes) }));

  test("is known by its cluster and its name", () => {
    expect(made()).toMatchObject({ id: "research:gpu", node_group_name: "gpu", status: "ACTIVE" });
    expect(made()["arn"]).toMatch(/^arn:aws:eks:us-west-2:123456789012:nodegroup\/research\/gpu\/[0-9a-f-]{36}$/);
    expect(made({ node_group_name: null, node_group_name_prefix: "gpu-" })["node_group_name"]).toMatch(
      /^gpu-[0-9a-f]{26}$/,
    );
  });

  test("runs in an Auto Scaling group that is named after it", () => {
    const name = expect.stringMatching(/^eks-gpu-[0-9a-f]{8}-[0-9a-f-]{27}$/) as string;
    expect(made()["resources"]).toEqual([{ autoscaling_groups: [{ name }], remote_access_security_group_id: "" }]);
  });

  test("has the version of its cluster, and an image for it", () => {
    expect(made()).toMatchObject({ version: "1.36", release_version: expect.stringMatching(/^1\.36\.\d+-\d{8}$/) });
    expect(made({ version: "1.35" })).toMatchObject({
      version: "1.35",
      release_version: expect.stringMatching(/^1\.35\./),
    });
    expect(made({ cluster_name: "none" })["version"]).toMatch(/^1\.\d+$/);
  });

  test("has the image of its template", () => {
    expect(made({ ami_type: null }, { image_id: "ami-1" })).toMatchObject({
      ami_type: "CUSTOM",
      release_version: "ami-1",
    });
    expect(made({ ami_type: null }).ami_type).toBe("AL2023_x86_64_STANDARD");
  });

  test("has a disk and a type where no template says so", () => {
    expect(made({ launch_template: [] })).toMatchObject({
      disk_size: 20,
      instance_types: ["t3.medium"],
      capacity_type: "ON_DEMAND",
      launch_template: [],
    });
    expect(made()).toMatchObject({ disk_size: null, instance_types: ["t3.medium"] });
    expect(made({}, { instance_type: "p5.48xlarge" })["instance_types"]).toBeNull();
  });

  test("names its template both ways", () => {
    const both = [{ id: "lt-1", name: "gpu", version: "1" }];
    expect(made()["launch_template"]).toEqual(both);
    expect(made({ launch_template: [{ id: null, name: "gpu", version: "1" }] })["launch_template"]).toEqual(both);
  });

  test("has a security group for remote access", () => {
    const [resources] = made({ launch_template: [], remote_access: [{ ec2_ssh_key: "a" }] })[
      "resources"
    ] as Attributes[];
    expect(resources!["remote_access_security_group_id"]).toMatch(/^sg-[0-9a-f]{17}$/);
  });

  test("brings its Auto Scaling group", () => {
    const state: Attributes = { ...GROUP, ...made() };
    const [resources] = state["resources"] as unknown as { autoscaling_groups: { name: string }[] }[];
    const { name } = resources!.autoscaling_groups[0]!;
    expect(kind.spawns!(state, cloud)).toEqual([
      {
        type: "aws_autoscaling_group",
        id: name,
        attributes: expect.objectContaining({ name, min_size: 0, desired_capacity: 1, max_size: 2 }) as Attributes,
      },
    ]);
  });
});

describe("is refused", () => {
  const refused = refusalsOf(kind, cloud);

  test("never when all is right", () => expect(refused(GROUP)).toBe(""));

  test("for its own limits, its version, its template and its capacity", () => {
    expect(refused({ ...GROUP, node_group_name: "-" })).toMatch(/node_group_name is "-"/);
    expect(refused({ ...GROUP, version: "1.35" })).toMatch(/version is 1\.35/);
    expect(refused({ ...GROUP, disk_size: 100 })).toMatch(/disk_size with a launch template/);
    expect(refused({ ...GROUP, capacity_type: "CAPACITY_BLOCK" })).toMatch(/CAPACITY_BLOCK needs/);
  });

  test("with a role that instances may not take on", () => {
    const other = refusalsOf(kind, fakeCloud({ objects: [...objects(), role("eks", "eks.amazonaws.com")] }));
    expect(other({ ...GROUP, node_role_arn: roleArn("eks") })).toMatch(
      /^InvalidParameterException: node_role_arn cannot/,
    );
  });

  test("with the service of instances in China anywhere else", () => {
    const group = { ...GROUP, node_role_arn: roleArn("china") };
    expect(refused(group)).toMatch(/must allow sts:AssumeRole to ec2\.amazonaws\.com$/);
    expect(refusalsOf(kind, fakeCloud({ objects: objects(), partition: "aws-cn" }))(group)).toBe("");
  });
});
