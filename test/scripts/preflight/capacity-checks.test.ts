import {
  AllocateAddressCommand,
  CreateNatGatewayCommand,
  CreateSubnetCommand,
  CreateVpcCommand,
  EC2Client,
  ModifyVpcAttributeCommand,
  RunInstancesCommand,
} from "@aws-sdk/client-ec2";
import { awsAccess } from "../../../scripts/aws/access";
import { awsFailure } from "../../../scripts/aws/failure";
import { CAPACITY_CHECKS } from "../../../scripts/preflight/capacity-checks";
import type { CheckResult } from "../../../scripts/preflight/check";
import { answering, instances, refuses, type AnswersByCall } from "../../helpers/aws-answers";
import { NOW, sample, type Change } from "../../helpers/environment";
import { describeWithMoto } from "../../helpers/moto";

// the server reads its data at the first question
jest.setTimeout(60_000);

const RESERVED = { kind: "reservation", target: "arn:aws:resource-groups:us-east-1:111122223333:group/train" };
const BLOCK = { kind: "capacity-block", id: "cr-0123456789abcdef1", start: "2026-11-20", end: "2026-12-04" };
const p5 = (capacity: object) => ({ instanceType: "p5.48xlarge", nodes: 1, capacity });

const GROUPS: Change = {
  block: p5({ ...BLOCK, zone: "us-east-1a" }),
  grouped: p5({ ...RESERVED, zone: "us-east-1a" }),
  bought: { ...p5({ kind: "on-demand" }), image: { kind: "custom", imageId: "ami-0123456789abcdef0" } },
};

/** Everything that a check may ask about: once with a network of its own, once with an adopted one. */
const ENVIRONMENTS: readonly Change[] = [
  { nodeGroups: GROUPS },
  {
    nodeGroups: GROUPS,
    network: {
      kind: "existing",
      zones: null,
      vpcId: "vpc-0123456789abcdef0",
      cidr: "10.20.0.0/16",
      subnets: [
        { id: "subnet-0000000a", zone: "us-east-1a", cidr: "10.20.0.0/18", tier: "private" },
        { id: "subnet-0000000b", zone: "us-east-1b", cidr: "10.20.64.0/18", tier: "private" },
      ],
    },
  },
];

/** An account that has a little of everything, and quotas of nothing. */
const ACCOUNT: AnswersByCall = {
  ...instances(),
  "*": {},
  "ServiceQuotas.GetAWSDefaultServiceQuota": { Quota: { Value: 0 } },
  "EC2.DescribeCapacityReservations": {
    CapacityReservations: [
      { CapacityReservationId: BLOCK.id, CapacityBlockId: "cb-0123456789abcdef0", State: "active" },
    ],
  },
  "EC2.DescribeVpcs": { Vpcs: [{ VpcId: "vpc-0123456789abcdef0", CidrBlock: "10.20.0.0/16" }] },
  "EC2.DescribeSubnets": {
    Subnets: [
      { SubnetId: "subnet-0000000a", AvailabilityZone: "us-east-1a", CidrBlock: "10.20.0.0/18", State: "available" },
    ],
  },
};

const PAIRS = CAPACITY_CHECKS.map((check) => [check.id, check] as const);

test("ids are those of preflight, and each is had once", () => {
  const ids = CAPACITY_CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^(quota|capacity|network|images|kubernetes|lustre)\/[a-z]+(-[a-z]+)*$/);
});

test.each(PAIRS)("%s names the permissions that it needs, and no others", async (_, check) => {
  const asked = new Set<string>();
  for (const change of ENVIRONMENTS) {
    const aws = answering(ACCOUNT);
    await check.run({ environment: sample(change).env, aws, now: NOW });
    for (const { action } of aws.asked) asked.add(action);
  }
  expect([...asked].sort()).toEqual([...check.actions].sort());
});

test.each(PAIRS)("%s is unknown where nothing is permitted, in words", async (_, check) => {
  const aws = answering({ "*": refuses("UnauthorizedOperation") });
  const change = check.id.startsWith("network/") ? ENVIRONMENTS[1] : ENVIRONMENTS[0];
  const asking = check.run({ environment: sample(change).env, aws, now: NOW });
  const failure = await asking.then(
    () => null,
    (error: unknown) => awsFailure(error, check.actions[0] ?? ""),
  );
  expect(failure?.kind).toBe("denied");
});

test.each(PAIRS)("%s says what to do about whatever is not good", async (_, check) => {
  for (const change of ENVIRONMENTS) {
    const results = await check.run({ environment: sample(change).env, aws: answering(ACCOUNT), now: NOW });
    for (const { verdict, text, subject, fix } of results) {
      expect(`${subject} ${text} ${fix}`).not.toMatch(/\bNaN\b|\[object|null/);
      expect(subject).not.toBe("");
      expect(fix === undefined).toBe(verdict === "ok");
    }
  }
});

describeWithMoto("checks of capacity, asked of a server that speaks the AWS API", () => {
  const live = () => awsAccess({ region: "us-east-1", env: process.env });

  async function ask(id: string, change: Change = {}): Promise<readonly CheckResult[]> {
    const check = CAPACITY_CHECKS.find((one) => one.id === id);
    if (!check) throw new Error(`no check ${id}`);
    return check.run({ environment: sample(change).env, aws: live(), now: NOW });
  }

  test("types are offered where the server's data say so", async () => {
    const [h100, cpu] = await ask("capacity/type-offered", { nodeGroups: { h100: { instanceType: "p4de.24xlarge" } } });
    expect(h100).toMatchObject({
      verdict: "failed",
      text: "p4de.24xlarge is not offered in us-east-1a; us-east-1 has it in us-east-1b, us-east-1c",
      fix: "Choose us-east-1b for h100, or another instance type.",
    });
    expect(cpu).toMatchObject({ verdict: "ok", text: "m7i.4xlarge is offered in us-east-1a, us-east-1b" });
  });

  test("quotas of the network, with what is in use", async () => {
    const ec2 = live().client(EC2Client);
    const [vpcs] = await ask("quota/vpcs");
    expect(vpcs).toMatchObject({ verdict: "ok" });
    expect(vpcs?.text).toBe("limit 5; 1 in use (DescribeVpcs), 1 more needed: sample-vpc");
    const made = await ec2.send(new CreateVpcCommand({ CidrBlock: "10.9.0.0/16" }));
    const VpcId = made.Vpc?.VpcId;
    const place = { VpcId, CidrBlock: "10.9.1.0/24", AvailabilityZone: "us-east-1a" };
    const { Subnet } = await ec2.send(new CreateSubnetCommand(place));
    const { AllocationId } = await ec2.send(new AllocateAddressCommand({ Domain: "vpc" }));
    await ec2.send(new CreateNatGatewayCommand({ SubnetId: Subnet?.SubnetId, AllocationId }));
    expect((await ask("quota/vpcs"))[0]?.text).toContain("2 in use");
    const gateways = await ask("quota/nat-gateways", { network: { nat: "per-zone" } });
    expect(gateways.map(({ text }) => text)).toEqual([
      "limit 5; 1 in use (DescribeNatGateways), 1 more needed: sample-vpc",
      "limit 5; 0 in use (DescribeNatGateways), 1 more needed: sample-vpc",
    ]);
    const interfaces = await ask("quota/network-interfaces");
    expect(interfaces[0]?.text).toMatch(/^limit 5,000; 1 in use \(DescribeNetworkInterfaces\), 138 more needed/);
  });

  test("nodes that run are seen by their tags", async () => {
    const ec2 = live().client(EC2Client);
    const Tags = [
      { Key: "railyard:environment", Value: "sample" },
      { Key: "railyard:node-group", Value: "h100" },
    ];
    const TagSpecifications = [{ ResourceType: "instance" as const, Tags }];
    // an image that the server has
    const ImageId = "ami-12c6146b";
    const Placement = { AvailabilityZone: "us-east-1a" };
    const launch = {
      ImageId,
      InstanceType: "m5.large" as const,
      MinCount: 2,
      MaxCount: 2,
      Placement,
      TagSpecifications,
    };
    await ec2.send(new RunInstancesCommand(launch));
    const [zoneA] = await ask("quota/network-interfaces");
    expect(zoneA?.text).toContain("2 in use (DescribeNetworkInterfaces), 72 more needed: h100 2 × 33, cpu");
  });

  test("an adopted network, down to the addresses that are free", async () => {
    const ec2 = live().client(EC2Client);
    const { Vpc } = await ec2.send(new CreateVpcCommand({ CidrBlock: "10.20.0.0/16" }));
    const vpcId = Vpc?.VpcId ?? "";
    await ec2.send(new ModifyVpcAttributeCommand({ VpcId: vpcId, EnableDnsHostnames: { Value: true } }));
    const subnets: object[] = [];
    for (const [zone, cidr] of [
      ["us-east-1a", "10.20.0.0/18"],
      ["us-east-1b", "10.20.64.0/18"],
    ] as const) {
      const { Subnet } = await ec2.send(
        new CreateSubnetCommand({ VpcId: vpcId, CidrBlock: cidr, AvailabilityZone: zone }),
      );
      subnets.push({ id: Subnet?.SubnetId, zone, cidr, tier: "private" });
    }
    const network = { kind: "existing", zones: null, vpcId, cidr: "10.20.0.0/16", subnets };
    expect((await ask("network/adopted-vpc", { network })).map(({ verdict }) => verdict)).toEqual(["ok"]);
    const [first] = await ask("network/adopted-subnets", { network });
    expect(first).toMatchObject({ verdict: "ok" });
    expect(first?.text).toMatch(/^private-us-east-1a, 16,379 addresses free; needed \d+: h100 4 × /);
    const moved = { ...network, vpcId: "vpc-0123456789abcdef0" };
    expect((await ask("network/adopted-vpc", { network: moved }))[0]).toMatchObject({ verdict: "failed" });
    expect((await ask("network/adopted-subnets", { network: moved })).map(({ verdict }) => verdict)).toEqual([
      "failed",
      "failed",
    ]);
  });

  test("an image that nobody has", async () => {
    const image = { kind: "custom", imageId: "ami-0123456789abcdef0" };
    const [result] = await ask("images/custom", { nodeGroups: { h100: { image } } });
    expect(result).toMatchObject({ verdict: "failed" });
    expect(result?.text).toContain("sees no such image in us-east-1");
  });
});
