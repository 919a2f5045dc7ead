import { EC2_DATA } from "../../../../../scripts/rehearsal/aws/ec2/ec2-data";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { fakeCloud } from "../fake-cloud";

const read = (type: string, config: Attributes, region = "us-west-2") =>
  EC2_DATA[type]!.read(config, fakeCloud({ region }));

describe("zones", () => {
  test("are as many as the facts know, and three where they do not", () => {
    expect(read("aws_availability_zones", {})).toMatchObject({
      id: "us-west-2",
      names: ["us-west-2a", "us-west-2b", "us-west-2c", "us-west-2d"],
      zone_ids: ["usw2-az1", "usw2-az2", "usw2-az3", "usw2-az4"],
    });
    expect(read("aws_availability_zones", {}, "eu-north-1")).toMatchObject({
      names: ["eu-north-1a", "eu-north-1b", "eu-north-1c"],
    });
  });

  test("can be left out by name and by id", () => {
    const config = { exclude_names: ["us-west-2a"], exclude_zone_ids: ["usw2-az4"] };
    expect(read("aws_availability_zones", config)).toMatchObject({ names: ["us-west-2b", "us-west-2c"] });
  });
});

describe("a zone", () => {
  test("is found by name", () => {
    expect(read("aws_availability_zone", { name: "us-west-2b" })).toMatchObject({
      id: "us-west-2b",
      name_suffix: "b",
      zone_id: "usw2-az2",
      zone_type: "availability-zone",
      opt_in_status: "opt-in-not-required",
      network_border_group: "us-west-2",
    });
  });

  test("is found by id", () => {
    expect(read("aws_availability_zone", { name: null, zone_id: "usw2-az3" })).toMatchObject({ name: "us-west-2c" });
  });

  test("may be a Local Zone, which has a parent", () => {
    expect(read("aws_availability_zone", { name: "us-west-2-lax-1a" })).toMatchObject({
      zone_type: "local-zone",
      group_name: "us-west-2-lax-1",
      opt_in_status: "opted-in",
      parent_zone_name: "us-west-2a",
      parent_zone_id: "usw2-az1",
    });
  });

  test.each<Attributes>([{ name: "us-east-1a" }, { zone_id: "use1-az1" }, {}])("is not there for %j", (config) => {
    expect(read("aws_availability_zone", config)).toMatchObject({ code: "InvalidZone.NotFound" });
  });
});

describe("an image", () => {
  test("is one of the owner who was asked for", () => {
    const image = read("aws_ami", { owners: ["amazon"], filter: [{ name: "name", values: ["al2023-ami-*"] }] });
    expect(image).toMatchObject({ name: "al2023-ami-*", image_owner_alias: "amazon", architecture: "x86_64" });
    expect(image).toMatchObject({ state: "available", ena_support: true, public: true, root_device_type: "ebs" });
    const { id, image_id, arn } = image as Attributes;
    expect(id).toMatch(/^ami-[0-9a-f]{17}$/);
    expect(image_id).toBe(id);
    expect(arn).toBe(`arn:aws:ec2:us-west-2::image/${String(id)}`);
  });

  test("is that of an account, of the architecture that was asked for", () => {
    const filter = [{ name: "architecture", values: ["arm64"] }];
    expect(read("aws_ami", { owners: ["111122223333"], filter })).toMatchObject({
      owner_id: "111122223333",
      image_owner_alias: "",
      architecture: "arm64",
    });
  });
});

describe("offerings of instance types", () => {
  const types = [{ name: "instance-type", values: ["p5.48xlarge", "m7i.large"] }];

  test("are all that is asked for, in the Region", () => {
    expect(read("aws_ec2_instance_type_offerings", { filter: types, location_type: null })).toMatchObject({
      instance_types: ["p5.48xlarge", "m7i.large"],
      locations: ["us-west-2", "us-west-2"],
      location_types: ["region", "region"],
    });
  });

  test("are in the zones that are asked for, or in all", () => {
    const places = { name: "location", values: ["us-west-2c"] };
    const zonal = { filter: [...types, places], location_type: "availability-zone" };
    expect(read("aws_ec2_instance_type_offerings", zonal)).toMatchObject({ locations: ["us-west-2c", "us-west-2c"] });
    const all = { filter: [{ name: "instance-type", values: ["m7i.large"] }], location_type: "availability-zone-id" };
    expect(read("aws_ec2_instance_type_offerings", all)).toMatchObject({
      locations: ["usw2-az1", "usw2-az2", "usw2-az3", "usw2-az4"],
    });
  });
});

describe("an instance type", () => {
  test("is told as the facts have it", () => {
    expect(read("aws_ec2_instance_type", { instance_type: "p5.48xlarge" })).toMatchObject({
      id: "p5.48xlarge",
      default_vcpus: 192,
      supported_architectures: ["x86_64"],
      efa_supported: true,
      efa_maximum_interfaces: 32,
      maximum_network_cards: 32,
      maximum_network_interfaces: 64,
      gpus: [{ count: 8, manufacturer: "NVIDIA", name: "H100-80GB", memory_size: expect.any(Number) as number }],
      instance_storage_supported: true,
      current_generation: true,
    });
  });

  test("has no GPUs where there are none", () => {
    expect(read("aws_ec2_instance_type", { instance_type: "m7i.large" })).toMatchObject({
      gpus: [],
      instance_storage_supported: false,
      total_gpu_memory: 0,
      efa_supported: false,
    });
  });

  test("of which nothing is known is only named", () => {
    expect(read("aws_ec2_instance_type", { instance_type: "x99.metal" })).toEqual({ id: "x99.metal" });
  });
});
