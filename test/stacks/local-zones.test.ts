import { Eip } from "@cdktf/provider-aws/lib/eip";
import { NatGateway } from "@cdktf/provider-aws/lib/nat-gateway";
import { Route } from "@cdktf/provider-aws/lib/route";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { sample, type Change } from "../helpers/environment";
import { synthStacks } from "../helpers/stacks";
import { resources, type Json } from "../helpers/synth";

const DALLAS = "us-east-1-dfw-2a";
const network = (change: Change): Json =>
  synthStacks(
    sample({ network: { zones: ["us-east-1a", "us-east-1b", DALLAS], ...change }, lustre: null, checkpoints: null })
      .env,
  )["network"]!;
const namesOf = (json: Json, type: { tfResourceType: string }): string[] =>
  Object.values(resources(json, type)).map(({ tags }) => tags.Name);

describe("a Local Zone of a network", () => {
  const json = network({ nat: "per-zone", endpoints: "all" });

  test("has subnets without the tags that load balancers look for", () => {
    const tagged = (name: string) =>
      Object.values(resources(json, Subnet))
        .filter(
          ({ tags }) => Object.keys(tags).some((key) => key.startsWith("kubernetes.io/role/")) === (name === "with"),
        )
        .map(({ availability_zone }) => availability_zone);
    expect(tagged("without")).toEqual([DALLAS, DALLAS]);
    expect(tagged("with").sort()).toEqual(["us-east-1a", "us-east-1a", "us-east-1b", "us-east-1b"]);
  });

  test("has no NAT gateway and no address, and goes out through that of the first zone", () => {
    expect(namesOf(json, NatGateway).sort()).toEqual(["sample-vpc-nat-us-east-1a", "sample-vpc-nat-us-east-1b"]);
    expect(namesOf(json, Eip).sort()).toEqual(["sample-vpc-nat-us-east-1a", "sample-vpc-nat-us-east-1b"]);
    const routes = Object.entries(resources(json, Route)).filter(([id]) => id.includes("private"));
    const gateway = (zone: string) => routes.find(([id]) => id.includes(zone))?.[1].nat_gateway_id;
    expect(gateway("dfw-2a")).toBeDefined();
    expect(gateway("dfw-2a")).toBe(gateway("us-east-1a"));
    expect(gateway("dfw-2a")).not.toBe(gateway("us-east-1b"));
  });

  test("has no interface endpoint, while those of the Region have all that nodes and controllers call", () => {
    const found = Object.values(resources(json, VpcEndpoint)).filter(
      ({ vpc_endpoint_type }) => vpc_endpoint_type === "Interface",
    );
    for (const { subnet_ids } of found) {
      expect(subnet_ids).toHaveLength(2);
      expect(JSON.stringify(subnet_ids)).not.toContain("dfw-2a");
    }
    const services = found.map(({ service_name }) => service_name.replace("com.amazonaws.us-east-1.", ""));
    expect(services).toEqual(expect.arrayContaining(["ecr.api", "sts", "monitoring", "sns"]));
  });

  test("with a single gateway, this stands in an availability zone though the Local Zone is named first", () => {
    const single = network({ zones: [DALLAS, "us-east-1a", "us-east-1b"], nat: "single" });
    expect(namesOf(single, NatGateway)).toEqual(["sample-vpc-nat-us-east-1a"]);
  });

  test("holds neither the control plane nor system nodes", () => {
    const { env } = sample({ network: { zones: [DALLAS, "us-east-1a", "us-east-1b"] } });
    const text = JSON.stringify(synthStacks(env)["cluster"]);
    expect(text).not.toContain(`privateSubnetIds["${DALLAS}"]`);
    expect(env.network.clusterZones).toEqual(["us-east-1a", "us-east-1b"]);
  });
});
