import { DefaultSecurityGroup } from "@cdktf/provider-aws/lib/default-security-group";
import { Eip } from "@cdktf/provider-aws/lib/eip";
import { InternetGateway } from "@cdktf/provider-aws/lib/internet-gateway";
import { NatGateway } from "@cdktf/provider-aws/lib/nat-gateway";
import { Route } from "@cdktf/provider-aws/lib/route";
import { RouteTable } from "@cdktf/provider-aws/lib/route-table";
import { RouteTableAssociation } from "@cdktf/provider-aws/lib/route-table-association";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc as AwsVpc } from "@cdktf/provider-aws/lib/vpc";
import { TerraformOutput } from "cdktf";
import { Vpc, type VpcProps, type VpcSubnet } from "../../../constructs/network/vpc";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const A = "us-east-1a";
const B = "us-east-1b";
const edge = (zone: string, cidr: string): VpcSubnet => ({ role: "edge", zone, cidr, tier: "public" });
const gpu = (zone: string, cidr: string): VpcSubnet => ({ role: "gpu", zone, cidr, tier: "private" });

const base: VpcProps = {
  name: "research",
  cidr: "10.0.0.0/16",
  zones: [A, B],
  subnets: [
    edge(A, "10.0.0.0/24"),
    edge(B, "10.0.1.0/24"),
    gpu(A, "10.0.64.0/18"),
    gpu(B, "10.0.128.0/18"),
    { role: "storage", zone: B, cidr: "10.0.2.0/24", tier: "private", loadBalancers: false },
  ],
  nat: "per-zone",
};

const synth = (props: Partial<VpcProps> = {}): Json =>
  synthStack((stack) => {
    const { node, vpcId, vpcCidrs, subnets, ...rest } = new Vpc(stack, "network", { ...base, ...props });
    expect(node.id).toBe("network");
    const { privateRouteTableIds, publicRouteTableIds, natPublicIps } = rest;
    new TerraformOutput(stack, "handle", {
      value: { vpcId, vpcCidrs, subnets, privateRouteTableIds, publicRouteTableIds, natPublicIps },
    });
  });

const byName = (json: Json, type: { tfResourceType: string }): Record<string, Json> =>
  Object.fromEntries(Object.values(resources(json, type)).map((resource) => [resource.tags.Name, resource]));

/** Reference to a resource by its Name tag. */
function idOf(json: Json, type: { tfResourceType: string }, name: string): string {
  const entry = Object.entries(resources(json, type)).find(([, resource]) => resource.tags.Name === name);
  if (!entry) throw new Error(`no ${type.tfResourceType} is called ${name}`);
  return `\${${type.tfResourceType}.${entry[0]}.id}`;
}

/** Name of a subnet → names of the route tables that it is associated with. */
function routing(json: Json): Record<string, string[]> {
  const tables = Object.keys(byName(json, RouteTable));
  const associations = Object.values(resources(json, RouteTableAssociation));
  return Object.fromEntries(
    Object.keys(byName(json, Subnet)).map((subnet) => [
      subnet,
      associations
        .filter((association) => association.subnet_id === idOf(json, Subnet, subnet))
        .map(
          (association) => tables.find((table) => idOf(json, RouteTable, table) === association.route_table_id) ?? "?",
        ),
    ]),
  );
}

/** Name of a route table → where its default route leads. */
function defaultRoutes(json: Json): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.keys(byName(json, RouteTable)).map((table) => {
      const routes = Object.values(resources(json, Route)).filter(
        (route) => route.route_table_id === idOf(json, RouteTable, table),
      );
      expect(routes.length).toBeLessThanOrEqual(1);
      for (const route of routes) expect(route.destination_cidr_block).toBe("0.0.0.0/0");
      return [table, routes[0]?.gateway_id ?? routes[0]?.nat_gateway_id];
    }),
  );
}

describe("Vpc", () => {
  test("turns DNS support and hostnames on", () => {
    expect(only(synth(), AwsVpc)).toMatchObject({
      cidr_block: "10.0.0.0/16",
      enable_dns_support: true,
      enable_dns_hostnames: true,
      tags: { Name: "research" },
    });
  });

  test("leaves the default security group without any rule", () => {
    const group = only(synth({ logicalId: "vpc" }), DefaultSecurityGroup);
    expect(group.vpc_id).toBe("${aws_vpc.vpc.id}");
    expect(group).not.toHaveProperty("ingress");
    expect(group).not.toHaveProperty("egress");
  });

  test("refuses to destroy or replace the VPC and its subnets, unless told otherwise", () => {
    const protectedOnes = (json: Json) =>
      [AwsVpc, Subnet].flatMap((type) => Object.values(resources(json, type)).map((r) => r.lifecycle.prevent_destroy));
    expect(protectedOnes(synth())).toEqual(Array(6).fill(true));
    expect(protectedOnes(synth({ preventDestroy: false }))).toEqual(Array(6).fill(false));
  });

  test("gives the VPC a frozen id when asked, and an id from its path otherwise", () => {
    expect(Object.keys(resources(synth({ logicalId: "vpc" }), AwsVpc))).toEqual(["vpc"]);
    expect(Object.keys(resources(synth(), AwsVpc))).toEqual([expect.stringMatching(/^network_vpc_[0-9A-F]{8}$/)]);
  });

  test("exposes what other constructs need", () => {
    const json = synth({ logicalId: "vpc" });
    const subnet = (role: string, zone: string, tier: string) => ({
      role,
      zone,
      tier,
      subnetId: idOf(json, Subnet, `research-${role}-${zone}`),
    });
    expect(json.output.handle.value).toEqual({
      vpcId: "${aws_vpc.vpc.id}",
      vpcCidrs: ["10.0.0.0/16"],
      subnets: [
        subnet("edge", A, "public"),
        subnet("edge", B, "public"),
        subnet("gpu", A, "private"),
        subnet("gpu", B, "private"),
        subnet("storage", B, "private"),
      ],
      privateRouteTableIds: [
        idOf(json, RouteTable, `research-private-${A}`),
        idOf(json, RouteTable, `research-private-${B}`),
      ],
      publicRouteTableIds: [idOf(json, RouteTable, "research-public")],
      natPublicIps: [A, B].map((zone) => idOf(json, Eip, `research-nat-${zone}`).replace(".id}", ".public_ip}")),
    });
  });
});

describe("subnets of a Vpc", () => {
  test("stand where the plan puts them", () => {
    const json = synth({ logicalId: "vpc" });
    expect(Object.keys(byName(json, Subnet)).sort()).toEqual(
      [A, B]
        .flatMap((zone) => [`research-edge-${zone}`, `research-gpu-${zone}`])
        .concat(`research-storage-${B}`)
        .sort(),
    );
    expect(byName(json, Subnet)[`research-gpu-${B}`]).toMatchObject({
      vpc_id: "${aws_vpc.vpc.id}",
      availability_zone: B,
      cidr_block: "10.0.128.0/18",
    });
  });

  test("assign no public addresses, unless a public subnet asks for it", () => {
    for (const subnet of Object.values(resources(synth(), Subnet))) expect(subnet.map_public_ip_on_launch).toBe(false);
    const subnets = [{ ...edge(A, "10.0.0.0/24"), assignPublicIps: true }];
    expect(only(synth({ subnets, nat: "none" }), Subnet).map_public_ip_on_launch).toBe(true);
  });

  test("are tagged for load balancers by tier, except where none may stand", () => {
    const subnets = byName(synth(), Subnet);
    const balancerTags = (name: string) =>
      Object.entries(subnets[name].tags).filter(([key]) => key.startsWith("kubernetes.io/"));
    expect(balancerTags(`research-edge-${A}`)).toEqual([["kubernetes.io/role/elb", "1"]]);
    expect(balancerTags(`research-gpu-${A}`)).toEqual([["kubernetes.io/role/internal-elb", "1"]]);
    expect(balancerTags(`research-storage-${B}`)).toEqual([]);
  });

  test("carry their own tags too", () => {
    const subnets = [{ ...gpu(A, "10.0.64.0/18"), tags: { "karpenter.sh/discovery": "research" } }];
    expect(only(synth({ subnets, nat: "none" }), Subnet).tags).toEqual({
      Name: `research-gpu-${A}`,
      "kubernetes.io/role/internal-elb": "1",
      "karpenter.sh/discovery": "research",
    });
  });
});

describe("routing of a Vpc", () => {
  test("associates public subnets with one table and private ones with the table of their zone", () => {
    expect(routing(synth())).toEqual({
      [`research-edge-${A}`]: ["research-public"],
      [`research-edge-${B}`]: ["research-public"],
      [`research-gpu-${A}`]: [`research-private-${A}`],
      [`research-gpu-${B}`]: [`research-private-${B}`],
      [`research-storage-${B}`]: [`research-private-${B}`],
    });
  });

  test("leads through the gateway of the own zone with one gateway a zone", () => {
    const json = synth();
    expect(defaultRoutes(json)).toEqual({
      "research-public": idOf(json, InternetGateway, "research"),
      [`research-private-${A}`]: idOf(json, NatGateway, `research-nat-${A}`),
      [`research-private-${B}`]: idOf(json, NatGateway, `research-nat-${B}`),
    });
  });

  test("leads through the only gateway, in the first zone with a public subnet, with a single one", () => {
    const subnets = base.subnets.filter(({ role, zone }) => !(role === "edge" && zone === A));
    const json = synth({ nat: "single", subnets });
    expect(only(json, NatGateway).subnet_id).toBe(idOf(json, Subnet, `research-edge-${B}`));
    const gateway = idOf(json, NatGateway, `research-nat-${B}`);
    expect(defaultRoutes(json)).toMatchObject({
      [`research-private-${A}`]: gateway,
      [`research-private-${B}`]: gateway,
    });
  });

  test("leads nowhere from private subnets without NAT", () => {
    const json = synth({ nat: "none" });
    expect(defaultRoutes(json)).toEqual({
      "research-public": idOf(json, InternetGateway, "research"),
      [`research-private-${A}`]: undefined,
      [`research-private-${B}`]: undefined,
    });
    expect(json.output.handle.value.natPublicIps).toEqual([]);
    expect(resources(json, NatGateway)).toEqual({});
    expect(resources(json, Eip)).toEqual({});
  });

  test("has no way to the internet without public subnets", () => {
    const json = synth({ nat: "none", subnets: [gpu(A, "10.0.64.0/18")] });
    expect(resources(json, InternetGateway)).toEqual({});
    expect(resources(json, Route)).toEqual({});
    expect(Object.keys(byName(json, RouteTable))).toEqual([`research-private-${A}`]);
    expect(json.output.handle.value.publicRouteTableIds).toEqual([]);
  });

  test("pays for no NAT gateway that no private subnet would use", () => {
    expect(resources(synth({ subnets: [edge(A, "10.0.0.0/24")] }), NatGateway)).toEqual({});
    const oneZone = synth({ subnets: [edge(A, "10.0.0.0/24"), edge(B, "10.0.1.0/24"), gpu(B, "10.0.64.0/18")] });
    expect(Object.keys(byName(oneZone, NatGateway))).toEqual([`research-nat-${B}`]);
  });

  test("puts internet gateway and tables into the VPC", () => {
    const json = synth({ logicalId: "vpc" });
    for (const resource of [only(json, InternetGateway), ...Object.values(resources(json, RouteTable))])
      expect(resource.vpc_id).toBe("${aws_vpc.vpc.id}");
  });

  test("has no inline routes in its tables, which would remove the routes of others", () => {
    for (const table of Object.values(resources(synth(), RouteTable))) expect(table).not.toHaveProperty("route");
  });
});

describe("Vpc with a plan that cannot work", () => {
  test("fails on a subnet outside of the zones", () => {
    expect(() => synth({ subnets: [gpu("us-east-1c", "10.0.64.0/18")] })).toThrow(
      /subnet "gpu" is in zone "us-east-1c", but the zones are us-east-1a, us-east-1b\./,
    );
  });

  test("fails on two subnets of one role in one zone", () => {
    expect(() => synth({ subnets: [...base.subnets, gpu(A, "10.0.192.0/18")] })).toThrow(
      /network "research": two subnets have the role "gpu" in zone "us-east-1a"/,
    );
  });

  test("fails on public addresses in a private subnet", () => {
    expect(() => synth({ subnets: [{ ...gpu(A, "10.0.64.0/18"), assignPublicIps: true }] })).toThrow(
      /subnet "gpu" in "us-east-1a" is private and assigns public addresses/,
    );
  });

  test("fails when a zone that needs a NAT gateway has no public subnet for it", () => {
    const subnets = [edge(A, "10.0.0.0/24"), gpu(A, "10.0.64.0/18"), gpu(B, "10.0.128.0/18")];
    expect(() => synth({ subnets, nat: "per-zone" })).toThrow(/nat is "per-zone", but there is no .* in us-east-1b\./);
    expect(() => synth({ subnets, nat: "single" })).not.toThrow();
  });

  test("fails when there is no public subnet at all for a single NAT gateway", () => {
    const subnets = [gpu(A, "10.0.64.0/18"), gpu(B, "10.0.128.0/18")];
    expect(() => synth({ subnets, nat: "single" })).toThrow(/nat is "single", .* in us-east-1a, us-east-1b\. Add one,/);
    expect(() => synth({ subnets, nat: "none" })).not.toThrow();
  });
});
