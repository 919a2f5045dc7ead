import { EksAddon } from "@cdktf/provider-aws/lib/eks-addon";
import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { TerraformOutput } from "cdktf";
import { SystemNodeGroup, type SystemNodeGroupProps } from "../../../constructs/cluster/system-node-group";
import { type Json, only, synthStack } from "../../helpers/synth";

const props: Omit<SystemNodeGroupProps, "dependsOn"> = {
  clusterName: "research",
  nodeGroupName: "research-system",
  nodeRoleArn: "arn:role",
  subnetIds: ["subnet-a", "subnet-b"],
  instanceType: "m7i.2xlarge",
  amiType: "AL2023_x86_64_STANDARD",
  kubernetesVersion: "1.34",
  minNodes: 2,
  maxNodes: 4,
  clusterSecurityGroupId: "sg-cluster",
};

const synth = (changes: Partial<SystemNodeGroupProps> = {}): Json =>
  synthStack((stack) => {
    const addon = new EksAddon(stack, "addon", { clusterName: "research", addonName: "vpc-cni" });
    new SystemNodeGroup(stack, "system", { ...props, dependsOn: [addon], ...changes });
  });
const groupOf = (changes?: Partial<SystemNodeGroupProps>): Json => only(synth(changes), EksNodeGroup);
const templateOf = (changes?: Partial<SystemNodeGroupProps>): Json => only(synth(changes), LaunchTemplate);

describe("SystemNodeGroup", () => {
  test("makes on-demand nodes of the given image and version", () => {
    expect(groupOf()).toMatchObject({
      cluster_name: "research",
      node_group_name: "research-system",
      node_role_arn: "arn:role",
      subnet_ids: ["subnet-a", "subnet-b"],
      capacity_type: "ON_DEMAND",
      ami_type: "AL2023_x86_64_STANDARD",
      version: "1.34",
      tags: { Name: "research-system" },
    });
  });

  test("pins the image when asked", () => {
    expect(groupOf({ releaseVersion: "1.34.2-20260715" }).release_version).toBe("1.34.2-20260715");
    expect(groupOf()).not.toHaveProperty("release_version");
  });

  test("follows its launch template to the newest version", () => {
    expect(groupOf().launch_template).toEqual({
      id: expect.stringMatching(/^\$\{aws_launch_template\..+\.id\}$/),
      version: expect.stringMatching(/^\$\{aws_launch_template\..+\.latest_version\}$/),
    });
  });

  test("is labelled for controllers, and the label cannot be taken away", () => {
    const extraLabels = { tier: "core", "railyard.dev/role": "other" };
    expect(groupOf({ extraLabels }).labels).toEqual({ "railyard.dev/role": "system", tier: "core" });
  });

  test("has taints only when asked, spelled as EKS wants them", () => {
    const taints = [{ key: "CriticalAddonsOnly", value: "true", effect: "NO_SCHEDULE" }] as const;
    expect(groupOf({ taints }).taint).toEqual([{ key: "CriticalAddonsOnly", value: "true", effect: "NO_SCHEDULE" }]);
    expect(groupOf()).not.toHaveProperty("taint");
  });

  test("starts with the least number of nodes unless told otherwise", () => {
    expect(groupOf().scaling_config).toEqual({ min_size: 2, max_size: 4, desired_size: 2 });
    expect(groupOf({ desiredNodes: 3 }).scaling_config.desired_size).toBe(3);
  });

  test("leaves the number of nodes to an autoscaler only where there is one", () => {
    expect(groupOf({ autoscaled: true }).lifecycle).toEqual({ ignore_changes: ["scaling_config[0].desired_size"] });
    expect(groupOf()).not.toHaveProperty("lifecycle");
  });

  test("updates one node at a time, or as many as asked", () => {
    expect(groupOf().update_config).toEqual({ max_unavailable: 1 });
    expect(groupOf({ maxUnavailable: 2 }).update_config).toEqual({ max_unavailable: 2 });
  });

  test("repairs nodes unless told not to", () => {
    expect(groupOf().node_repair_config).toEqual({ enabled: true });
    expect(groupOf({ nodeRepair: false }).node_repair_config).toEqual({ enabled: false });
  });

  test("waits for what makes nodes ready, and lets others wait for it", () => {
    expect(groupOf().depends_on).toEqual(["aws_eks_addon.addon"]);
    const json = synthStack((stack) => {
      const { dependable, nodeGroupName, nodeGroupArn } = new SystemNodeGroup(stack, "s", { ...props, dependsOn: [] });
      new EksAddon(stack, "addon", { clusterName: "c", addonName: "coredns", dependsOn: [dependable] });
      new TerraformOutput(stack, "out", { value: [nodeGroupName, nodeGroupArn] });
    });
    expect(only(json, EksAddon).depends_on).toEqual([expect.stringMatching(/^aws_eks_node_group\.s_nodes/)]);
    expect(json.output.out.value).toEqual([
      expect.stringMatching(/^\$\{aws_eks_node_group\..+\.node_group_name\}$/),
      expect.stringMatching(/^\$\{aws_eks_node_group\..+\.arn\}$/),
    ]);
  });

  test("fails without subnets", () => {
    expect(() => synth({ subnetIds: [] })).toThrow('node group "research-system": no subnets given');
  });

  test("fails with scripts on an image that runs none", () => {
    const change = { amiType: "BOTTLEROCKET_x86_64", lustreClient: true } as const;
    expect(() => synth(change)).toThrow("lustreClient with BOTTLEROCKET_x86_64, which runs no scripts");
  });

  test.each([{ minNodes: 5 }, { desiredNodes: 1 }, { desiredNodes: 5 }])(
    "fails on sizes that contradict each other: %p",
    (sizes) => {
      expect(() => synth(sizes)).toThrow("are not in ascending order");
    },
  );
});

describe("the launch template of a SystemNodeGroup", () => {
  test("has the name of the group, and its newest version as default", () => {
    expect(templateOf()).toMatchObject({
      name: "research-system",
      update_default_version: true,
      tags: { Name: "research-system" },
    });
  });

  test("has the instance type, which in the group could not change without a new group", () => {
    expect(templateOf().instance_type).toBe("m7i.2xlarge");
    expect(groupOf()).not.toHaveProperty("instance_types");
  });

  test("installs the Lustre client where pods mount the file system, and nothing else", () => {
    const script = Buffer.from(templateOf({ lustreClient: true }).user_data, "base64").toString("utf8");
    expect(script).toContain('filename="10-lustre-client.sh"');
    expect(script).toContain("dnf install -y lustre-client");
    expect(script.match(/filename=/g)).toHaveLength(1);
  });

  test("asks for IMDSv2, out of reach of pods", () => {
    expect(templateOf().metadata_options).toEqual({
      http_endpoint: "enabled",
      http_tokens: "required",
      http_put_response_hop_limit: 1,
      instance_metadata_tags: "disabled",
    });
  });

  test("always names the security group of the cluster, without which nodes do not join", () => {
    expect(templateOf().vpc_security_group_ids).toEqual(["sg-cluster"]);
    expect(templateOf({ extraSecurityGroupIds: ["sg-a"] }).vpc_security_group_ids).toEqual(["sg-cluster", "sg-a"]);
  });

  test.each(["AL2023_x86_64_STANDARD", "AL2023_ARM_64_STANDARD"] as const)(
    "gives %s one encrypted gp3 volume",
    (amiType) => {
      const ebs = { volume_type: "gp3", volume_size: 100, encrypted: "true", delete_on_termination: "true" };
      expect(templateOf({ amiType }).block_device_mappings).toEqual([{ device_name: "/dev/xvda", ebs }]);
    },
  );

  test.each(["BOTTLEROCKET_x86_64", "BOTTLEROCKET_ARM_64"] as const)(
    "gives %s the space on its second volume, and encrypts both",
    (amiType) => {
      const ebs = { volume_type: "gp3", encrypted: "true", delete_on_termination: "true" };
      expect(templateOf({ amiType, rootVolumeGiB: 200 }).block_device_mappings).toEqual([
        { device_name: "/dev/xvda", ebs },
        { device_name: "/dev/xvdb", ebs: { ...ebs, volume_size: 200 } },
      ]);
    },
  );

  test("encrypts with a key of yours when given", () => {
    const [volume] = templateOf({ rootVolumeKeyArn: "arn:key" }).block_device_mappings;
    expect(volume.ebs.kms_key_id).toBe("arn:key");
  });

  test("tags what it starts: default tags of the provider do not reach instances and volumes", () => {
    const tags = { team: "vision", Name: "research-system" };
    expect(templateOf({ instanceTags: { team: "vision" } }).tag_specifications).toEqual(
      ["instance", "volume", "network-interface"].map((resource_type) => ({ resource_type, tags })),
    );
  });

  test("contains nothing that EKS refuses or that belongs into the node group", () => {
    expect(Object.keys(templateOf()).sort()).toEqual([
      "block_device_mappings",
      "instance_type",
      "metadata_options",
      "name",
      "tag_specifications",
      "tags",
      "update_default_version",
      "vpc_security_group_ids",
    ]);
    expect(groupOf()).not.toHaveProperty("disk_size");
    expect(groupOf()).not.toHaveProperty("remote_access");
  });
});
