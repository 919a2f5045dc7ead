import { refuseClusterNetwork } from "../../../../../scripts/rehearsal/aws/eks/eks-cluster-network";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { subnet } from "../eks-objects";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { refusalText } from "../refusal-text";

const OBJECTS = [
  cloudObject("aws_vpc", "vpc-1", { cidr_block: "10.0.0.0/16" }),
  cloudObject("aws_vpc_ipv4_cidr_block_association", "assoc-1", { vpc_id: "vpc-1", cidr_block: "10.8.0.0/16" }),
  cloudObject("aws_vpc_ipv4_cidr_block_association", "assoc-2", { vpc_id: "vpc-2", cidr_block: "10.9.0.0/16" }),
  subnet("subnet-a", "us-west-2a"),
  subnet("subnet-a2", "us-west-2a"),
  subnet("subnet-b", "us-west-2b"),
  subnet("subnet-c", "us-west-2c"),
  subnet("subnet-x", "us-west-2b", "vpc-2"),
];
const VPC = {
  subnet_ids: ["subnet-a", "subnet-b"],
  security_group_ids: ["sg-1"],
  endpoint_private_access: true,
  endpoint_public_access: false,
};
const network = (vpc: Attributes, config: Attributes = {}) => ({
  vpc_config: [{ ...VPC, ...vpc }],
  kubernetes_network_config: [config],
});
const api = fakeCloud({ objects: OBJECTS });
const refused = (vpc: Attributes = {}, config: Attributes = {}) =>
  refusalText(refuseClusterNetwork(network(vpc, config), api, null));

describe("the endpoint", () => {
  test("is public, private or both", () => {
    expect(refused()).toBe("");
    expect(refused({ endpoint_public_access: true })).toBe("");
    expect(refused({ endpoint_public_access: true, endpoint_private_access: false })).toBe("");
    expect(refused({ endpoint_private_access: false })).toBe(
      "InvalidParameterException: Both private and public endpoint access cannot be false",
    );
  });

  test("lets IPv6 addresses in with the family ipv6 only", () => {
    const open = { endpoint_public_access: true, public_access_cidrs: ["0.0.0.0/0", "::/0"] };
    expect(refused(open, { ip_family: "ipv4" })).toMatch(/public_access_cidrs has ::\/0/);
    expect(refused(open, { ip_family: "ipv6" })).toBe("");
  });

  test("has up to five security groups", () => {
    const groups = (count: number) => ({
      security_group_ids: Array.from({ length: count }, (_, index) => `sg-${index}`),
    });
    expect(refused(groups(5))).toBe("");
    expect(refused(groups(6))).toMatch(/more than five groups/);
  });
});

describe("subnets", () => {
  test("are in two zones", () => {
    expect(refused({ subnet_ids: ["subnet-a", "subnet-a2"] })).toMatch(
      /at least two different AZs, and all are in us-west-2a/,
    );
    expect(refused({ subnet_ids: ["subnet-a"] })).toMatch(/at least two different AZs/);
    expect(refused({ subnet_ids: ["subnet-a", "subnet-a2", "subnet-b"] })).toBe("");
  });

  test("are of one VPC", () => {
    expect(refused({ subnet_ids: ["subnet-a", "subnet-x"] })).toMatch(/of 2 VPCs/);
  });

  test("that are not there are told elsewhere", () => {
    expect(refused({ subnet_ids: ["subnet-none"] })).toBe("");
  });

  test("are changed for others in the same zones", () => {
    const changed = (before: string[], after: string[]) =>
      refusalText(refuseClusterNetwork(network({ subnet_ids: after }), api, network({ subnet_ids: before })));
    expect(changed(["subnet-a", "subnet-b"], ["subnet-a2", "subnet-b"])).toBe("");
    expect(changed(["subnet-a", "subnet-b"], ["subnet-a", "subnet-c"])).toMatch(
      /belong to the AZs us-west-2a, us-west-2c; .*us-west-2a, us-west-2b/,
    );
    expect(changed(["subnet-a", "subnet-b"], ["subnet-a", "subnet-b", "subnet-c"])).toMatch(/exactly those of before/);
    expect(changed(["subnet-a", "subnet-b", "subnet-c"], ["subnet-a", "subnet-b"])).toMatch(/exactly those of before/);
    expect(changed(["subnet-a", "subnet-b"], ["subnet-a", "subnet-x"])).toMatch(/another VPC than before/);
  });
});

describe("addresses of services", () => {
  const services = (service_ipv4_cidr: string | null, ip_family: string | null = "ipv4") =>
    refused({}, { service_ipv4_cidr, ip_family });

  test.each([
    "172.20.0.0/16",
    "10.100.0.0/16",
    "192.168.0.0/24",
    "172.16.0.0/12",
    "10.9.0.0/16",
    "10.255.0.0/16",
    "192.168.255.0/24",
    "172.31.0.0/16",
    null,
  ])("may be %p", (cidr) => {
    expect(services(cidr)).toBe("");
  });

  test.each<[string, RegExp]>([
    ["10.100.0.0/25", /a block of \/12 to \/24/],
    ["10.0.0.0/11", /a block of \/12 to \/24/],
    ["a network", /a block of \/12 to \/24/],
    ["100.64.0.0/16", /inside 10\.0\.0\.0\/8/],
    ["172.32.0.0/16", /inside 10\.0\.0\.0\/8/],
    ["192.169.0.0/16", /inside 10\.0\.0\.0\/8/],
    ["10.0.128.0/20", /overlaps 10\.0\.0\.0\/16 of the VPC/],
    ["10.8.0.0/16", /overlaps 10\.8\.0\.0\/16 of the VPC/],
  ])("may not be %p", (cidr, message) => {
    expect(services(cidr)).toMatch(/^InvalidParameterException: service_ipv4_cidr/);
    expect(services(cidr)).toMatch(message);
  });

  test("are compared with blocks that are known", () => {
    const odd = [
      cloudObject("aws_vpc", "vpc-1", { cidr_block: null }),
      subnet("subnet-a", "us-west-2a"),
      subnet("subnet-b", "us-west-2b"),
    ];
    const config = { service_ipv4_cidr: "10.0.0.0/16" };
    expect(refusalText(refuseClusterNetwork(network({}, config), fakeCloud({ objects: odd }), null))).toBe("");
    expect(refusalText(refuseClusterNetwork(network({}, config), fakeCloud({ objects: odd.slice(1) }), null))).toBe("");
  });

  test("are of one family, and not of IPv6 in China", () => {
    expect(services("172.20.0.0/16", "ipv6")).toMatch(/given with the family ipv6/);
    expect(services(null, "ipv6")).toBe("");
    const china = fakeCloud({ partition: "aws-cn", region: "cn-north-1", objects: OBJECTS });
    expect(refusalText(refuseClusterNetwork(network({}, { ip_family: "ipv6" }), china, null))).toMatch(/in China/);
  });
});

test("a control plane has no interface in a Local Zone", () => {
  const objects = [...OBJECTS, subnet("subnet-l", "us-west-2-lax-1a")];
  const refusal = refusalText(
    refuseClusterNetwork(network({ subnet_ids: ["subnet-a", "subnet-b", "subnet-l"] }), fakeCloud({ objects }), null),
  );
  expect(refusal).toMatch(/Local Zone us-west-2-lax-1a/);
});
