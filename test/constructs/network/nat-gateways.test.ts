import { Eip } from "@cdktf/provider-aws/lib/eip";
import { InternetGateway } from "@cdktf/provider-aws/lib/internet-gateway";
import { NatGateway } from "@cdktf/provider-aws/lib/nat-gateway";
import { TerraformOutput } from "cdktf";
import { NatGateways } from "../../../constructs/network/nat-gateways";
import { only, resources, synthStack, type Json } from "../../helpers/synth";

const synth = (subnetIdByZone: Record<string, string>): Json =>
  synthStack((stack) => {
    const internetGateway = new InternetGateway(stack, "igw", { vpcId: "vpc-1" });
    const nat = new NatGateways(stack, "nat", { name: "research", subnetIdByZone, internetGateway });
    new TerraformOutput(stack, "ids", { value: nat.natGatewayIdByZone });
    new TerraformOutput(stack, "ips", { value: nat.publicIps });
  });

describe("NatGateways", () => {
  test("puts a gateway with an address of its own into the subnet of each zone", () => {
    const json = synth({ "us-east-1a": "subnet-a", "us-east-1b": "subnet-b" });
    const gateways = Object.values(resources(json, NatGateway));
    expect(gateways.map((gateway) => [gateway.subnet_id, gateway.tags.Name]).sort()).toEqual([
      ["subnet-a", "research-nat-us-east-1a"],
      ["subnet-b", "research-nat-us-east-1b"],
    ]);
    const addresses = Object.keys(resources(json, Eip)).map((logicalId) => `\${aws_eip.${logicalId}.id}`);
    expect(gateways.map((gateway) => gateway.allocation_id).sort()).toEqual(addresses.sort());
    for (const address of Object.values(resources(json, Eip))) expect(address.domain).toBe("vpc");
  });

  test("waits for the internet gateway, without which neither address nor gateway works", () => {
    const json = synth({ "us-east-1a": "subnet-a" });
    expect(only(json, NatGateway).depends_on).toEqual(["aws_internet_gateway.igw"]);
    expect(only(json, Eip).depends_on).toEqual(["aws_internet_gateway.igw"]);
  });

  test("exposes gateways by zone and the addresses for allow-lists", () => {
    const json = synth({ "us-east-1a": "subnet-a" });
    const [gateway] = Object.keys(resources(json, NatGateway));
    const [address] = Object.keys(resources(json, Eip));
    expect(json.output.ids.value).toEqual({ "us-east-1a": `\${aws_nat_gateway.${gateway}.id}` });
    expect(json.output.ips.value).toEqual([`\${aws_eip.${address}.public_ip}`]);
  });

  test("keeps the ids of a zone when another one comes before it", () => {
    const ids = (json: Json) => [NatGateway, Eip].flatMap((type) => Object.keys(resources(json, type)));
    const before = ids(synth({ "us-east-1b": "subnet-b" }));
    const after = ids(synth({ "us-east-1a": "subnet-a", "us-east-1b": "subnet-b" }));
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(4);
  });
});
