import { NETWORK_QUOTA_CHECKS } from "../../../../scripts/preflight/checks/quotas-network";
import { checked, instances, quotas } from "../../../helpers/preflight-check";
import { type PretendedAnswers } from "../../../helpers/pretended-aws";
import type { Change } from "../../../helpers/environment";

const ENIS = "L-DF5E4CA3";
const OWN = [{ Key: "railyard:environment", Value: "sample" }];
const EXISTING: Change = {
  network: {
    kind: "existing",
    zones: null,
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.20.0.0/16",
    subnets: ["a", "b"].map((letter, index) => ({
      id: `subnet-0000000${index}`,
      zone: `us-east-1${letter}`,
      cidr: `10.20.${index * 64}.0/18`,
      tier: "private",
    })),
  },
};

function ask(id: string, answers: PretendedAnswers, change: Change = {}) {
  const check = NETWORK_QUOTA_CHECKS.find((one) => one.id === id);
  if (!check) throw new Error(`no check ${id}`);
  return checked(check, { ...instances(), ...answers }, change);
}

describe("VPCs and internet gateways", () => {
  const LIMITS = quotas({ "L-F678F1CE": 5, "L-A4707A72": 5 });
  const vpcs = (count: number, Tags: object[] = []) => ({
    "EC2.DescribeVpcs": { Vpcs: Array(count).fill({ Tags }) as object[] },
    "EC2.DescribeInternetGateways": { InternetGateways: Array(count).fill({ Tags }) as object[] },
  });

  test("the fifth of five is the last that fits", async () => {
    const fits = await ask("quota/vpcs", { ...LIMITS, ...vpcs(4) });
    expect(fits.map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
    const full = await ask("quota/vpcs", { ...LIMITS, ...vpcs(5) });
    expect(full.map(({ verdict }) => verdict)).toEqual(["failed", "failed"]);
    expect(full[0]?.fix).toContain("--service-code vpc --quota-code L-F678F1CE --desired-value 6");
  });

  test("an environment that has its own needs no other", async () => {
    const results = await ask("quota/vpcs", { ...LIMITS, ...vpcs(5, OWN) });
    expect(results.map(({ verdict }) => verdict)).toEqual(["ok", "ok"]);
  });

  test("an adopted VPC asks nothing", async () => {
    expect(await ask("quota/vpcs", {}, EXISTING)).toEqual([]);
  });
});

describe("Elastic IPs", () => {
  const addresses = (count: number, own = 0) => ({
    ...quotas({ "L-0263D0A3": 5 }),
    "EC2.DescribeAddresses": {
      Addresses: [...(Array(count).fill({}) as object[]), ...(Array(own).fill({ Tags: OWN }) as object[])],
    },
  });
  const PER_ZONE: Change = { network: { nat: "per-zone" } };

  test.each([
    [4, 0, {}, "ok", "1 more needed"],
    [5, 0, {}, "failed", "1 more needed"],
    [4, 0, PER_ZONE, "failed", "2 more needed"],
    [4, 1, PER_ZONE, "failed", "1 more needed"],
    [3, 2, PER_ZONE, "ok", "0 more needed"],
  ])("%i of others and %i own with %j: %s", async (others, own, change, verdict, words) => {
    const [result] = await ask("quota/elastic-ips", addresses(others, own), change);
    expect(result?.verdict).toBe(verdict);
    expect(result?.text).toContain(words);
  });

  test.each([[{ network: { nat: "none", endpoints: "all" } }], [EXISTING]])("no gateway needs none", async (change) => {
    expect(await ask("quota/elastic-ips", {}, change)).toEqual([]);
    expect(await ask("quota/nat-gateways", {}, change)).toEqual([]);
  });
});

describe("NAT gateways", () => {
  const gateways = (...zones: string[]) => ({
    ...quotas({ "L-FE5A380F": 2 }),
    "EC2.DescribeNatGateways": {
      NatGateways: zones.map((zone) => ({ SubnetId: zone.slice(0, 10), Tags: zone.includes("own") ? OWN : [] })),
    },
    "EC2.DescribeSubnets": {
      Subnets: ["us-east-1a", "us-east-1b"].map((zone) => ({ SubnetId: zone, AvailabilityZone: zone })),
    },
  });

  test("zones are counted apart", async () => {
    const results = await ask("quota/nat-gateways", gateways("us-east-1b", "us-east-1b"), {
      network: { nat: "per-zone" },
    });
    expect(results.map(({ verdict, subject }) => [verdict, subject.slice(-10)])).toEqual([
      ["ok", "us-east-1a"],
      ["failed", "us-east-1b"],
    ]);
  });

  test("a single one is in the first zone", async () => {
    const results = await ask("quota/nat-gateways", gateways("us-east-1b", "us-east-1b"));
    expect(results).toHaveLength(1);
    expect(results[0]?.verdict).toBe("ok");
  });

  test("one's own is not needed again", async () => {
    const [result] = await ask("quota/nat-gateways", gateways("us-east-1a", "us-east-1a-own"));
    expect(result).toMatchObject({ verdict: "ok" });
    expect(result?.text).toContain("2 in use (DescribeNatGateways), 0 more needed");
  });
});

describe("network interfaces", () => {
  const used = (zone: string, count: number) => ({
    "EC2.DescribeNetworkInterfaces": {
      NetworkInterfaces: Array(count).fill({ AvailabilityZone: zone }) as object[],
    },
  });

  test("those of the launch template and those for pods are counted, in their zone", async () => {
    const [a, b] = await ask("quota/network-interfaces", { ...quotas({ [ENIS]: 5000 }), ...used("us-east-1b", 7) });
    // m7i.xlarge has 15 addresses on an interface: 28 for pods take a second one
    expect(a?.text).toBe(
      "limit 5,000; 0 in use (DescribeNetworkInterfaces), 138 more needed: h100 4 × 33, cpu 2 × 1, system nodes 2 × 2",
    );
    expect(b?.text).toContain("7 in use (DescribeNetworkInterfaces), 6 more needed: cpu 2 × 1, system nodes 2 × 2");
  });

  test("the limit is one of each zone", async () => {
    const limits = quotas({ [ENIS]: 138 });
    expect(
      (await ask("quota/network-interfaces", { ...limits, ...used("us-east-1b", 132) })).map((r) => r.verdict),
    ).toEqual(["ok", "ok"]);
    expect(
      (await ask("quota/network-interfaces", { ...limits, ...used("us-east-1a", 1) })).map((r) => r.verdict),
    ).toEqual(["failed", "ok"]);
  });

  test("nodes that run have theirs", async () => {
    const running = instances(
      ...(Array(4).fill({ type: "p5.48xlarge", group: "h100", zone: "us-east-1a" }) as { type: string }[]),
    );
    const [a] = await ask("quota/network-interfaces", {
      ...quotas({ [ENIS]: 5000 }),
      ...used("us-east-1a", 132),
      ...running,
    });
    expect(a?.text).toContain("132 in use (DescribeNetworkInterfaces), 6 more needed: cpu");
  });
});
