import { SECURITY_GROUP_RULE_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/security-group-rules";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const ingress = SECURITY_GROUP_RULE_KINDS["aws_vpc_security_group_ingress_rule"]!;
const egress = SECURITY_GROUP_RULE_KINDS["aws_vpc_security_group_egress_rule"]!;

const HTTPS = {
  security_group_id: "sg-1",
  ip_protocol: "tcp",
  from_port: 443,
  to_port: 443,
  cidr_ipv4: "10.0.0.0/16",
  description: "HTTPS",
};
const SELF = { security_group_id: "sg-1", ip_protocol: "-1", referenced_security_group_id: "sg-1" };

describe.each([
  ["ingress", ingress],
  ["egress", egress],
])("a plan of an %s rule", (_, kind) => {
  test("replaces for the group, and changes the rest in place", () => {
    expect(kind.forcesNew).toEqual(["security_group_id"]);
  });

  test("replaces for another kind of peer, and for no other peer of the same kind", () => {
    const cidr = (value: string) => ({ cidr_ipv4: value, referenced_security_group_id: null });
    const group = { cidr_ipv4: null, referenced_security_group_id: "sg-2" };
    expect(kind.forcesNewWhen!(cidr("10.0.0.0/16"), group)).toEqual(["cidr_ipv4", "referenced_security_group_id"]);
    expect(kind.forcesNewWhen!(group, { cidr_ipv6: "::/0" })).toEqual(["referenced_security_group_id", "cidr_ipv6"]);
    expect(kind.forcesNewWhen!(cidr("10.0.0.0/16"), cidr("10.1.0.0/16"))).toEqual([]);
  });

  test("keeps the group that it names from being deleted, and goes with its own", () => {
    expect(kind.references!.map(({ path, missing, holds }) => [path, missing, holds])).toEqual([
      ["security_group_id", "InvalidGroup.NotFound", undefined],
      ["referenced_security_group_id", "InvalidGroup.NotFound", "DependencyViolation"],
    ]);
  });
});

test("each direction was read of its own action", () => {
  expect(ingress.source.at(-1)).toMatch(/AuthorizeSecurityGroupIngress/);
  expect(egress.source.at(-1)).toMatch(/AuthorizeSecurityGroupEgress/);
});

test("a new rule has an id, twice, and an ARN", () => {
  const made = ingress.create(HTTPS, fakeCloud());
  expect(made["id"]).toMatch(/^sgr-[0-9a-f]{17}$/);
  expect(made["security_group_rule_id"]).toBe(made["id"]);
  expect(made["arn"]).toBe(`arn:aws:ec2:us-west-2:123456789012:security-group-rule/${String(made["id"])}`);
});

describe("EC2 looks at ports", () => {
  test.each([
    ["tcp", 443, 443],
    ["TCP", 1018, 1023],
    ["17", 0, 65_535],
    ["-1", null, null],
    ["all", null, null],
    ["icmp", -1, -1],
    ["icmp", 8, 0],
    ["icmpv6", null, null],
    ["50", null, null],
  ])("and takes %s from %j to %j", (protocol, from, to) => {
    expect(codes(ingress, { ...HTTPS, ip_protocol: protocol, from_port: from, to_port: to })).toEqual([]);
  });

  test.each([
    ["tcp", 443, 80],
    ["6", 443, 80],
    ["udp", null, 53],
    ["tcp", 443, null],
    ["icmp", null, null],
    ["icmp", -1, 0],
    ["icmpv6", -1, 0],
  ])("and refuses %s from %j to %j", (protocol, from, to) => {
    const rule = { ...HTTPS, ip_protocol: protocol, from_port: from, to_port: to };
    expect(codes(ingress, rule)).toEqual(["InvalidParameterValue"]);
  });

  test("and says what was given", () => {
    const rule = { ...HTTPS, from_port: 443, to_port: 80 };
    expect(messages(ingress, rule)).toEqual(["tcp from_port 443 to_port 80; the range ends before it starts"]);
  });
});

test("EC2 refuses descriptions with other characters, and long ones", () => {
  expect(codes(egress, { ...HTTPS, description: "d".repeat(255) })).toEqual([]);
  expect(codes(egress, { ...HTTPS, description: "d".repeat(256) })).toEqual(["InvalidParameterValue"]);
  expect(codes(egress, { ...HTTPS, description: "nodes → store" })).toEqual(["InvalidParameterValue"]);
});

test("EC2 takes groups of one VPC only", () => {
  const objects = [
    cloudObject("aws_security_group", "sg-1", { vpc_id: "vpc-1" }),
    cloudObject("aws_security_group", "sg-2", { vpc_id: "vpc-1" }),
    cloudObject("aws_security_group", "sg-3", { vpc_id: "vpc-2" }),
  ];
  const api = fakeCloud({ objects });
  const other = (id: string) => codes(ingress, { ...SELF, referenced_security_group_id: id }, api);
  expect(other("sg-1")).toEqual([]);
  expect(other("sg-2")).toEqual([]);
  expect(other("sg-3")).toEqual(["InvalidGroup.NotFound"]);
  expect(other("sg-unknown")).toEqual([]);
});

describe("EC2 refuses a rule that is there", () => {
  const api = (rule: object, type = "aws_vpc_security_group_ingress_rule") =>
    fakeCloud({ objects: [cloudObject(type, "sgr-1", { ...rule })] });

  test("also with another description, and the protocol as a number", () => {
    expect(codes(ingress, { ...HTTPS, description: "other" }, api(HTTPS))).toEqual(["InvalidPermission.Duplicate"]);
    expect(codes(ingress, { ...HTTPS, ip_protocol: "6" }, api(HTTPS))).toEqual(["InvalidPermission.Duplicate"]);
  });

  test("also with an address that is cut to the same block", () => {
    const same = { ...HTTPS, cidr_ipv4: "10.0.4.7/16" };
    expect(codes(ingress, same, api(HTTPS))).toEqual(["InvalidPermission.Duplicate"]);
  });

  test("for all protocols, whatever ports are said", () => {
    expect(codes(ingress, { ...SELF, from_port: 0, to_port: 0 }, api(SELF))).toEqual(["InvalidPermission.Duplicate"]);
  });

  test.each<Attributes>([
    { security_group_id: "sg-2" },
    { to_port: 444 },
    { ip_protocol: "udp" },
    { cidr_ipv4: "10.1.0.0/16" },
    { cidr_ipv4: null, cidr_ipv6: "::/0" },
  ])("but takes one with %j", (change) => {
    expect(codes(ingress, { ...HTTPS, ...change }, api(HTTPS))).toEqual([]);
  });

  test("but takes it in the other direction, and itself", () => {
    expect(codes(egress, HTTPS, api(HTTPS))).toEqual([]);
    expect(codes(egress, HTTPS, api(HTTPS, "aws_vpc_security_group_egress_rule"))).toEqual([
      "InvalidPermission.Duplicate",
    ]);
    expect(codes(ingress, { ...HTTPS, id: "sgr-1" }, api(HTTPS))).toEqual([]);
  });
});

test("EC2 looks at the tags", () => {
  expect(codes(ingress, { ...HTTPS, tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
});
