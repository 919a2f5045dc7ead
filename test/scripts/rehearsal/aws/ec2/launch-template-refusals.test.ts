import { refuseLaunch } from "../../../../../scripts/rehearsal/aws/ec2/launch-template-refusals";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";

const GROUPS = [
  cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1" }),
  cloudObject("aws_security_group", "sg-2", { vpc_id: "vpc-1" }),
  cloudObject("aws_security_group", "sg-3", { vpc_id: "vpc-2" }),
];

function refused(object: Attributes) {
  const found = refuseLaunch({ name: "dev-gpu", ...object }, fakeCloud({ objects: GROUPS }));
  for (const { source } of found) expect(source).toMatch(/^https:\/\//);
  return found;
}

const codes = (object: Attributes) => refused(object).map(({ code }) => code);
const message = (object: Attributes) => refused(object)[0]?.message;
const COMBINATION = "InvalidParameterCombination";

const interfaces = (...groups: readonly (readonly string[])[]) => ({
  network_interfaces: groups.map((security_groups, index) => ({
    device_index: 0,
    network_card_index: index,
    interface_type: index === 0 ? "interface" : "efa-only",
    security_groups: [...security_groups],
  })),
});

describe("names", () => {
  test.each(["gpu", "dev/gpu_1.(a)-b", "n".repeat(128)])("EC2 takes %j", (name) => {
    expect(codes({ name })).toEqual([]);
  });

  test.each(["ab", "n".repeat(129), "dev gpu", "dev:gpu"])("EC2 refuses %j", (name) => {
    expect(codes({ name })).toEqual(["InvalidLaunchTemplateName.MalformedException"]);
  });

  test("a name that the provider makes is right", () => {
    expect(codes({ name: null })).toEqual([]);
  });
});

describe("user data", () => {
  const encoded = (bytes: number) => Buffer.alloc(bytes, "x").toString("base64");

  test("has 16 KiB before encoding", () => {
    expect(codes({ user_data: encoded(16_384) })).toEqual([]);
    expect(codes({ user_data: encoded(16_385) })).toEqual(["InvalidParameterValue"]);
    expect(message({ user_data: encoded(16_385) })).toContain("16385 bytes before encoding; 16384 are allowed");
  });

  test("is in base64", () => {
    expect(codes({ user_data: "#!/bin/bash\necho" })).toEqual(["InvalidParameterValue"]);
    expect(message({ user_data: "${user}" })).toBe("user_data is not in base64");
    expect(codes({ user_data: "YQ" })).toEqual([]);
    expect(codes({ user_data: "YWJj\nZGVm\n" })).toEqual([]);
  });

  test("may be left out", () => {
    expect(codes({ user_data: null })).toEqual([]);
    expect(codes({ user_data: "" })).toEqual([]);
  });
});

describe("security groups", () => {
  test("stand on the instance or on its interfaces", () => {
    expect(codes({ vpc_security_group_ids: ["sg-1"] })).toEqual([]);
    expect(codes(interfaces(["sg-1"]))).toEqual([]);
    expect(codes({ ...interfaces(["sg-1"]), vpc_security_group_ids: ["sg-1"] })).toEqual([COMBINATION]);
    expect(codes({ ...interfaces(["sg-1"]), security_group_names: ["x"] })).toEqual([COMBINATION]);
    expect(codes({ ...interfaces(["sg-1"]), vpc_security_group_ids: [] })).toEqual([]);
  });

  test("are of one VPC", () => {
    expect(codes(interfaces(["sg-1", "sg-2"], ["sg-2"]))).toEqual([]);
    expect(codes(interfaces(["sg-1"], ["sg-3"]))).toEqual(["InvalidParameter"]);
    expect(codes({ vpc_security_group_ids: ["sg-1", "sg-3"] })).toEqual(["InvalidParameter"]);
    expect(codes({ vpc_security_group_ids: ["sg-1", "sg-adopted"] })).toEqual([]);
  });
});

describe("capacity", () => {
  const target = (given: Attributes) => [
    { capacity_reservation_preference: null, capacity_reservation_target: [given] },
  ];
  const BLOCK = { instance_market_options: [{ market_type: "capacity-block" }] };
  const GROUP = "arn:aws:resource-groups:us-west-2:123456789012:group/ultra";

  test("a Capacity Block must be named", () => {
    const named = target({ capacity_reservation_id: "cr-0123456789abcdef0" });
    expect(codes({ ...BLOCK, capacity_reservation_specification: named })).toEqual([]);
    expect(codes(BLOCK)).toEqual([COMBINATION]);
    expect(codes({ ...BLOCK, capacity_reservation_specification: target({}) })).toEqual([COMBINATION]);
    expect(codes({ instance_market_options: [] })).toEqual([]);
  });

  test("only those of UltraServers are in resource groups", () => {
    const grouped = { capacity_reservation_specification: target({ capacity_reservation_resource_group_arn: GROUP }) };
    expect(codes({ ...BLOCK, ...grouped, instance_type: "p6e-gb200.36xlarge" })).toEqual([]);
    expect(codes({ ...BLOCK, ...grouped, instance_type: "p5.48xlarge" })).toEqual([COMBINATION]);
    expect(codes({ ...BLOCK, ...grouped, instance_type: null })).toEqual([]);
    expect(codes({ ...grouped, instance_type: "p5.48xlarge" })).toEqual([]);
  });

  test("a reservation is preferred or targeted, not both", () => {
    const specification = (preference: string | null, targets: Attributes[]) => ({
      capacity_reservation_specification: [
        { capacity_reservation_preference: preference, capacity_reservation_target: targets },
      ],
    });
    const one = { capacity_reservation_id: "cr-1" };
    expect(codes(specification("open", []))).toEqual([]);
    expect(codes(specification(null, [one]))).toEqual([]);
    expect(codes(specification("open", [one]))).toEqual([COMBINATION]);
  });

  test("Spot Instances in a placement group terminate on interruption", () => {
    const spot = (behavior: string | null, group: string | null) => ({
      instance_market_options: [{ market_type: "spot", spot_options: [{ instance_interruption_behavior: behavior }] }],
      placement: [{ group_name: group }],
    });
    expect(codes(spot("terminate", "pg"))).toEqual([]);
    expect(codes(spot(null, "pg"))).toEqual([]);
    expect(codes(spot("stop", null))).toEqual([]);
    expect(codes(spot("stop", "pg"))).toEqual([COMBINATION]);
    expect(codes(spot("hibernate", "pg"))).toEqual([COMBINATION]);
  });
});

test("cores and threads go together", () => {
  const cpu = (core_count: number | null, threads_per_core: number | null) => ({
    cpu_options: [{ core_count, threads_per_core, amd_sev_snp: null }],
  });
  expect(codes(cpu(96, 1))).toEqual([]);
  expect(codes(cpu(null, null))).toEqual([]);
  expect(codes(cpu(96, null))).toEqual([COMBINATION]);
  expect(codes(cpu(null, 1))).toEqual([COMBINATION]);
});

describe("tags of what is launched", () => {
  const tagging = (resource_type: string, tags: Record<string, string>, shown = "disabled") => ({
    tag_specifications: [{ resource_type, tags }],
    metadata_options: [{ instance_metadata_tags: shown }],
  });

  test.each(["instance", "volume", "network-interface", "spot-instances-request"])("%s can have some", (type) => {
    expect(codes(tagging(type, { Name: "x" }))).toEqual([]);
  });

  test("nothing else can have any, and they are tags like others", () => {
    expect(codes(tagging("launch-template", { Name: "x" }))).toEqual(["InvalidParameterValue"]);
    expect(codes(tagging("instance", { "aws:x": "y" }))).toEqual(["InvalidTagKey.Malformed"]);
    expect(message(tagging("", { Name: "x" }))).toContain("tag_specifications of no type");
    expect(message(tagging("image", { Name: "x" }))).toContain("tag_specifications of image");
    expect(codes({ tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
  });

  test("those of instances are shown in metadata only with plain keys", () => {
    const slash = { "kubernetes.io/cluster/dev": "owned" };
    expect(codes(tagging("instance", slash))).toEqual([]);
    expect(codes(tagging("instance", slash, "enabled"))).toEqual(["InvalidParameterValue"]);
    expect(codes(tagging("volume", slash, "enabled"))).toEqual([]);
    expect(codes(tagging("instance", { "a+b-c=d.e,f_g:h@1": "x" }, "enabled"))).toEqual([]);
    expect(codes(tagging("instance", { "..": "x", "my key": "y" }, "enabled"))).toHaveLength(2);
  });
});

test("volumes are looked at", () => {
  const ebs = [{ volume_type: "gp3", volume_size: 0.5 }];
  expect(codes({ block_device_mappings: [{ device_name: "/dev/xvda", ebs }] })).toEqual(["InvalidParameterValue"]);
});

describe("interfaces are looked at", () => {
  test("by the type of the template, where it has one", () => {
    const efa = { network_interfaces: [{ device_index: 0, network_card_index: 0, interface_type: "efa" }] };
    expect(codes({ ...efa, instance_type: "m7i.large" })).toEqual(["Unsupported"]);
    expect(codes({ ...efa, instance_type: null })).toEqual([]);
  });

  test("and none has to be the primary one: a launch may add it", () => {
    const secondary = [{ device_index: 1, network_card_index: 0, interface_type: "interface" }];
    expect(codes({ network_interfaces: secondary })).toEqual([]);
  });
});
