import { CreateTagsCommand, EC2Client } from "@aws-sdk/client-ec2";
import { plannedResources } from "../../../../scripts/commands/adopt/planned";
import { existingNetwork, readVpc } from "../../../../scripts/commands/adopt/read-vpc";
import { awsAccess } from "../../../../scripts/lib/aws/access";
import { sample } from "../../../helpers/environment";
import { describeWithMoto } from "../../../helpers/moto";
import { makeVpc } from "./hand-made";

const environment = sample().env;
const places = plannedResources(environment).get("network")!;
const read = (id: string) =>
  readVpc({ aws: awsAccess({ region: "us-east-1", env: process.env }), environment, places, id });

describeWithMoto("an existing VPC, asked of a server that speaks the AWS API", () => {
  test("has its parts where the config would make them", async () => {
    const { vpcId, subnetIds } = await makeVpc("10.20.0.0/16", {
      "private-a": ["us-east-1a", "10.20.0.0/19"],
      "private-b": ["us-east-1b", "10.20.32.0/19"],
      "public-a": ["us-east-1a", "10.20.224.0/22"],
      // not cut by the config, and in nobody's way
      database: ["us-east-1c", "10.20.240.0/24"],
    });
    const found = await read(vpcId);
    expect(found).toMatchObject({ kind: "vpc", id: vpcId, obstacles: [] });
    const ids = Object.fromEntries(found.parts.map(({ place, id }) => [place, id]));
    const [shared] = [ids["vpc/private-routes-us-east-1a"]!];
    expect(ids).toEqual({
      "vpc/vpc": vpcId,
      "vpc/subnet-private-us-east-1a": subnetIds["private-a"],
      "vpc/subnet-private-us-east-1b": subnetIds["private-b"],
      "vpc/subnet-public-us-east-1a": subnetIds["public-a"],
      "vpc/internet-gateway": expect.stringMatching(/^igw-/),
      "vpc/nat-gateways/nat-us-east-1a": expect.stringMatching(/^nat-/),
      "vpc/nat-gateways/address-us-east-1a": expect.stringMatching(/^eipalloc-/),
      "vpc/private-routes-us-east-1a": expect.stringMatching(/^rtb-/),
      "vpc/routes-of-private-us-east-1a": `${subnetIds["private-a"]}/${shared}`,
      // the table is that of the first zone already
      "vpc/routes-of-private-us-east-1b": `${subnetIds["private-b"]}/${shared}`,
      "vpc/public-routes": expect.stringMatching(/^rtb-/),
      "vpc/public-default-route": `${ids["vpc/public-routes"]}_0.0.0.0/0`,
      "vpc/routes-of-public-us-east-1a": `${subnetIds["public-a"]}/${ids["vpc/public-routes"]}`,
      "endpoints/s3-gateway": expect.stringMatching(/^vpce-/),
    });
    expect(found.parts[0]!.actual).toEqual({
      cidr_block: "10.20.0.0/16",
      instance_tenancy: "default",
      enable_dns_support: true,
      enable_dns_hostnames: false,
    });
    expect(found.notes).toEqual([
      expect.stringContaining(`the default security group of ${vpcId} loses its rules`),
      `subnets that the config does not have stay as they are: ${subnetIds["database"]}`,
    ]);
  });

  test("is not to be managed when another environment has it, or its subnets are cut in another way: the key that uses it is told", async () => {
    const { vpcId, subnetIds } = await makeVpc("10.20.0.0/16", {
      "private-a": ["us-east-1a", "10.20.0.0/18"],
      "private-b": ["us-east-1b", "10.20.64.0/18"],
    });
    const Tags = [
      { Key: "railyard:environment", Value: "other" },
      { Key: "ManagedBy", Value: "Terraform" },
    ];
    await awsAccess({ region: "us-east-1", env: process.env })
      .client(EC2Client)
      .send(new CreateTagsCommand({ Resources: [vpcId], Tags }));
    const { obstacles: all, notes } = await read(vpcId);
    expect(all).toHaveLength(2);
    expect(all[0]!.text).toContain(`${vpcId} is of the environment other`);
    expect(notes[0]).toContain(`${vpcId} has the tag ManagedBy=Terraform`);
    const obstacles = all.slice(1);
    expect(obstacles[0]!.text).toContain(
      `private-us-east-1a (10.20.0.0/19) lies over ${subnetIds["private-a"]} (10.20.0.0/18 in us-east-1a)`,
    );
    expect(obstacles[0]!.fix).toContain(
      `{ id: "${subnetIds["private-b"]}", zone: "us-east-1b", cidr: "10.20.64.0/18", tier: "private", freeAddresses: 16379 },`,
    );
  });

  test("that is not there is told, with those that are", async () => {
    const { vpcId } = await makeVpc("10.20.0.0/16", {});
    await expect(read("vpc-0123456789abcdef0")).rejects.toThrow(
      /There is no VPC vpc-0123456789abcdef0 in us-east-1; there are .*\nNothing was written|There is no VPC/,
    );
    await expect(read("vpc-0123456789abcdef0")).rejects.toThrow(vpcId);
  });
});

test("the key that uses a VPC leaves out subnets of other blocks", () => {
  const subnet = (SubnetId: string, CidrBlock: string, MapPublicIpOnLaunch = false) => ({
    SubnetId,
    CidrBlock,
    MapPublicIpOnLaunch,
    AvailabilityZone: "us-east-1a",
    AvailableIpAddressCount: 9,
  });
  const text = existingNetwork("vpc-1", "10.0.0.0/16", [
    subnet("subnet-2", "10.0.1.0/24", true),
    subnet("subnet-1", "10.0.0.0/24"),
    subnet("subnet-3", "10.9.0.0/24"),
  ]);
  expect(text.split("\n")).toEqual([
    'network: { kind: "existing", vpcId: "vpc-1", cidr: "10.0.0.0/16", subnets: [',
    '    { id: "subnet-1", zone: "us-east-1a", cidr: "10.0.0.0/24", tier: "private", freeAddresses: 9 },',
    '    { id: "subnet-2", zone: "us-east-1a", cidr: "10.0.1.0/24", tier: "public", freeAddresses: 9 },',
    "  ] }",
  ]);
});
