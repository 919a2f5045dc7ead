import { VPC_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/vpc";
import { UNKNOWN } from "../../../../../scripts/rehearsal/value";
import { fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const vpc = VPC_KINDS["aws_vpc"]!;

describe("a plan of aws_vpc", () => {
  test("replaces for the addresses, as the provider does", () => {
    expect(vpc.forcesNew).toEqual(["cidr_block", "ipv4_ipam_pool_id", "ipv4_netmask_length"]);
  });

  test.each([
    ["default", "dedicated", ["instance_tenancy"]],
    ["dedicated", "default", []],
    ["dedicated", UNKNOWN, ["instance_tenancy"]],
  ])("from tenancy %s to %s replaces %j", (before, after, expected) => {
    expect(vpc.forcesNewWhen!({ instance_tenancy: before }, { instance_tenancy: after })).toEqual(expected);
  });

  test("has DNS support and the default tenancy where nothing is said", () => {
    expect(vpc.defaults).toEqual({ enable_dns_support: true, instance_tenancy: "default" });
  });

  test("plans other IPv6 addresses when they are switched on or off, and keeps all else", () => {
    expect(vpc.recomputed).toEqual({
      ipv6_association_id: ["assign_generated_ipv6_cidr_block"],
      ipv6_cidr_block: ["assign_generated_ipv6_cidr_block"],
    });
  });
});

describe("a new VPC", () => {
  const api = fakeCloud({ region: "eu-north-1", account: "111122223333" });
  const made = vpc.create({ cidr_block: "10.0.0.0/16" }, api);

  test("has ids of the right kind, and an ARN", () => {
    expect(made["id"]).toMatch(/^vpc-[0-9a-f]{17}$/);
    expect(made["arn"]).toBe(`arn:aws:ec2:eu-north-1:111122223333:vpc/${String(made["id"])}`);
    expect(made["owner_id"]).toBe("111122223333");
    expect(made["default_security_group_id"]).toMatch(/^sg-[0-9a-f]{17}$/);
    expect(made["default_network_acl_id"]).toMatch(/^acl-[0-9a-f]{17}$/);
    expect(made["main_route_table_id"]).toMatch(/^rtb-[0-9a-f]{17}$/);
    expect(made["default_route_table_id"]).toBe(made["main_route_table_id"]);
  });

  test("shares its DHCP options with the others of its account and Region", () => {
    const other = fakeCloud({ region: "eu-west-1", account: "111122223333" });
    expect(made["dhcp_options_id"]).toMatch(/^dopt-[0-9a-f]{17}$/);
    expect(vpc.create({}, api)["dhcp_options_id"]).toBe(made["dhcp_options_id"]);
    expect(vpc.create({}, other)["dhcp_options_id"]).not.toBe(made["dhcp_options_id"]);
  });

  test("has no DNS hostnames unless they are asked for", () => {
    expect(made).toMatchObject({ enable_dns_hostnames: false, enable_network_address_usage_metrics: false });
  });

  test("has IPv6 only when it is asked for", () => {
    expect(made).toMatchObject({ ipv6_association_id: "", ipv6_cidr_block: "" });
    const dual = vpc.create({ assign_generated_ipv6_cidr_block: true }, api);
    expect(dual["ipv6_cidr_block"]).toMatch(/^2600:1f14:[0-9a-f]{4}:[0-9a-f]{4}::\/56$/);
    expect(dual["ipv6_association_id"]).toMatch(/^vpc-cidr-assoc-[0-9a-f]{17}$/);
    expect(dual["ipv6_cidr_block_network_border_group"]).toBe("eu-north-1");
  });

  test("brings a security group, a route table and a network ACL with it, by the ids that it names", () => {
    const spawned = vpc.spawns!(made, api);
    expect(spawned.map(({ type, id }) => [type, id])).toEqual([
      ["aws_security_group", made["default_security_group_id"]],
      ["aws_route_table", made["main_route_table_id"]],
      ["aws_network_acl", made["default_network_acl_id"]],
    ]);
    for (const { id, attributes } of spawned) expect(attributes).toMatchObject({ id, vpc_id: made["id"] });
    expect(spawned[0]!.attributes).toMatchObject({ name: "default", description: "default VPC security group" });
    expect(spawned[0]!.attributes["arn"]).toMatch(/^arn:aws:ec2:eu-north-1:111122223333:security-group\/sg-/);
  });
});

describe("EC2", () => {
  test.each(["10.0.0.0/16", "10.0.0.0/28", "192.168.4.0/22"])("takes %s", (cidr) => {
    expect(codes(vpc, { cidr_block: cidr })).toEqual([]);
  });

  test.each(["10.0.0.0/15", "10.0.0.0/29", "ten.0.0.0/16"])("refuses %s", (cidr) => {
    expect(codes(vpc, { cidr_block: cidr })).toEqual(["InvalidVpcRange"]);
    expect(messages(vpc, { cidr_block: cidr })).toEqual([`cidr_block ${cidr}; /16 to /28 is allowed`]);
  });

  test("takes addresses from a pool", () => {
    expect(codes(vpc, { cidr_block: null, ipv4_ipam_pool_id: "ipam-pool-1" })).toEqual([]);
  });

  test("refuses DNS hostnames without DNS support", () => {
    const both = { enable_dns_hostnames: true, enable_dns_support: true };
    expect(codes(vpc, both)).toEqual([]);
    expect(codes(vpc, { ...both, enable_dns_hostnames: false, enable_dns_support: false })).toEqual([]);
    expect(codes(vpc, { ...both, enable_dns_support: false })).toEqual(["InvalidParameterCombination"]);
  });

  test("looks at the tags", () => {
    expect(codes(vpc, { tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
  });
});
