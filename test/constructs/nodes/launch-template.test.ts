import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { TerraformOutput } from "cdktf";
import { NodeLaunchTemplate, type NodeLaunchTemplateProps } from "../../../constructs/nodes/launch-template";
import { only, synthStack, type Json } from "../../helpers/synth";

const PROPS: NodeLaunchTemplateProps = {
  name: "dev-h100",
  family: "al2023",
  securityGroupIds: ["sg-cluster", "sg-efa"],
  tags: { team: "research" },
};

function template(props: Partial<NodeLaunchTemplateProps> = {}): Json {
  return only(
    synthStack((stack) => void new NodeLaunchTemplate(stack, "lt", { ...PROPS, ...props })),
    LaunchTemplate,
  );
}

describe("NodeLaunchTemplate", () => {
  test("holds nothing that EKS rejects or takes from the node group", () => {
    const json = template();
    for (const key of ["iam_instance_profile", "instance_initiated_shutdown_behavior", "instance_type", "image_id"])
      expect(json).not.toHaveProperty(key);
    for (const key of ["instance_market_options", "capacity_reservation_specification", "placement", "user_data"])
      expect(json).not.toHaveProperty(key);
  });

  test("makes its newest version the default and keeps its name", () => {
    expect(template()).toMatchObject({ name: "dev-h100", update_default_version: true });
    expect(template()).not.toHaveProperty("lifecycle");
  });

  test("asks for session tokens, and lets no pod but those of its own network reach the metadata service", () => {
    expect(template().metadata_options).toEqual({
      http_endpoint: "enabled",
      http_tokens: "required",
      http_put_response_hop_limit: 1,
      instance_metadata_tags: "disabled",
    });
  });

  test("puts security groups on the instance without interfaces", () => {
    const json = template();
    expect(json.vpc_security_group_ids).toEqual(["sg-cluster", "sg-efa"]);
    expect(json).not.toHaveProperty("network_interfaces");
    expect(template({ networkInterfaces: [] }).vpc_security_group_ids).toHaveLength(2);
  });

  test("puts security groups on the interfaces with them, never on both", () => {
    const json = template({
      networkInterfaces: [
        { card: 0, device: 0, type: "interface" },
        { card: 0, device: 1, type: "efa-only" },
      ],
    });
    expect(json).not.toHaveProperty("vpc_security_group_ids");
    expect(json.network_interfaces).toEqual([
      {
        associate_public_ip_address: "false",
        delete_on_termination: "true",
        device_index: 0,
        interface_type: "interface",
        network_card_index: 0,
        security_groups: ["sg-cluster", "sg-efa"],
      },
      {
        delete_on_termination: "true",
        device_index: 1,
        interface_type: "efa-only",
        network_card_index: 0,
        security_groups: ["sg-cluster", "sg-efa"],
      },
    ]);
  });

  test("encrypts a root volume that holds GPU images", () => {
    expect(template().block_device_mappings).toEqual([
      {
        device_name: "/dev/xvda",
        ebs: { delete_on_termination: "true", encrypted: "true", volume_size: 200, volume_type: "gp3" },
      },
    ]);
  });

  test("sizes the root volume as told", () => {
    const rootVolume = { sizeGiB: 500, iops: 16000, throughputMiBps: 1000, kmsKeyArn: "arn:k" };
    expect(template({ rootVolume }).block_device_mappings[0].ebs).toMatchObject({
      volume_size: 500,
      iops: 16000,
      throughput: 1000,
      kms_key_id: "arn:k",
    });
  });

  test("sizes the data volume of Bottlerocket and encrypts both", () => {
    const [system, data] = template({ family: "bottlerocket", rootVolume: { sizeGiB: 300 } }).block_device_mappings;
    expect(system).toEqual({
      device_name: "/dev/xvda",
      ebs: { delete_on_termination: "true", encrypted: "true", volume_type: "gp3" },
    });
    expect(data).toMatchObject({ device_name: "/dev/xvdb", ebs: { encrypted: "true", volume_size: 300 } });
  });

  test("begins the data volume of Bottlerocket with a snapshot, and never the volume of a system", () => {
    const rootVolume = { sizeGiB: 300, snapshotId: "snap-0123456789abcdef0" };
    const [system, data] = template({ family: "bottlerocket", rootVolume }).block_device_mappings;
    expect(system.ebs).not.toHaveProperty("snapshot_id");
    expect(data.ebs).toMatchObject({ snapshot_id: "snap-0123456789abcdef0", volume_size: 300, encrypted: "true" });
    expect(() => template({ rootVolume })).toThrow("only Bottlerocket");
  });

  test("targets a reservation by id or by group, without a preference beside it", () => {
    expect(template({ reservation: { id: "cr-1" } }).capacity_reservation_specification).toEqual({
      capacity_reservation_target: { capacity_reservation_id: "cr-1" },
    });
    expect(template({ reservation: { resourceGroupArn: "arn:g" } }).capacity_reservation_specification).toEqual({
      capacity_reservation_target: { capacity_reservation_resource_group_arn: "arn:g" },
    });
  });

  test("carries all that a Capacity Block needs", () => {
    expect(template({ capacityBlock: true, instanceType: "p5.48xlarge", reservation: { id: "cr-1" } })).toMatchObject({
      instance_type: "p5.48xlarge",
      instance_market_options: { market_type: "capacity-block" },
      capacity_reservation_specification: { capacity_reservation_target: { capacity_reservation_id: "cr-1" } },
    });
  });

  test("takes image, user data, placement and CPU options as given", () => {
    const cpuOptions = { coreCount: 96, threadsPerCore: 1 } as const;
    expect(template({ imageId: "ami-1", userData: "e30=", placementGroupName: "pg", cpuOptions })).toMatchObject({
      image_id: "ami-1",
      user_data: "e30=",
      placement: { group_name: "pg" },
      cpu_options: { core_count: 96, threads_per_core: 1 },
    });
  });

  test("tags what it launches, for default tags of the provider do not", () => {
    const specifications = template().tag_specifications;
    expect(specifications.map((spec: Json) => spec.resource_type)).toEqual(["instance", "volume", "network-interface"]);
    for (const { tags } of specifications) expect(tags).toEqual({ Name: "dev-h100", team: "research" });
  });

  test("exposes its id and its newest version as references", () => {
    const { output } = synthStack((stack) => {
      const { launchTemplateId, latestVersion } = new NodeLaunchTemplate(stack, "lt", PROPS);
      new TerraformOutput(stack, "id", { value: launchTemplateId });
      new TerraformOutput(stack, "version", { value: latestVersion });
    });
    expect(output.id.value).toMatch(/^\$\{aws_launch_template\..+\.id\}$/);
    expect(output.version.value).toMatch(/^\$\{aws_launch_template\..+\.latest_version\}$/);
  });

  test.each<[string, Partial<NodeLaunchTemplateProps>, string]>([
    [
      "a Capacity Block without a type",
      { capacityBlock: true, reservation: { id: "cr-1" } },
      "needs the instance type",
    ],
    ["a Capacity Block without a reservation", { capacityBlock: true, instanceType: "p5.48xlarge" }, "the id of its"],
    [
      "a Capacity Block by group",
      { capacityBlock: true, instanceType: "p5.48xlarge", reservation: { resourceGroupArn: "arn" } },
      "the id of its",
    ],
    [
      "a Capacity Block in a placement group",
      { capacityBlock: true, instanceType: "p5.48xlarge", reservation: { id: "cr-1" }, placementGroupName: "pg" },
      "do not launch into placement groups",
    ],
    ["more throughput than the IOPS give", { rootVolume: { throughputMiBps: 1000 } }, "set iops to 4000 or more"],
    ["too few IOPS for the throughput", { rootVolume: { iops: 3999, throughputMiBps: 1000 } }, "1000 MiB/s with 3999"],
  ])("fails on %s", (_what, props, message) => {
    expect(() => template(props)).toThrow(message);
  });

  test("accepts throughput of exactly a quarter of the IOPS", () => {
    expect(() => template({ rootVolume: { iops: 4000, throughputMiBps: 1000 } })).not.toThrow();
    expect(() => template({ rootVolume: { throughputMiBps: 750 } })).not.toThrow();
  });
});
