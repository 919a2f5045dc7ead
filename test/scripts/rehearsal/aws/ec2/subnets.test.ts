import { SUBNET_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/subnets";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const subnet = SUBNET_KINDS["aws_subnet"]!;
const VPC = cloudObject("aws_vpc", "vpc-1", { cidr_block: "10.0.0.0/16" });
const given = (cidr: string, more = {}) => ({ vpc_id: "vpc-1", cidr_block: cidr, ...more });

describe("a plan of aws_subnet", () => {
  test("replaces for place and addresses, as the provider does", () => {
    expect(subnet.forcesNew).toEqual([
      "availability_zone",
      "availability_zone_id",
      "cidr_block",
      "ipv6_native",
      "outpost_arn",
      "vpc_id",
    ]);
  });

  test("replaces for IPv6 addresses only where they were assigned on creation", () => {
    expect(subnet.forcesNewWhen!({ assign_ipv6_address_on_creation: true }, {})).toEqual(["ipv6_cidr_block"]);
    expect(subnet.forcesNewWhen!({ assign_ipv6_address_on_creation: false }, {})).toEqual([]);
  });

  test("has everything off where nothing is said", () => {
    expect(subnet.defaults).toEqual({
      assign_ipv6_address_on_creation: false,
      enable_dns64: false,
      enable_resource_name_dns_a_record_on_launch: false,
      enable_resource_name_dns_aaaa_record_on_launch: false,
      ipv6_native: false,
      map_public_ip_on_launch: false,
    });
  });

  test("needs its VPC, and keeps it", () => {
    expect(subnet.references).toEqual([
      { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" },
    ]);
  });
});

describe("a new subnet", () => {
  test("has the zone that was asked for, with its id", () => {
    const made = subnet.create(given("10.0.1.0/24", { availability_zone: "us-west-2b" }), fakeCloud());
    expect(made["id"]).toMatch(/^subnet-[0-9a-f]{17}$/);
    expect(made).toMatchObject({
      arn: `arn:aws:ec2:us-west-2:123456789012:subnet/${String(made["id"])}`,
      owner_id: "123456789012",
      availability_zone: "us-west-2b",
      availability_zone_id: "usw2-az2",
      private_dns_hostname_type_on_launch: "ip-name",
      ipv6_cidr_block_association_id: "",
    });
  });

  test("gets some zone where none was asked for", () => {
    expect(subnet.create(given("10.0.1.0/24"), fakeCloud())["availability_zone"]).toMatch(/^us-west-2[abc]$/);
  });

  test("has an association for IPv6 addresses, and names by resource where it has no others", () => {
    const made = subnet.create({ ipv6_cidr_block: "2600:1f14::/64", ipv6_native: true }, fakeCloud());
    expect(made["ipv6_cidr_block_association_id"]).toMatch(/^subnet-cidr-assoc-[0-9a-f]{17}$/);
    expect(made["private_dns_hostname_type_on_launch"]).toBe("resource-name");
  });
});

describe("EC2", () => {
  const api = fakeCloud({ objects: [VPC] });

  test.each(["10.0.0.0/16", "10.0.255.240/28", "10.0.4.0/22"])("takes %s of 10.0.0.0/16", (cidr) => {
    expect(codes(subnet, given(cidr), api)).toEqual([]);
  });

  test.each(["10.0.0.0/15", "10.0.0.0/29", "10.0.0.0"])("refuses %s for its size", (cidr) => {
    expect(codes(subnet, given(cidr), api)).toEqual(["InvalidSubnet.Range"]);
    expect(messages(subnet, given(cidr), api)[0]).toContain("/16 to /28");
  });

  test("refuses addresses outside of the VPC", () => {
    expect(codes(subnet, given("10.1.0.0/24"), api)).toEqual(["InvalidSubnet.Range"]);
    expect(messages(subnet, given("10.1.0.0/24"), api)).toEqual(["cidr_block 10.1.0.0/24 is not inside the VPC"]);
  });

  test("takes addresses that the VPC got later", () => {
    const more = cloudObject("aws_vpc_ipv4_cidr_block_association", "a-1", {
      vpc_id: "vpc-1",
      cidr_block: "10.1.0.0/16",
    });
    expect(codes(subnet, given("10.1.0.0/24"), fakeCloud({ objects: [VPC, more] }))).toEqual([]);
  });

  test("cannot tell for a VPC that is not of this environment", () => {
    expect(codes(subnet, given("172.16.0.0/24", { vpc_id: "vpc-adopted" }), api)).toEqual([]);
  });

  test("refuses addresses of another subnet of the same VPC", () => {
    const other = (vpcId: string) =>
      cloudObject("aws_subnet", "subnet-1", { vpc_id: vpcId, cidr_block: "10.0.0.0/20" });
    const same = fakeCloud({ objects: [VPC, other("vpc-1")] });
    expect(codes(subnet, given("10.0.15.0/24"), same)).toEqual(["InvalidSubnet.Conflict"]);
    expect(messages(subnet, given("10.0.15.0/24"), same)[0]).toContain("overlaps 10.0.0.0/20 of subnet-1");
    expect(codes(subnet, given("10.0.16.0/24"), same)).toEqual([]);
    expect(codes(subnet, given("10.0.15.0/24"), fakeCloud({ objects: [VPC, other("vpc-2")] }))).toEqual([]);
  });

  test("does not take a subnet that changes for another one", () => {
    const itself = cloudObject("aws_subnet", "subnet-1", given("10.0.0.0/20"));
    const api = fakeCloud({ objects: [VPC, itself] });
    expect(codes(subnet, given("10.0.0.0/20", { id: "subnet-1" }), api)).toEqual([]);
  });

  test("refuses a zone of another Region", () => {
    const zone = (name: string) => codes(subnet, given("10.0.1.0/24", { availability_zone: name }), api);
    expect(zone("us-west-2a")).toEqual([]);
    expect(zone("us-west-2-lax-1a")).toEqual([]);
    expect(zone("us-east-1a")).toEqual(["InvalidParameterValue"]);
  });

  test("looks at the tags", () => {
    expect(codes(subnet, given("10.0.1.0/24", { tags_all: { "aws:x": "y" } }), api)).toEqual([
      "InvalidTagKey.Malformed",
    ]);
  });
});
