import { GATEWAY_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/gateways";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const internet = GATEWAY_KINDS["aws_internet_gateway"]!;
const address = GATEWAY_KINDS["aws_eip"]!;
const nat = GATEWAY_KINDS["aws_nat_gateway"]!;

const VPC = cloudObject("aws_vpc", "vpc-1", { cidr_block: "10.0.0.0/16" });
const IGW = cloudObject("aws_internet_gateway", "igw-1", { vpc_id: "vpc-1" });
const SUBNET = cloudObject("aws_subnet", "subnet-1", { vpc_id: "vpc-1", cidr_block: "10.0.0.0/28" });
const ADDRESS = cloudObject("aws_eip", "eipalloc-1", { public_ip: "198.18.0.9" });
const NAT = { connectivity_type: "public", allocation_id: "eipalloc-1", subnet_id: "subnet-1" };

describe("an internet gateway", () => {
  test("is never replaced: it goes from one VPC to another", () => {
    expect(internet.forcesNew).toEqual([]);
  });

  test("keeps its VPC", () => {
    expect(internet.references).toEqual([
      { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" },
    ]);
  });

  test("has an id and an ARN", () => {
    const made = internet.create({ vpc_id: "vpc-1" }, fakeCloud({ partition: "aws-us-gov", region: "us-gov-west-1" }));
    expect(made["id"]).toMatch(/^igw-[0-9a-f]{17}$/);
    expect(made["arn"]).toBe(`arn:aws-us-gov:ec2:us-gov-west-1:123456789012:internet-gateway/${String(made["id"])}`);
  });

  test("is the only one of its VPC", () => {
    const api = fakeCloud({ objects: [VPC, IGW, cloudObject("aws_internet_gateway", "igw-2", { vpc_id: "" })] });
    expect(codes(internet, { vpc_id: "vpc-1" }, api)).toEqual(["InvalidParameterValue"]);
    expect(codes(internet, { vpc_id: "vpc-1", id: "igw-1" }, api)).toEqual([]);
    expect(codes(internet, { vpc_id: "vpc-2" }, api)).toEqual([]);
    expect(codes(internet, { vpc_id: null }, api)).toEqual([]);
    expect(codes(internet, { vpc_id: "" }, api)).toEqual([]);
  });

  test("stays while a NAT gateway has a public address in the VPC", () => {
    const deletion = (attributes: object) => {
      const other = cloudObject("aws_nat_gateway", "nat-1", { ...attributes });
      const api = fakeCloud({ objects: [other] });
      return internet.refuseDelete!({ vpc_id: "vpc-1" }, api).map(({ code }) => code);
    };
    expect(deletion({ connectivity_type: "public", vpc_id: "vpc-1" })).toEqual(["DependencyViolation"]);
    expect(deletion({ connectivity_type: "private", vpc_id: "vpc-1" })).toEqual([]);
    expect(deletion({ connectivity_type: "public", vpc_id: "vpc-2" })).toEqual([]);
    expect(internet.refuseDelete!({ vpc_id: "" }, fakeCloud())).toEqual([]);
  });
});

describe("an Elastic IP address", () => {
  test("is replaced for where it comes from, as the provider does", () => {
    expect(address.forcesNew).toEqual([
      "address",
      "domain",
      "ipam_pool_id",
      "network_border_group",
      "public_ipv4_pool",
    ]);
  });

  test("has an address that is nobody's, with its name", () => {
    const made = address.create({ domain: "vpc" }, fakeCloud());
    const ip = String(made["public_ip"]);
    expect(ip).toMatch(/^198\.1[89]\.\d{1,3}\.\d{1,3}$/);
    expect(made["id"]).toMatch(/^eipalloc-[0-9a-f]{17}$/);
    expect(made["allocation_id"]).toBe(made["id"]);
    expect(made["public_dns"]).toBe(`ec2-${ip.replaceAll(".", "-")}.us-west-2.compute.amazonaws.com`);
    expect(made["arn"]).toBe(`arn:aws:ec2:us-west-2:123456789012:elastic-ip/${String(made["id"])}`);
    expect(made["network_border_group"]).toBe("us-west-2");
  });

  test.each([
    ["us-east-1", "aws", ".compute-1.amazonaws.com"],
    ["cn-north-1", "aws-cn", ".cn-north-1.compute.amazonaws.com.cn"],
  ])("has a name of its own kind in %s", (region, partition, end) => {
    const made = address.create({}, fakeCloud({ region, partition }));
    expect(String(made["public_dns"]).endsWith(end)).toBe(true);
  });

  test("keeps the address that was asked for", () => {
    expect(address.create({ address: "203.0.113.7" }, fakeCloud())["public_ip"]).toBe("203.0.113.7");
  });

  test("has tags that EC2 looks at", () => {
    expect(codes(address, { tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
  });
});

describe("a NAT gateway", () => {
  const objects = [VPC, IGW, SUBNET, ADDRESS];

  test("is replaced for what it is made of, as the provider does", () => {
    expect(nat.forcesNew).toEqual([
      "allocation_id",
      "availability_mode",
      "connectivity_type",
      "private_ip",
      "subnet_id",
      "vpc_id",
    ]);
    expect(nat.defaults).toEqual({ connectivity_type: "public" });
  });

  test("is replaced for the number of further private addresses only when it is private", () => {
    expect(nat.forcesNewWhen!({}, { connectivity_type: "private" })).toEqual(["secondary_private_ip_address_count"]);
    expect(nat.forcesNewWhen!({}, { connectivity_type: "public" })).toEqual([]);
  });

  test("is replaced when zones are named for the first time or no more", () => {
    const some = { availability_zone_address: [{ availability_zone: "us-west-2a" }] };
    const more = {
      availability_zone_address: [{ availability_zone: "us-west-2a" }, { availability_zone: "us-west-2b" }],
    };
    expect(nat.forcesNewWhen!({ availability_zone_address: [] }, some)).toEqual(["availability_zone_address"]);
    expect(nat.forcesNewWhen!(some, { availability_zone_address: [] })).toEqual(["availability_zone_address"]);
    expect(nat.forcesNewWhen!(some, more)).toEqual([]);
  });

  test("keeps its subnet, and its address from being released", () => {
    const held = nat.references!.map(({ path, missing, holds }) => [path, missing, holds]);
    expect(held).toEqual([
      ["subnet_id", "InvalidSubnetID.NotFound", "DependencyViolation"],
      ["vpc_id", "InvalidVpcID.NotFound", "DependencyViolation"],
      ["allocation_id", "InvalidAllocationID.NotFound", "InvalidIPAddress.InUse"],
      ["secondary_allocation_ids", "InvalidAllocationID.NotFound", "InvalidIPAddress.InUse"],
    ]);
  });

  test("has a private address of its subnet and the public one of its Elastic IP address", () => {
    const made = nat.create(NAT, fakeCloud({ objects }));
    expect(made["id"]).toMatch(/^nat-[0-9a-f]{17}$/);
    expect(made["network_interface_id"]).toMatch(/^eni-[0-9a-f]{17}$/);
    expect(made["association_id"]).toMatch(/^eipassoc-[0-9a-f]{17}$/);
    expect(made).toMatchObject({ public_ip: "198.18.0.9", vpc_id: "vpc-1", availability_mode: "zonal" });
    // 10.0.0.0/28 without the first four and the last
    const last = Number(/^10\.0\.0\.(\d+)$/.exec(String(made["private_ip"]))![1]);
    expect(last).toBeGreaterThanOrEqual(4);
    expect(last).toBeLessThanOrEqual(14);
  });

  test("is made without knowing anything of an adopted subnet", () => {
    const made = nat.create({ ...NAT, subnet_id: "subnet-adopted", allocation_id: null }, fakeCloud());
    expect(made).toMatchObject({ private_ip: "", public_ip: "", association_id: "", vpc_id: null });
  });

  test("has a route table of its own when it is regional", () => {
    const made = nat.create({ availability_mode: "regional" }, fakeCloud());
    expect(made["route_table_id"]).toMatch(/^rtb-/);
    expect(made["auto_provision_zones"]).toBe("enabled");
    expect(nat.create(NAT, fakeCloud())["route_table_id"]).toBeUndefined();
  });

  test("needs an internet gateway in its VPC when it is public", () => {
    expect(codes(nat, NAT, fakeCloud({ objects }))).toEqual([]);
    const closed = objects.filter(({ type }) => type !== "aws_internet_gateway");
    expect(codes(nat, NAT, fakeCloud({ objects: closed }))).toEqual(["Gateway.NotAttached"]);
    expect(codes(nat, { ...NAT, connectivity_type: "private" }, fakeCloud({ objects: closed }))).toEqual([]);
    const adopted = closed.filter(({ type }) => type !== "aws_vpc");
    expect(codes(nat, NAT, fakeCloud({ objects: adopted }))).toEqual([]);
  });

  test("needs an Elastic IP address when it is public and in one zone", () => {
    const bare = { ...NAT, allocation_id: null };
    expect(codes(nat, bare, fakeCloud({ objects }))).toEqual(["MissingParameter"]);
    expect(codes(nat, { ...bare, availability_mode: "regional" }, fakeCloud({ objects }))).toEqual([]);
  });

  test("cannot share an Elastic IP address", () => {
    const api = fakeCloud({ objects: [...objects, cloudObject("aws_nat_gateway", "nat-1", NAT)] });
    expect(codes(nat, NAT, api)).toEqual(["Resource.AlreadyAssociated"]);
    expect(codes(nat, { ...NAT, id: "nat-1" }, api)).toEqual([]);
    expect(codes(nat, { ...NAT, allocation_id: "eipalloc-2" }, api)).toEqual([]);
  });
});

test("a NAT gateway takes an address of its zone's network border group alone", () => {
  const at = (zone: string, group: string) => {
    const objects = [
      VPC,
      IGW,
      cloudObject("aws_subnet", "subnet-1", { vpc_id: "vpc-1", cidr_block: "10.0.0.0/28", availability_zone: zone }),
      cloudObject("aws_eip", "eipalloc-1", { public_ip: "198.18.0.9", network_border_group: group }),
    ];
    return codes(nat, NAT, fakeCloud({ objects }));
  };
  expect(at("us-west-2a", "us-west-2")).toEqual([]);
  expect(at("us-west-2-lax-1a", "us-west-2-lax-1")).toEqual([]);
  expect(at("us-west-2-lax-1a", "us-west-2")).toEqual(["InvalidParameterValue"]);
  expect(at("us-west-2a", "us-west-2-lax-1")).toEqual(["InvalidParameterValue"]);
});
