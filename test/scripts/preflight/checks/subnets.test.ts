import { ADOPTED_SUBNET_TAGS, ADOPTED_SUBNETS, ADOPTED_VPC } from "../../../../scripts/preflight/checks/subnets";
import { checked, instances, type Running } from "../../../helpers/preflight-check";
import { awsError, type PretendedAnswers } from "../../../helpers/pretended-aws";
import type { Change } from "../../../helpers/environment";

const VPC = "vpc-0123456789abcdef0";
const IDS = { a: "subnet-0000000a", b: "subnet-0000000b", public: "subnet-0000000c" };
const EXISTING: Change = {
  network: {
    kind: "existing",
    zones: null,
    vpcId: VPC,
    cidr: "10.20.0.0/16",
    subnets: [
      { id: IDS.a, zone: "us-east-1a", cidr: "10.20.0.0/18", tier: "private" },
      { id: IDS.b, zone: "us-east-1b", cidr: "10.20.64.0/18", tier: "private" },
      { id: IDS.public, zone: "us-east-1a", cidr: "10.20.128.0/24", tier: "public" },
    ],
  },
};

describe("the VPC", () => {
  const vpc = (change: object = {}, attributes: Record<string, boolean> = {}): PretendedAnswers => ({
    "EC2.DescribeVpcs": { Vpcs: [{ VpcId: VPC, CidrBlock: "10.20.0.0/16", ...change }] },
    "EC2.DescribeVpcAttribute": ({ Attribute }: { Attribute: string }) => ({
      [Attribute === "enableDnsSupport" ? "EnableDnsSupport" : "EnableDnsHostnames"]: {
        Value: attributes[Attribute] ?? true,
      },
    }),
  });

  test("that has the block and resolves names is good", async () => {
    expect(await checked(ADOPTED_VPC, vpc(), EXISTING)).toEqual([
      { verdict: "ok", subject: VPC, text: "10.20.0.0/16, with DNS names and resolution" },
    ]);
  });

  test("may have the block as a further one", async () => {
    const change = { CidrBlock: "10.0.0.0/16", CidrBlockAssociationSet: [{ CidrBlock: "10.20.0.0/16" }] };
    expect((await checked(ADOPTED_VPC, vpc(change), EXISTING))[0]?.verdict).toBe("ok");
  });

  test("with another block fails", async () => {
    const [result] = await checked(ADOPTED_VPC, vpc({ CidrBlock: "10.0.0.0/16" }), EXISTING);
    expect(result).toMatchObject({ verdict: "failed", text: "has 10.0.0.0/16, but config says 10.20.0.0/16" });
    expect(result?.fix).toBe('Write network.cidr: "10.0.0.0/16".');
  });

  test.each([
    ["enableDnsSupport", "--enable-dns-support"],
    ["enableDnsHostnames", "--enable-dns-hostnames"],
  ])("without %s fails, with the command that turns it on", async (attribute, option) => {
    const results = await checked(ADOPTED_VPC, vpc({}, { [attribute]: false }), EXISTING);
    expect(results).toHaveLength(1);
    expect(results[0]?.text).toContain(`${attribute} is off`);
    expect(results[0]?.fix).toContain(`--vpc-id ${VPC} ${option} `);
  });

  test("that is not there fails", async () => {
    const answers = { "EC2.DescribeVpcs": awsError("InvalidVpcID.NotFound") };
    const [result] = await checked(ADOPTED_VPC, answers, EXISTING);
    expect(result).toMatchObject({ verdict: "failed", text: "account 111122223333 has no such VPC in us-east-1" });
  });

  test("of one's own making asks nothing", async () => {
    expect(await checked(ADOPTED_VPC, {})).toEqual([]);
    expect(await checked(ADOPTED_SUBNETS, {})).toEqual([]);
    expect(await checked(ADOPTED_SUBNET_TAGS, {})).toEqual([]);
  });

  test("that may not be seen is thrown on", async () => {
    const answers = { "EC2.DescribeVpcs": awsError("UnauthorizedOperation") };
    await expect(checked(ADOPTED_VPC, answers, EXISTING)).rejects.toThrow("UnauthorizedOperation");
  });
});

interface SubnetChanges {
  readonly a?: object | null;
  readonly b?: object;
  readonly public?: object;
  readonly others?: readonly object[];
}

const subnets = (change: SubnetChanges = {}): PretendedAnswers => ({
  "EC2.DescribeSubnets": {
    Subnets: [
      ...(change.a === null ? [] : [{ ...subnet(IDS.a, "us-east-1a", "10.20.0.0/18", 16_000), ...change.a }]),
      { ...subnet(IDS.b, "us-east-1b", "10.20.64.0/18", 16_000), ...change.b },
      { ...subnet(IDS.public, "us-east-1a", "10.20.128.0/24", 251), ...change.public },
      ...(change.others ?? []),
    ],
  },
  "EC2.DescribeNetworkInterfaces": { NetworkInterfaces: [] },
});

const subnet = (SubnetId: string, AvailabilityZone: string, CidrBlock: string, AvailableIpAddressCount: number) => ({
  SubnetId,
  AvailabilityZone,
  CidrBlock,
  AvailableIpAddressCount,
  State: "available",
});

describe("subnets", () => {
  const ask = (change: SubnetChanges, answers: PretendedAnswers = {}, ...running: Running[]) =>
    checked(ADOPTED_SUBNETS, { ...subnets(change), ...instances(...running), ...answers }, EXISTING);

  test("that are what config says, with addresses for all, are good", async () => {
    const results = await ask({});
    expect(results.map(({ verdict, subject }) => [verdict, subject])).toEqual([
      ["ok", IDS.a],
      ["ok", IDS.b],
      ["ok", IDS.public],
    ]);
    expect(results[0]?.text).toMatch(/^private-us-east-1a, 16,000 addresses free; needed \d+: h100 4 × \d+, cpu /);
    expect(results[2]?.text).toBe("public-us-east-1a, 251 addresses free");
  });

  test.each([
    [{ AvailabilityZone: "us-east-1c" }, "is in us-east-1c, but config says us-east-1a", 'Write zone: "us-east-1c".'],
    [{ CidrBlock: "10.20.0.0/20" }, "has 10.20.0.0/20, but config says 10.20.0.0/18", 'Write cidr: "10.20.0.0/20".'],
    [{ State: "pending" }, "state is pending", "Wait until it is available."],
  ])("with %j fail", async (a, text, fix) => {
    expect((await ask({ a }))[0]).toEqual({ verdict: "failed", subject: IDS.a, text, fix });
  });

  test("that are not in the VPC fail, and the others are still judged", async () => {
    const results = await ask({ a: null });
    expect(results.map(({ verdict }) => verdict)).toEqual(["failed", "ok", "ok"]);
    expect(results[0]?.text).toBe(`${VPC} has no such subnet`);
  });

  /** Addresses that the private subnet of us-east-1a needs, as the check says. */
  const needed = async () => Number(/needed (\d+):/.exec((await ask({}))[0]?.text ?? "")?.[1]);

  test("without the addresses of the budget fail; without those of an update they are a warning", async () => {
    const least = await needed();
    expect(least).toBeGreaterThan(100);
    const short = (await ask({ a: { AvailableIpAddressCount: least - 1 } }))[0];
    expect(short).toMatchObject({
      verdict: "failed",
      fix: "Name a larger private subnet of us-east-1a, or run fewer nodes in it.",
    });
    const tight = (await ask({ a: { AvailableIpAddressCount: least } }))[0];
    expect(tight?.verdict).toBe("warning");
    const update = Number(/an update needs (\d+)/.exec(tight?.text ?? "")?.[1]);
    expect(tight?.fix).toContain(`Free ${update - least} addresses`);
    expect((await ask({ a: { AvailableIpAddressCount: update } }))[0]?.verdict).toBe("ok");
  });

  test("count what this environment holds there as its own", async () => {
    const least = await needed();
    const held = (count: number) => ({ PrivateIpAddresses: Array(count).fill({}) as object[] });
    const NetworkInterfaces = [
      { ...held(40), Attachment: { InstanceId: "i-own" } },
      { ...held(1), Description: "Amazon EKS sample" },
      { ...held(50), Attachment: { InstanceId: "i-other" } },
      { ...held(9), Description: "Amazon EKS sample-2" },
    ];
    const running = [
      { id: "i-own", type: "p5.48xlarge", group: "h100" },
      { id: "i-other", type: "p5.48xlarge" },
    ];
    const a = { AvailableIpAddressCount: least - 41 };
    const [enough] = await ask({ a }, { "EC2.DescribeNetworkInterfaces": { NetworkInterfaces } }, ...running);
    expect(enough?.verdict).toBe("warning");
    expect(enough?.text).toContain(", 41 taken by this environment;");
    const less = { AvailableIpAddressCount: least - 42 };
    const [short] = await ask({ a: less }, { "EC2.DescribeNetworkInterfaces": { NetworkInterfaces } }, ...running);
    expect(short?.verdict).toBe("failed");
  });

  test("that may not be seen are thrown on", async () => {
    await expect(ask({}, { "EC2.DescribeSubnets": awsError("UnauthorizedOperation") })).rejects.toThrow(
      "UnauthorizedOperation",
    );
  });
});

describe("tags for load balancers", () => {
  const role = (kind: string, Value = "1") => ({ Tags: [{ Key: `kubernetes.io/role/${kind}`, Value }] });
  const ask = (change: SubnetChanges, config: Change = {}) =>
    checked(ADOPTED_SUBNET_TAGS, subnets(change), { ...EXISTING, ...config });

  test("are good where each tier has its own", async () => {
    const results = await ask({ a: role("internal-elb"), b: role("internal-elb", ""), public: role("elb") });
    expect(results.map(({ verdict, text }) => [verdict, text])).toEqual([
      ["ok", "has the tag kubernetes.io/role/internal-elb"],
      ["ok", "has the tag kubernetes.io/role/internal-elb"],
      ["ok", "has the tag kubernetes.io/role/elb"],
    ]);
  });

  test("that no subnet has are not needed", async () => {
    expect((await ask({})).map(({ verdict }) => verdict)).toEqual(["ok", "ok", "ok"]);
  });

  test("that only other subnets have draw load balancers there", async () => {
    const others = [{ SubnetId: "subnet-other", ...role("internal-elb") }];
    const [a, , open] = await ask({ others });
    expect(a).toMatchObject({ verdict: "warning", subject: IDS.a });
    expect(a?.text).toContain("which subnet-other has");
    expect(a?.fix).toContain(`--resources ${IDS.a} --tags Key=kubernetes.io/role/internal-elb,Value=1`);
    expect(open?.verdict).toBe("ok");
  });

  test("with the value 0 are none", async () => {
    const [a] = await ask({ a: role("internal-elb", "0"), b: role("internal-elb") });
    expect(a?.verdict).toBe("warning");
  });

  test("without a controller nothing is asked", async () => {
    expect(await ask({}, { platform: { loadBalancerController: false } })).toEqual([]);
  });
});
