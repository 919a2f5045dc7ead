import { VPC_DATA } from "../../../../../scripts/rehearsal/aws/ec2/vpc-data";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";

const VPC = cloudObject("aws_vpc", "vpc-1", {
  cidr_block: "10.0.0.0/16",
  tags: { Name: "dev" },
  tags_all: { Name: "dev", team: "a" },
  enable_dns_support: true,
});
const subnet = (n: number, zone: string) =>
  cloudObject("aws_subnet", `subnet-${n}`, {
    vpc_id: "vpc-1",
    cidr_block: `10.0.${n}.0/24`,
    availability_zone: zone,
    tags_all: { Name: `dev-${n}`, tier: n === 3 ? "public" : "private" },
  });
const OBJECTS = [
  VPC,
  cloudObject("aws_vpc", "vpc-2", { cidr_block: "10.1.0.0/16", tags_all: { Name: "other" } }),
  subnet(1, "us-west-2a"),
  subnet(2, "us-west-2b"),
  subnet(3, "us-west-2b"),
  cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1", name: "gpu", description: "GPU", tags_all: {} }),
  cloudObject("aws_security_group", "sg-2", { vpc_id: "vpc-2", name: "gpu" }),
];
const api = fakeCloud({ objects: OBJECTS });
const read = (type: string, config: Attributes) => VPC_DATA[type]!.read(config, api);
const ids = (config: Attributes) => (read("aws_subnets", config) as Attributes)["ids"];
const filter = (name: string, ...values: string[]) => ({ filter: [{ name, values }] });

describe("a VPC", () => {
  test.each([
    ["id", { id: "vpc-1" }],
    ["addresses", { cidr_block: "10.0.0.0/16" }],
    ["tags", { tags: { Name: "dev" } }],
    ["a filter for tags", filter("tag:team", "a", "b")],
    ["a filter for ids", filter("vpc-id", "vpc-1")],
  ])("is found by %s", (_, config) => {
    expect(read("aws_vpc", config)).toMatchObject({
      id: "vpc-1",
      cidr_block: "10.0.0.0/16",
      enable_dns_support: true,
      state: "available",
      default: false,
      tags: { Name: "dev", team: "a" },
    });
  });

  test("tells its addresses as an association, too", () => {
    expect((read("aws_vpc", { id: "vpc-1" }) as Attributes)["cidr_block_associations"]).toEqual([
      { association_id: expect.stringMatching(/^vpc-cidr-assoc-/), cidr_block: "10.0.0.0/16", state: "associated" },
    ]);
  });

  test("is refused where there is none, or several", () => {
    expect(read("aws_vpc", { id: "vpc-3" })).toMatchObject({
      code: "InvalidVpcID.NotFound",
      message: "no matching aws_vpc found",
    });
    expect(read("aws_vpc", { tags: { Name: "none" } })).toMatchObject({ code: "InvalidVpcID.NotFound" });
    expect((read("aws_vpc", {}) as Attributes)["message"]).toContain("multiple aws_vpc matched");
  });
});

describe("a subnet", () => {
  test("is found by VPC and zone, with the addresses that it has for others", () => {
    expect(read("aws_subnet", { vpc_id: "vpc-1", availability_zone: "us-west-2a" })).toMatchObject({
      id: "subnet-1",
      available_ip_address_count: 251,
      state: "available",
      default_for_az: false,
      tags: { Name: "dev-1", tier: "private" },
    });
  });

  test("is refused where there is none", () => {
    expect(read("aws_subnet", { id: "subnet-9" })).toMatchObject({ code: "InvalidSubnetID.NotFound" });
  });
});

describe("subnets", () => {
  test.each([
    ["a VPC", filter("vpc-id", "vpc-1"), ["subnet-1", "subnet-2", "subnet-3"]],
    ["no VPC", filter("vpc-id", "vpc-2"), []],
    ["a zone", filter("availability-zone", "us-west-2b"), ["subnet-2", "subnet-3"]],
    ["addresses", filter("cidr-block", "10.0.1.0/24", "10.0.3.0/24"), ["subnet-1", "subnet-3"]],
    ["ids", filter("subnet-id", "subnet-2"), ["subnet-2"]],
    ["a tag in a filter", filter("tag:tier", "public"), ["subnet-3"]],
    ["tags", { tags: { tier: "private" } }, ["subnet-1", "subnet-2"]],
    ["a filter that nothing is known of", filter("owner-id", "1"), ["subnet-1", "subnet-2", "subnet-3"]],
  ])("are found by %s", (_, config, expected) => {
    expect(ids(config)).toEqual(expected);
  });

  test("must pass every filter", () => {
    const both = [...filter("tag:tier", "private").filter, ...filter("availability-zone", "us-west-2b").filter];
    expect(ids({ filter: both })).toEqual(["subnet-2"]);
  });
});

test("a security group is found by name in its VPC, and refused without", () => {
  expect(read("aws_security_group", { name: "gpu", vpc_id: "vpc-1" })).toMatchObject({
    id: "sg-1",
    description: "GPU",
  });
  expect(read("aws_security_group", filter("group-id", "sg-2"))).toMatchObject({ id: "sg-2", tags: null });
  expect(read("aws_security_group", { name: "gpu" })).toMatchObject({ code: "InvalidGroup.NotFound" });
  expect(read("aws_security_group", { name: "none" })).toMatchObject({ code: "InvalidGroup.NotFound" });
});
