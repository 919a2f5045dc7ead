import { ROUTING_KINDS } from "../../../../../scripts/rehearsal/aws/ec2/routing";
import { cloudObject, fakeCloud } from "../fake-cloud";
import { codes, messages } from "../refusal-codes";

const table = ROUTING_KINDS["aws_route_table"]!;
const route = ROUTING_KINDS["aws_route"]!;
const association = ROUTING_KINDS["aws_route_table_association"]!;

const OBJECTS = [
  cloudObject("aws_vpc", "vpc-1", { cidr_block: "10.0.0.0/16" }),
  cloudObject("aws_route_table", "rtb-1", { vpc_id: "vpc-1" }),
  cloudObject("aws_route_table", "rtb-2", { vpc_id: "vpc-1" }),
  cloudObject("aws_subnet", "subnet-1", { vpc_id: "vpc-1", cidr_block: "10.0.4.0/24" }),
  cloudObject("aws_subnet", "subnet-3", { vpc_id: "vpc-1", cidr_block: "10.0.6.0/24" }),
  cloudObject("aws_subnet", "subnet-2", { vpc_id: "vpc-2", cidr_block: "10.0.5.0/24" }),
  cloudObject("aws_internet_gateway", "igw-1", { vpc_id: "vpc-1" }),
  cloudObject("aws_internet_gateway", "igw-2", { vpc_id: "vpc-2" }),
];
const api = fakeCloud({ objects: OBJECTS });

describe("a route table", () => {
  test("is replaced for its VPC only, and keeps it", () => {
    expect(table.forcesNew).toEqual(["vpc_id"]);
    expect(table.references).toEqual([
      { path: "vpc_id", to: ["aws_vpc"], missing: "InvalidVpcID.NotFound", holds: "DependencyViolation" },
    ]);
  });

  test("begins empty", () => {
    const made = table.create({ vpc_id: "vpc-1" }, fakeCloud());
    expect(made["id"]).toMatch(/^rtb-[0-9a-f]{17}$/);
    expect(made).toMatchObject({ route: [], propagating_vgws: [], owner_id: "123456789012" });
    expect(made["arn"]).toBe(`arn:aws:ec2:us-west-2:123456789012:route-table/${String(made["id"])}`);
  });

  test("has tags that EC2 looks at", () => {
    expect(codes(table, { tags_all: { Name: "x" } })).toEqual([]);
    expect(codes(table, { tags_all: { "aws:x": "y" } })).toEqual(["InvalidTagKey.Malformed"]);
  });
});

describe("a route", () => {
  const to = (destination: string, more = {}) => ({
    route_table_id: "rtb-1",
    destination_cidr_block: destination,
    gateway_id: "igw-1",
    ...more,
  });

  test("is replaced for table and destination, and goes elsewhere in place", () => {
    expect(route.forcesNew).toEqual([
      "route_table_id",
      "destination_cidr_block",
      "destination_ipv6_cidr_block",
      "destination_prefix_list_id",
    ]);
  });

  test("has the id that the provider makes of table and destination", () => {
    expect(route.create(to("0.0.0.0/0"), api)).toMatchObject({
      id: "r-rtb-11080289494",
      origin: "CreateRoute",
      state: "active",
    });
    const ipv6 = { route_table_id: "rtb-1", destination_ipv6_cidr_block: "::/0" };
    expect(route.create(ipv6, api)["id"]).toBe("r-rtb-12750132062");
  });

  test("names what is there, and keeps none of it", () => {
    const codesByPath = Object.fromEntries(route.references!.map(({ path, missing }) => [path, missing]));
    expect(codesByPath).toEqual({
      route_table_id: "InvalidRouteTableID.NotFound",
      gateway_id: "InvalidGatewayID.NotFound",
      nat_gateway_id: "InvalidNatGatewayID.NotFound",
      vpc_endpoint_id: "InvalidVpcEndpointId.NotFound",
      egress_only_gateway_id: "InvalidEgressOnlyInternetGatewayId.NotFound",
    });
    expect(route.references!.filter(({ holds }) => holds)).toEqual([]);
  });

  test("is the only one of its table to its destination", () => {
    const other = cloudObject("aws_route", "r-1", to("0.0.0.0/0"));
    const twice = fakeCloud({ objects: [...OBJECTS, other] });
    expect(codes(route, to("0.0.0.0/0"), twice)).toEqual(["RouteAlreadyExists"]);
    expect(codes(route, to("0.0.0.0/0", { id: "r-1" }), twice)).toEqual([]);
    expect(codes(route, to("0.0.0.0/1"), twice)).toEqual([]);
    expect(codes(route, to("0.0.0.0/0", { route_table_id: "rtb-2" }), twice)).toEqual([]);
  });

  test("to a prefix list is another one than to addresses", () => {
    const other = cloudObject("aws_route", "r-1", { route_table_id: "rtb-1", destination_prefix_list_id: "pl-1" });
    const twice = fakeCloud({ objects: [...OBJECTS, other] });
    const again = { route_table_id: "rtb-1", destination_prefix_list_id: "pl-1", gateway_id: "igw-1" };
    expect(codes(route, again, twice)).toEqual(["RouteAlreadyExists"]);
    expect(codes(route, to("0.0.0.0/0"), twice)).toEqual([]);
  });

  test("cannot be the local one", () => {
    expect(codes(route, to("10.0.0.0/16"), api)).toEqual(["RouteAlreadyExists"]);
  });

  test("inside of the VPC is to a whole subnet", () => {
    expect(codes(route, to("10.0.4.0/24"), api)).toEqual([]);
    expect(codes(route, to("10.0.4.0/25"), api)).toEqual(["InvalidParameterValue"]);
    expect(messages(route, to("10.0.4.0/25"), api)[0]).toContain("must match a whole subnet");
    expect(codes(route, to("10.0.5.0/24"), api)).toEqual(["InvalidParameterValue"]);
    expect(codes(route, to("10.1.0.0/24"), api)).toEqual([]);
  });

  test("cannot be to AWS's own addresses", () => {
    expect(codes(route, to("169.254.169.0/24"), api)).toEqual(["InvalidParameterValue"]);
    expect(codes(route, to("169.254.0.0/16"), api)).toEqual([]);
  });

  test("goes to the internet gateway of its own VPC", () => {
    expect(codes(route, to("0.0.0.0/0", { gateway_id: "igw-2" }), api)).toEqual(["InvalidParameterValue"]);
    expect(codes(route, to("0.0.0.0/0", { route_table_id: "rtb-adopted", gateway_id: "igw-2" }), api)).toEqual([]);
  });
});

describe("an association of a route table", () => {
  const of = (subnetId: string, more = {}) => ({ subnet_id: subnetId, route_table_id: "rtb-1", ...more });

  test("is replaced for the subnet, and takes another table in place", () => {
    expect(association.forcesNew).toEqual(["gateway_id", "subnet_id"]);
  });

  test("has an id", () => {
    expect(association.create(of("subnet-1"), api)["id"]).toMatch(/^rtbassoc-[0-9a-f]{17}$/);
  });

  test("is the only one of its subnet", () => {
    const other = cloudObject("aws_route_table_association", "rtbassoc-1", of("subnet-1", { route_table_id: "rtb-2" }));
    const twice = fakeCloud({ objects: [...OBJECTS, other] });
    expect(codes(association, of("subnet-1"), api)).toEqual([]);
    expect(codes(association, of("subnet-1"), twice)).toEqual(["Resource.AlreadyAssociated"]);
    expect(messages(association, of("subnet-1"), twice)[0]).toContain("with rtb-2 already");
    expect(codes(association, of("subnet-1", { id: "rtbassoc-1" }), twice)).toEqual([]);
  });

  test("with a gateway is no other one with a gateway", () => {
    const other = cloudObject("aws_route_table_association", "rtbassoc-1", { subnet_id: null, gateway_id: "igw-1" });
    const twice = fakeCloud({ objects: [...OBJECTS, other] });
    expect(codes(association, { subnet_id: null, gateway_id: "igw-2", route_table_id: "rtb-1" }, twice)).toEqual([]);
  });

  test("is inside of one VPC", () => {
    expect(codes(association, of("subnet-2"), api)).toEqual(["InvalidParameterValue"]);
    expect(codes(association, of("subnet-adopted"), api)).toEqual([]);
    expect(codes(association, of("subnet-2", { route_table_id: "rtb-adopted" }), api)).toEqual([]);
  });
});
