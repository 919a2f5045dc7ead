import { NatGateway } from "@cdktf/provider-aws/lib/nat-gateway";
import { Route } from "@cdktf/provider-aws/lib/route";
import { RouteTable } from "@cdktf/provider-aws/lib/route-table";
import { RouteTableAssociation } from "@cdktf/provider-aws/lib/route-table-association";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import * as fc from "fast-check";
import { Vpc, type VpcProps, type VpcSubnet } from "../../../constructs/network/vpc";
import { resources, synthStack, type Json } from "../../helpers/synth";

const ZONES = ["us-east-1a", "us-east-1b", "us-east-1c", "us-east-1d"];
const PRIVATE_ROLES = ["cluster", "gpu", "storage"];

const synth = (props: VpcProps): Json => synthStack((stack) => new Vpc(stack, "network", props));

/** Any plan that works: each zone has some private roles, and a public subnet wherever NAT may need one. */
const plan: fc.Arbitrary<VpcProps> = fc
  .record({
    zones: fc.shuffledSubarray(ZONES, { minLength: 1, maxLength: 4 }),
    nat: fc.constantFrom("none" as const, "single" as const, "per-zone" as const),
    rolesOfZone: fc.array(fc.subarray(PRIVATE_ROLES), { minLength: 4, maxLength: 4 }),
    publicOfZone: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  })
  .map(({ zones, nat, rolesOfZone, publicOfZone }) => {
    let next = 0;
    const subnet = (role: string, zone: string, tier: VpcSubnet["tier"]): VpcSubnet => ({
      role,
      zone,
      tier,
      cidr: `10.0.${next++}.0/24`,
    });
    const subnets = zones.flatMap((zone, i) => [
      ...(publicOfZone[i] || nat === "per-zone" || (nat === "single" && i === 0)
        ? [subnet("edge", zone, "public")]
        : []),
      ...rolesOfZone[i]!.map((role) => subnet(role, zone, "private")),
    ]);
    return { name: "net", cidr: "10.0.0.0/16", zones, nat, subnets };
  });

const privateZones = ({ subnets }: VpcProps): Set<string> =>
  new Set(subnets.filter(({ tier }) => tier === "private").map(({ zone }) => zone));

/** All resources as `type.id` → body. */
const inventory = (json: Json): Record<string, Json> =>
  Object.fromEntries(
    Object.entries<Json>(json.resource ?? {}).flatMap(([type, byId]) =>
      Object.entries(byId).map(([logicalId, body]) => [`${type}.${logicalId}`, body]),
    ),
  );

const check = (property: (props: VpcProps) => void): void => fc.assert(fc.property(plan, property), { numRuns: 60 });

describe("Vpc, for any plan that works", () => {
  test("associates every subnet with exactly one route table, private ones with a private table of their zone", () => {
    check((props) => {
      const json = synth(props);
      const tables = resources(json, RouteTable);
      const associations = Object.values(resources(json, RouteTableAssociation));
      const subnets = Object.entries(resources(json, Subnet));
      expect(subnets).toHaveLength(props.subnets.length);
      expect(associations).toHaveLength(props.subnets.length);
      for (const [logicalId, subnet] of subnets) {
        const own = associations.filter(({ subnet_id }) => subnet_id === `\${aws_subnet.${logicalId}.id}`);
        expect(own).toHaveLength(1);
        const table = Object.keys(tables).find((id) => own[0].route_table_id === `\${aws_route_table.${id}.id}`)!;
        const isPublic = "kubernetes.io/role/elb" in subnet.tags;
        expect(tables[table].tags.Name).toBe(isPublic ? "net-public" : `net-private-${subnet.availability_zone}`);
      }
    });
  });

  test("has as many NAT gateways and default routes to them as the mode says", () => {
    check((props) => {
      const json = synth(props);
      const zones = privateZones(props).size;
      const gateways = { none: 0, single: Math.min(1, zones), "per-zone": zones }[props.nat];
      expect(Object.keys(resources(json, NatGateway))).toHaveLength(gateways);
      const natRoutes = Object.values(resources(json, Route)).filter((route) => route.nat_gateway_id);
      expect(natRoutes).toHaveLength(props.nat === "none" ? 0 : zones);
    });
  });

  test("changes nothing that exists when a zone with its subnets is appended", () => {
    check((props) => {
      const zone = "us-east-1z";
      const subnets: VpcSubnet[] = [
        ...props.subnets,
        { role: "edge", zone, tier: "public", cidr: "10.0.200.0/24" },
        { role: "gpu", zone, tier: "private", cidr: "10.0.201.0/24" },
      ];
      const before = inventory(synth(props));
      const after = inventory(synth({ ...props, zones: [...props.zones, zone], subnets }));
      for (const [address, body] of Object.entries(before)) expect([address, after[address]]).toEqual([address, body]);
      expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
    });
  });

  test("renames nothing when zones and subnets are listed in another order", () => {
    check((props) => {
      if (props.nat === "single") return; // there the order of zones says where the gateway stands
      const reversed = { ...props, zones: [...props.zones].reverse(), subnets: [...props.subnets].reverse() };
      expect(inventory(synth(reversed))).toEqual(inventory(synth(props)));
    });
  });

  test("only adds gateways and changes routes in place when NAT goes from single to one a zone", () => {
    check((props) => {
      const everywhere: VpcSubnet[] = props.zones.map((zone, i) => ({
        role: "egress",
        zone,
        tier: "public",
        cidr: `10.0.${100 + i}.0/24`,
      }));
      const zones = props.zones.filter((zone) => privateZones(props).has(zone));
      const both = {
        ...props,
        zones,
        subnets: [...props.subnets, ...everywhere].filter((s) => zones.includes(s.zone)),
      };
      const single = inventory(synth({ ...both, nat: "single" }));
      const perZone = inventory(synth({ ...both, nat: "per-zone" }));
      for (const [address, body] of Object.entries(single)) {
        const expected = address.startsWith("aws_route.")
          ? { ...body, ...(body.nat_gateway_id && { nat_gateway_id: expect.any(String) }) }
          : body;
        expect([address, perZone[address]]).toEqual([address, expected]);
      }
    });
  });
});
