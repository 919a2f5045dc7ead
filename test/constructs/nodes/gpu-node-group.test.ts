import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { PlacementGroup } from "@cdktf/provider-aws/lib/placement-group";
import { TerraformOutput } from "cdktf";
import { INSTANCE_TYPES } from "../../../config/facts/instance-types";
import type { Capacity } from "../../../constructs/nodes/capacity";
import { GpuNodeGroup, type GpuNodeGroupProps } from "../../../constructs/nodes/gpu-node-group";
import type { NodeImage } from "../../../constructs/nodes/node-image";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const P5 = INSTANCE_TYPES["p5.48xlarge"].efa.layouts.saveIp!.interfaces.map(([card, device, type]) => ({
  card,
  device,
  type,
}));

const COMMON = {
  name: "dev-h100",
  clusterName: "dev",
  nodeRoleArn: "arn:aws:iam::123456789012:role/node",
  instanceType: "p5.48xlarge",
  capacity: { kind: "on-demand" },
  image: { kind: "al2023", amiType: "AL2023_x86_64_NVIDIA", boot: { maxPods: 51 } },
  clusterSecurityGroupId: "sg-cluster",
  scaling: { minSize: 0, maxSize: 16, desiredSize: 4 },
  desiredSizeOwner: "terraform",
} as const;
const FABRIC: GpuNodeGroupProps = {
  ...COMMON,
  networkInterfaces: P5,
  efaSecurityGroupId: "sg-efa",
  subnetIds: ["subnet-a"],
};
const PLAIN: GpuNodeGroupProps = { ...COMMON, subnetIds: ["subnet-a", "subnet-b"] };

const synth = (props: GpuNodeGroupProps): Json => synthStack((stack) => void new GpuNodeGroup(stack, "h100", props));
const group = (props: GpuNodeGroupProps): Json => only(synth(props), EksNodeGroup);
const template = (props: GpuNodeGroupProps): Json => only(synth(props), LaunchTemplate);
const fabricWith = (capacity: Capacity): GpuNodeGroupProps => ({ ...FABRIC, capacity });

describe("GpuNodeGroup", () => {
  test("attaches the whole fabric of the type", () => {
    const types = template(FABRIC).network_interfaces.map((nic: Json) => nic.interface_type);
    expect(types.filter((type: string) => type === "efa-only")).toHaveLength(32);
    expect(types[0]).toBe("interface");
  });

  test("joins by the cluster's security group and lets EFA through its own, with others behind", () => {
    const props = { ...FABRIC, additionalSecurityGroupIds: ["sg-lustre", "sg-efa"] };
    for (const nic of template(props).network_interfaces)
      expect(nic.security_groups).toEqual(["sg-cluster", "sg-efa", "sg-lustre"]);
    expect(template(PLAIN).vpc_security_group_ids).toEqual(["sg-cluster"]);
  });

  test("follows the newest version of its template", () => {
    expect(group(FABRIC).launch_template).toEqual({
      id: expect.stringMatching(/^\$\{aws_launch_template\..+\.id\}$/),
      version: expect.stringMatching(/^\$\{aws_launch_template\..+\.latest_version\}$/),
    });
  });

  test("leaves disk, access and spot options to the template or to nobody", () => {
    for (const key of ["disk_size", "remote_access"]) expect(group(FABRIC)).not.toHaveProperty(key);
    expect(template(fabricWith({ kind: "spot" }))).not.toHaveProperty("instance_market_options");
  });

  test("names the node group, its cluster, role, sizes and subnets", () => {
    expect(group(PLAIN)).toMatchObject({
      node_group_name: "dev-h100",
      cluster_name: "dev",
      node_role_arn: COMMON.nodeRoleArn,
      subnet_ids: ["subnet-a", "subnet-b"],
      scaling_config: { min_size: 0, max_size: 16, desired_size: 4 },
    });
  });

  describe("capacity", () => {
    test.each([
      ["on-demand", "ON_DEMAND"],
      ["spot", "SPOT"],
    ] as const)("%s keeps the type in the node group", (kind, capacityType) => {
      const json = synth(fabricWith({ kind }));
      expect(only(json, EksNodeGroup)).toMatchObject({ capacity_type: capacityType, instance_types: ["p5.48xlarge"] });
      expect(only(json, LaunchTemplate)).not.toHaveProperty("instance_type");
      expect(resources(json, PlacementGroup)).toEqual({});
    });

    test.each(["on-demand", "spot"] as const)("%s makes a cluster placement group when asked", (kind) => {
      const json = synth(fabricWith({ kind, placementGroup: "cluster" }));
      expect(only(json, PlacementGroup)).toMatchObject({ name: "dev-h100", strategy: "cluster" });
      expect(only(json, LaunchTemplate).placement).toEqual({
        group_name: expect.stringMatching(/^\$\{aws_placement_group\..+\.name\}$/),
      });
    });

    test("a reservation is targeted and placed only where it was made", () => {
      const json = synth(fabricWith({ kind: "reservation", id: "cr-1", placementGroupName: "made-elsewhere" }));
      expect(only(json, EksNodeGroup)).toMatchObject({ capacity_type: "ON_DEMAND", instance_types: ["p5.48xlarge"] });
      expect(only(json, LaunchTemplate)).toMatchObject({
        capacity_reservation_specification: { capacity_reservation_target: { capacity_reservation_id: "cr-1" } },
        placement: { group_name: "made-elsewhere" },
      });
      expect(resources(json, PlacementGroup)).toEqual({});
      expect(template(fabricWith({ kind: "reservation", id: "cr-1" }))).not.toHaveProperty("placement");
    });

    test("a group of reservations may span zones without EFA", () => {
      const props: GpuNodeGroupProps = { ...PLAIN, capacity: { kind: "reservation", resourceGroupArn: "arn:g" } };
      expect(group(props).subnet_ids).toHaveLength(2);
    });

    test("a Capacity Block moves the type into the template and is never placed", () => {
      const json = synth(fabricWith({ kind: "capacity-block", reservationId: "cr-9" }));
      expect(only(json, EksNodeGroup).capacity_type).toBe("CAPACITY_BLOCK");
      expect(only(json, EksNodeGroup)).not.toHaveProperty("instance_types");
      expect(only(json, LaunchTemplate)).toMatchObject({
        instance_type: "p5.48xlarge",
        instance_market_options: { market_type: "capacity-block" },
        capacity_reservation_specification: { capacity_reservation_target: { capacity_reservation_id: "cr-9" } },
      });
      expect(only(json, LaunchTemplate)).not.toHaveProperty("placement");
      expect(resources(json, PlacementGroup)).toEqual({});
    });
  });

  describe("image", () => {
    const imaged = (image: NodeImage): Json => synth({ ...FABRIC, image });

    test("of EKS goes by type and version", () => {
      const json = imaged({
        kind: "bottlerocket",
        amiType: "BOTTLEROCKET_x86_64_NVIDIA",
        releaseVersion: "1.63.0-abc",
        kubernetesVersion: "1.34",
      });
      expect(only(json, EksNodeGroup)).toMatchObject({
        ami_type: "BOTTLEROCKET_x86_64_NVIDIA",
        release_version: "1.63.0-abc",
        version: "1.34",
      });
      expect(only(json, LaunchTemplate)).not.toHaveProperty("image_id");
      expect(only(json, LaunchTemplate).block_device_mappings).toHaveLength(2);
    });

    test("of one's own goes by id alone", () => {
      const cluster = { name: "dev", apiServerEndpoint: "e", certificateAuthority: "a", serviceCidr: "10.0.0.0/16" };
      const json = imaged({ kind: "custom-al2023", imageId: "ami-1", cluster });
      for (const key of ["ami_type", "release_version", "version"])
        expect(only(json, EksNodeGroup)).not.toHaveProperty(key);
      expect(only(json, LaunchTemplate).image_id).toBe("ami-1");
    });

    test("gets the pods and the huge pages of its fabric", () => {
      const text = Buffer.from(template(FABRIC).user_data, "base64").toString("utf8");
      expect(text).toContain('"maxPods": 51');
      expect(text).toContain("want=5128");
      expect(Buffer.from(template(PLAIN).user_data, "base64").toString("utf8")).not.toContain("hugepages");
    });
  });

  test("leaves the number of nodes to who owns it", () => {
    expect(group(FABRIC)).not.toHaveProperty("lifecycle");
    expect(group({ ...FABRIC, desiredSizeOwner: "elsewhere" }).lifecycle).toEqual({
      ignore_changes: ["scaling_config[0].desired_size"],
    });
  });

  test("spells taints as AWS does", () => {
    const taints = [
      { key: "nvidia.com/gpu", value: "true", effect: "NoSchedule" },
      { key: "a", effect: "PreferNoSchedule" },
      { key: "b", effect: "NoExecute" },
    ] as const;
    expect(group({ ...FABRIC, taints }).taint).toEqual([
      { key: "nvidia.com/gpu", value: "true", effect: "NO_SCHEDULE" },
      { key: "a", effect: "PREFER_NO_SCHEDULE" },
      { key: "b", effect: "NO_EXECUTE" },
    ]);
    expect(group(FABRIC)).not.toHaveProperty("taint");
  });

  test("labels nodes by the node group", () => {
    expect(group({ ...FABRIC, labels: { pool: "h100" } }).labels).toEqual({ pool: "h100" });
  });

  test("updates one node at a time unless told otherwise, by number or by share", () => {
    expect(group(FABRIC).update_config).toEqual({ max_unavailable: 1 });
    expect(group({ ...FABRIC, update: { count: 3 } }).update_config).toEqual({ max_unavailable: 3 });
    expect(group({ ...FABRIC, update: { percentage: 25 } }).update_config).toEqual({ max_unavailable_percentage: 25 });
  });

  test("repairs nodes only when told to", () => {
    expect(group(FABRIC).node_repair_config).toEqual({ enabled: false });
    expect(group({ ...FABRIC, repair: { kind: "auto", parallel: { count: 1 } } }).node_repair_config).toEqual({
      enabled: true,
      max_parallel_nodes_repaired_count: 1,
    });
  });

  test("does not evict by force unless told to", () => {
    expect(group(FABRIC).force_update_version).toBe(false);
    expect(group({ ...FABRIC, forceUpdateVersion: true }).force_update_version).toBe(true);
  });

  test("waits long enough for GPU machines, each time adjustable", () => {
    expect(group(FABRIC).timeouts).toEqual({ create: "60m", update: "6h", delete: "90m" });
    expect(group({ ...FABRIC, timeouts: { update: "24h" } }).timeouts).toEqual({
      create: "60m",
      update: "24h",
      delete: "90m",
    });
  });

  test("tags the group and what it launches", () => {
    const json = synth({ ...FABRIC, tags: { team: "research" } });
    expect(only(json, EksNodeGroup).tags).toEqual({ Name: "dev-h100", team: "research" });
    expect(only(json, LaunchTemplate).tag_specifications[0].tags).toEqual({ Name: "dev-h100", team: "research" });
  });

  test("passes volume and CPU options on", () => {
    expect(
      template({ ...FABRIC, rootVolume: { sizeGiB: 500 }, cpuOptions: { coreCount: 96, threadsPerCore: 1 } }),
    ).toMatchObject({
      block_device_mappings: [{ ebs: { volume_size: 500 } }],
      cpu_options: { core_count: 96, threads_per_core: 1 },
    });
  });

  test("exposes what others build upon", () => {
    const { output } = synthStack((stack) => {
      const nodes = new GpuNodeGroup(stack, "h100", fabricWith({ kind: "spot", placementGroup: "cluster" }));
      expect(nodes.efaDevicesPerNode).toBe(32);
      expect(new GpuNodeGroup(stack, "plain", { ...PLAIN, name: "plain" }).placementGroupName).toBeUndefined();
      const { nodeGroupArn, nodeGroupName, autoScalingGroupName, launchTemplateId, placementGroupName } = nodes;
      const exposed = { nodeGroupArn, nodeGroupName, autoScalingGroupName, launchTemplateId, placementGroupName };
      for (const [name, value] of Object.entries(exposed)) new TerraformOutput(stack, name, { value });
    });
    expect(output.nodeGroupArn.value).toMatch(/^\$\{aws_eks_node_group\.h100_.+\.arn\}$/);
    expect(output.nodeGroupName.value).toMatch(/^\$\{aws_eks_node_group\.h100_.+\.node_group_name\}$/);
    expect(output.autoScalingGroupName.value).toMatch(/\.resources\[0\]\.autoscaling_groups\[0\]\.name\}$/);
    expect(output.launchTemplateId.value).toMatch(/^\$\{aws_launch_template\.h100_.+\.id\}$/);
    expect(output.placementGroupName.value).toMatch(/^\$\{aws_placement_group\.h100_.+\.name\}$/);
  });

  test("keeps its addresses when a sibling is added", () => {
    const ids = (names: readonly string[]) => {
      const json = synthStack((stack) => names.forEach((name) => new GpuNodeGroup(stack, name, { ...FABRIC, name })));
      return [...Object.keys(resources(json, EksNodeGroup)), ...Object.keys(resources(json, LaunchTemplate))];
    };
    expect(ids(["h100", "a100"])).toEqual(expect.arrayContaining(ids(["h100"])));
    expect(new Set(ids(["h100", "a100"])).size).toBe(4);
  });

  describe("checks", () => {
    /** Types allow one subnet only; plain JavaScript or a cast could give two. */
    const twoSubnets = (props: GpuNodeGroupProps) =>
      ({ ...props, subnetIds: ["subnet-a", "subnet-b"] }) as unknown as GpuNodeGroupProps;

    test.each<[string, GpuNodeGroupProps]>([
      ["EFA", twoSubnets(FABRIC)],
      ["a placement group", { ...PLAIN, capacity: { kind: "on-demand", placementGroup: "cluster" } }],
      ["a reservation", { ...PLAIN, capacity: { kind: "reservation", id: "cr-1" } }],
      ["a Capacity Block", { ...PLAIN, capacity: { kind: "capacity-block", reservationId: "cr-1" } }],
    ])("fails on two subnets with %s", (_what, props) => {
      expect(() => synth(props)).toThrow("so give one subnet");
    });

    test("fails without a subnet", () => {
      expect(() => synth({ ...PLAIN, subnetIds: [] })).toThrow("no subnet");
    });

    test.each(["a".repeat(64), "-h100", "h1", "h100.gpu", ""])("fails on the name %j", (name) => {
      expect(() => synth({ ...PLAIN, name })).toThrow("3 to 63 letters");
    });

    test("accepts a name of 63 characters", () => {
      expect(() => synth({ ...PLAIN, name: "a".repeat(63) })).not.toThrow();
    });

    test.each([
      { minSize: -1, desiredSize: 0, maxSize: 1 },
      { minSize: 2, desiredSize: 1, maxSize: 4 },
      { minSize: 0, desiredSize: 5, maxSize: 4 },
      { minSize: 0, desiredSize: 0, maxSize: 0 },
    ])("fails on the sizes %j", (scaling) => {
      expect(() => synth({ ...PLAIN, scaling })).toThrow("they must rise");
    });
  });
});
