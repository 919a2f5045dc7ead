import { rulesOf } from "../../../../../scripts/rehearsal/aws/ec2/group-rules";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";

const group = (attributes: Attributes = {}) =>
  cloudObject("aws_security_group", "sg-1", { name: "lustre", ingress: [], egress: [], ...attributes });
const rules = (...objects: CloudObject[]) => rulesOf("sg-1", fakeCloud({ objects }));
const HTTPS = { direction: "ingress", protocol: "tcp", from: 443, to: 443 };

test("a group without rules has none", () => {
  expect(rules(group())).toEqual([]);
});

test("nothing is known of a group that this environment has not made", () => {
  expect(rules()).toBeNull();
});

describe("the default group of a VPC", () => {
  const own = group({ name: "default" });

  test("has rules that are not known", () => {
    expect(rules(own)).toBeNull();
  });

  test("has those that Terraform gives it", () => {
    expect(rules(own, cloudObject("aws_default_security_group", "sg-1", { name: "default" }))).toEqual([]);
  });
});

test("rules of their own are found, with what they name", () => {
  const rule = (direction: string, id: string, attributes: Attributes) =>
    cloudObject(`aws_vpc_security_group_${direction}_rule`, id, {
      security_group_id: "sg-1",
      ip_protocol: "tcp",
      from_port: 443,
      to_port: 443,
      ...attributes,
    });
  expect(
    rules(
      group(),
      rule("ingress", "a", { referenced_security_group_id: "sg-2" }),
      rule("ingress", "b", { cidr_ipv4: "10.0.0.0/8" }),
      rule("ingress", "c", { cidr_ipv6: "::/0" }),
      rule("ingress", "d", { prefix_list_id: "pl-1" }),
      rule("egress", "e", { referenced_security_group_id: "sg-1", ip_protocol: "-1", from_port: null, to_port: null }),
      rule("ingress", "f", { security_group_id: "sg-2", cidr_ipv4: "10.0.0.0/8" }),
    ),
  ).toEqual([
    { ...HTTPS, groups: ["sg-2"], hasAddresses: false },
    { ...HTTPS, groups: [], hasAddresses: true },
    { ...HTTPS, groups: [], hasAddresses: true },
    { ...HTTPS, groups: [], hasAddresses: true },
    { direction: "egress", protocol: "-1", from: null, to: null, groups: ["sg-1"], hasAddresses: false },
  ]);
});

test("older rules are found", () => {
  const rule = (id: string, attributes: Attributes) =>
    cloudObject("aws_security_group_rule", id, {
      security_group_id: "sg-1",
      type: "ingress",
      protocol: "6",
      from_port: 443,
      to_port: 443,
      ...attributes,
    });
  expect(
    rules(
      group(),
      rule("a", { source_security_group_id: "sg-2" }),
      rule("b", { self: true }),
      rule("c", { cidr_blocks: ["10.0.0.0/8"] }),
      rule("d", { type: "egress", protocol: "all", from_port: 0, to_port: 0, prefix_list_ids: ["pl-1"] }),
    ),
  ).toEqual([
    { ...HTTPS, groups: ["sg-2"], hasAddresses: false },
    { ...HTTPS, groups: ["sg-1"], hasAddresses: false },
    { ...HTTPS, groups: [], hasAddresses: true },
    { direction: "egress", protocol: "-1", from: 0, to: 0, groups: [], hasAddresses: true },
  ]);
});

test("rules within the group are found", () => {
  const ports = { protocol: "TCP", from_port: 443, to_port: 443 };
  expect(
    rules(
      group({
        ingress: [{ ...ports, security_groups: ["sg-2"], self: true }],
        egress: [{ ...ports, protocol: "-1", ipv6_cidr_blocks: ["::/0"], self: false }],
      }),
    ),
  ).toEqual([
    { ...HTTPS, groups: ["sg-2", "sg-1"], hasAddresses: false },
    { direction: "egress", protocol: "-1", from: 443, to: 443, groups: [], hasAddresses: true },
  ]);
});
