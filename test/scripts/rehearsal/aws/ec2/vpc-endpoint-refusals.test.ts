import { refuseEndpoint } from "../../../../../scripts/rehearsal/aws/ec2/vpc-endpoint-refusals";
import type { CloudObject } from "../../../../../scripts/rehearsal/cloud/cloud-api";
import type { Attributes } from "../../../../../scripts/rehearsal/value";
import { cloudObject, fakeCloud } from "../fake-cloud";

const VPC = cloudObject("aws_vpc", "vpc-1", { enable_dns_support: true, enable_dns_hostnames: true });
const SUBNETS = ["a", "b", "b"].map((letter, index) =>
  cloudObject("aws_subnet", `subnet-${index + 1}`, { vpc_id: "vpc-1", availability_zone: `us-west-2${letter}` }),
);
const GROUPS = [1, 2].map((n) => cloudObject("aws_security_group", `sg-${n}`, { vpc_id: `vpc-${n}` }));

const GATEWAY = {
  vpc_id: "vpc-1",
  vpc_endpoint_type: "Gateway",
  service_name: "com.amazonaws.us-west-2.s3",
  route_table_ids: ["rtb-1"],
};
const INTERFACE = {
  vpc_id: "vpc-1",
  vpc_endpoint_type: "Interface",
  service_name: "com.amazonaws.us-west-2.sts",
  private_dns_enabled: true,
  subnet_ids: ["subnet-1", "subnet-2"],
  security_group_ids: ["sg-1"],
};

function codes(object: Attributes, more: readonly CloudObject[] = [], region = "us-west-2"): string[] {
  const found = refuseEndpoint(object, fakeCloud({ objects: [VPC, ...SUBNETS, ...GROUPS, ...more], region }));
  for (const { source } of found) expect(source).toMatch(/^https:\/\//);
  return found.map(({ code }) => code);
}

test("EC2 takes gateways and interfaces as they are meant", () => {
  expect(codes(GATEWAY)).toEqual([]);
  expect(codes(INTERFACE)).toEqual([]);
  expect(codes({ ...GATEWAY, service_name: "com.amazonaws.us-west-2.dynamodb" })).toEqual([]);
  expect(codes({ ...INTERFACE, service_name: "com.amazonaws.vpce.us-west-2.vpce-svc-0123456789abcdef0" })).toEqual([]);
});

describe("the service", () => {
  test("is one of the same Region", () => {
    expect(codes(INTERFACE, [], "eu-west-1")).toEqual(["InvalidServiceName"]);
    expect(codes({ ...INTERFACE, service_region: "us-west-2" }, [], "eu-west-1")).toEqual([]);
    expect(codes({ ...INTERFACE, service_name: "cn.com.amazonaws.cn-north-1.sts" })).toEqual(["InvalidServiceName"]);
    expect(codes({ ...INTERFACE, service_name: "cn.com.amazonaws.cn-north-1.sts" }, [], "cn-north-1")).toEqual([]);
  });

  test("has a gateway only if it is S3 or DynamoDB", () => {
    expect(codes({ ...GATEWAY, service_name: "com.amazonaws.us-west-2.ecr.api" })).toEqual(["InvalidParameter"]);
  });
});

test("arguments of the other type are refused", () => {
  expect(codes({ ...GATEWAY, subnet_ids: ["subnet-1"] })).toEqual(["InvalidParameter"]);
  expect(codes({ ...GATEWAY, security_group_ids: ["sg-1"] })).toEqual(["InvalidParameter"]);
  expect(codes({ ...GATEWAY, private_dns_enabled: true })).toEqual(["InvalidParameter"]);
  expect(codes({ ...INTERFACE, route_table_ids: ["rtb-1"] })).toEqual(["InvalidParameter"]);
});

describe("a second endpoint", () => {
  test("has no route to the same service in the same table", () => {
    const other = (more: object) => [cloudObject("aws_vpc_endpoint", "vpce-1", { ...GATEWAY, ...more })];
    expect(codes(GATEWAY, other({}))).toEqual(["RouteAlreadyExists"]);
    expect(codes({ ...GATEWAY, id: "vpce-1" }, other({}))).toEqual([]);
    expect(codes(GATEWAY, other({ route_table_ids: ["rtb-2"] }))).toEqual([]);
    expect(codes(GATEWAY, other({ service_name: "com.amazonaws.us-west-2.dynamodb" }))).toEqual([]);
  });

  test("has no private DNS for the same service in the same VPC", () => {
    const other = (more: object) => [cloudObject("aws_vpc_endpoint", "vpce-1", { ...INTERFACE, ...more })];
    expect(codes(INTERFACE, other({}))).toEqual(["InvalidParameter"]);
    expect(codes({ ...INTERFACE, id: "vpce-1" }, other({}))).toEqual([]);
    expect(codes({ ...INTERFACE, private_dns_enabled: false }, other({}))).toEqual([]);
    expect(codes(INTERFACE, other({ private_dns_enabled: false }))).toEqual([]);
    expect(codes(INTERFACE, other({ vpc_id: "vpc-2" }))).toEqual([]);
  });
});

describe("an interface", () => {
  test.each(["enable_dns_support", "enable_dns_hostnames"])("needs %s for private DNS", (name) => {
    const vpc = cloudObject("aws_vpc", "vpc-off", { ...VPC.attributes, id: "vpc-off", [name]: false });
    const object = { ...INTERFACE, vpc_id: "vpc-off", security_group_ids: [] };
    expect(codes(object, [vpc])).toEqual(["InvalidParameter"]);
    expect(codes({ ...object, private_dns_enabled: false }, [vpc])).toEqual([]);
    expect(codes({ ...object, vpc_id: "vpc-adopted" })).toEqual([]);
  });

  test("stands once in a zone", () => {
    expect(codes({ ...INTERFACE, subnet_ids: ["subnet-2", "subnet-3"] })).toEqual(["DuplicateSubnetsInSameZone"]);
    expect(codes({ ...INTERFACE, subnet_ids: ["subnet-1", "subnet-adopted", "subnet-foreign"] })).toEqual([]);
  });

  test("has security groups of its VPC", () => {
    expect(codes({ ...INTERFACE, security_group_ids: ["sg-1", "sg-2"] })).toEqual(["InvalidGroup.NotFound"]);
    expect(codes({ ...INTERFACE, security_group_ids: ["sg-adopted"] })).toEqual([]);
  });
});
