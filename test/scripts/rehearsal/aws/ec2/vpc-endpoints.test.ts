import { VPC_ENDPOINT_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/vpc-endpoints";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes } from "../refusal-codes";

const endpoint = VPC_ENDPOINT_KINDS["aws_vpc_endpoint"]!;
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
};

describe("a plan of aws_vpc_endpoint", () => {
  test("replaces for service, type and VPC, as the provider does", () => {
    expect(endpoint.forcesNew).toEqual([
      "resource_configuration_arn",
      "service_name",
      "service_network_arn",
      "service_region",
      "vpc_endpoint_type",
      "vpc_id",
    ]);
    expect(endpoint.defaults).toEqual({ vpc_endpoint_type: "Gateway" });
  });

  test("switches private DNS in place only for interfaces", () => {
    expect(endpoint.forcesNewWhen!({}, { vpc_endpoint_type: "Interface" })).toEqual([]);
    expect(endpoint.forcesNewWhen!({}, { vpc_endpoint_type: "GatewayLoadBalancer" })).toEqual(["private_dns_enabled"]);
  });

  test("has other network interfaces in other subnets, and a policy of which the meaning counts", () => {
    expect(endpoint.recomputed).toEqual({ network_interface_ids: ["subnet_ids", "subnet_configuration"] });
    expect(endpoint.json).toEqual(["policy"]);
  });

  test("keeps VPC, subnets and security groups, and no route tables", () => {
    expect(endpoint.references!.map(({ path, missing, holds }) => [path, missing, holds])).toEqual([
      ["vpc_id", "InvalidVpcID.NotFound", "DependencyViolation"],
      ["subnet_ids", "InvalidSubnetId.NotFound", "DependencyViolation"],
      ["security_group_ids", "InvalidGroup.NotFound", "DependencyViolation"],
      ["route_table_ids", "InvalidRouteTableId.NotFound", undefined],
    ]);
  });

  test("asks EC2 for tags and for the endpoint", () => {
    expect(codes(endpoint, { ...GATEWAY, tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
    expect(codes(endpoint, { ...GATEWAY, service_name: "com.amazonaws.us-west-2.sts" })).toEqual(["InvalidParameter"]);
  });
});

describe("a gateway endpoint", () => {
  const made = endpoint.create(GATEWAY, fakeCloud());

  test("has a prefix list and no network interface", () => {
    expect(made["id"]).toMatch(/^vpce-[0-9a-f]{17}$/);
    expect(made["prefix_list_id"]).toMatch(/^pl-[0-9a-f]{8}$/);
    expect(made).toMatchObject({
      arn: `arn:aws:ec2:us-west-2:123456789012:vpc-endpoint/${String(made["id"])}`,
      state: "available",
      requester_managed: false,
      private_dns_enabled: false,
      network_interface_ids: [],
      dns_entry: [],
      service_region: "us-west-2",
    });
    expect(made["cidr_blocks"]).toEqual([expect.stringMatching(/^198\.18\.\d+\.0\/24$/)]);
  });

  test("has the same prefix list as any other of its service in its Region", () => {
    const other = (more: object, region = "us-west-2") =>
      endpoint.create({ ...GATEWAY, ...more }, fakeCloud({ region }))["prefix_list_id"];
    expect(other({ vpc_id: "vpc-2" })).toBe(made["prefix_list_id"]);
    expect(other({ service_name: "com.amazonaws.us-west-2.dynamodb" })).not.toBe(made["prefix_list_id"]);
    expect(other({}, "eu-west-1")).not.toBe(made["prefix_list_id"]);
  });

  test("lets everything through where no policy is given", () => {
    expect(JSON.parse(String(made["policy"]))).toEqual({
      Version: "2008-10-17",
      Statement: [{ Action: "*", Effect: "Allow", Principal: "*", Resource: "*" }],
    });
  });
});

describe("an interface endpoint", () => {
  const vpc = cloudObject("aws_vpc", "vpc-1", { default_security_group_id: "sg-of-vpc" });
  const api = fakeCloud({ objects: [vpc] });
  const made = endpoint.create(INTERFACE, api);

  test("has a network interface in each subnet, and the group of the VPC", () => {
    expect(made["network_interface_ids"]).toEqual([
      expect.stringMatching(/^eni-[0-9a-f]{17}$/),
      expect.stringMatching(/^eni-[0-9a-f]{17}$/),
    ]);
    expect(new Set(made["network_interface_ids"] as string[]).size).toBe(2);
    expect(made["security_group_ids"]).toEqual(["sg-of-vpc"]);
    expect(made["prefix_list_id"]).toBeUndefined();
  });

  test("has a name of its own, and that of the service where private DNS is on", () => {
    const names = (object: typeof made) => (object["dns_entry"] as { dns_name: string }[]).map((each) => each.dns_name);
    expect(names(made)).toEqual([
      expect.stringMatching(
        new RegExp(`^${String(made["id"])}-[0-9a-f]{8}\\.sts\\.us-west-2\\.vpce\\.amazonaws\\.com$`),
      ),
      "sts.us-west-2.amazonaws.com",
    ]);
    expect(names(endpoint.create({ ...INTERFACE, private_dns_enabled: false }, api))).toHaveLength(1);
  });

  test("keeps the interfaces of subnets that stay", () => {
    const id = String(made["id"]);
    const changed = endpoint.update!({ ...INTERFACE, id, subnet_ids: ["subnet-2", "subnet-3"] }, {}, api);
    const [first, second] = made["network_interface_ids"] as string[];
    expect(changed["network_interface_ids"]).toContain(second);
    expect(changed["network_interface_ids"]).not.toContain(first);
  });

  test("fills in what kind of DNS records it has", () => {
    const options = (type: string, given: string | null) =>
      endpoint.create({ ...INTERFACE, vpc_endpoint_type: type, dns_options: [{ dns_record_ip_type: given }] }, api)[
        "dns_options"
      ];
    expect(options("Interface", null)).toEqual([{ dns_record_ip_type: "ipv4" }]);
    expect(options("Gateway", null)).toEqual([{ dns_record_ip_type: "service-defined" }]);
    expect(options("Interface", "dualstack")).toEqual([{ dns_record_ip_type: "dualstack" }]);
  });
});

test("an interface endpoint stands in no Local Zone", () => {
  const at = (zone: string) => {
    const objects = [cloudObject("aws_subnet", "subnet-1", { vpc_id: "vpc-1", availability_zone: zone })];
    return codes(endpoint, { ...INTERFACE, subnet_ids: ["subnet-1"] }, fakeCloud({ objects }));
  };
  expect(at("us-west-2a")).toEqual([]);
  expect(at("us-west-2-lax-1a")).toEqual(["InvalidParameter"]);
});
