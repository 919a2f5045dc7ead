import { ZONE_RULES } from "../../../../../config/sites/aws-eks/network/zone-rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

const zones = (...names: string[]) => ({ network: { zones: names } });
const existing = (...places: (readonly [zone: string, tier: string])[]) => ({
  network: {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.20.0.0/16",
    subnets: places.map(([zone, tier], i) => ({
      id: `subnet-0000000${i}`,
      zone,
      tier,
      cidr: `10.20.${i * 16}.0/20`,
    })),
  },
});
const ireland = { region: "eu-west-1", nodeGroups: { h100: null }, slurm: null };

ruleCases(ZONE_RULES, {
  "network/zones-in-region": {
    severity: "error",
    trips: [
      {
        change: zones("us-east-1a", "us-west-2b"),
        at: ["network", "zones", 1],
        message: ["us-west-2b is a zone of us-west-2"],
        fix: ["us-east-1a"],
      },
      {
        change: existing(["us-east-1a", "private"], ["us-east-1-wl1-bos-wlz-1", "private"]),
        at: ["network", "subnets", 1, "zone"],
        message: ["us-east-1-wl1-bos-wlz-1 is neither an availability zone nor a Local Zone"],
      },
      {
        change: { nodeGroups: { h100: { capacity: { zone: "us-east-2a" } } } },
        at: ["nodeGroups", "h100", "capacity", "zone"],
        message: ["us-east-2a is a zone of us-east-2"],
      },
      {
        change: { nodeGroups: { cpu: { zone: "us-east-2a" } } },
        at: ["nodeGroups", "cpu", "zone"],
        message: ["us-east-2a"],
      },
      { change: { lustre: { zone: "us-east-2a" } }, at: ["lustre", "zone"], message: ["us-east-2a"] },
    ],
    passes: [
      { change: zones("us-east-1a", "us-east-1b") },
      { change: existing(["us-east-1a", "private"], ["us-east-1-dfw-2a", "private"]) },
      { change: { nodeGroups: { h100: { capacity: { zone: "us-east-1f" } } } } },
      { change: { nodeGroups: { cpu: { zone: "us-east-1b" } } } },
      { change: { lustre: { zone: "us-east-1a" } } },
    ],
  },
  "network/zone-exists": {
    severity: "error",
    trips: [
      {
        change: zones("us-east-1a", "us-east-1g"),
        at: ["network", "zones", 1],
        message: [
          "no us-east-1g",
          "us-east-1a, us-east-1b, us-east-1c, us-east-1d, us-east-1e, us-east-1f (as of 2026)",
        ],
        fix: ["describe-availability-zones --region us-east-1"],
      },
      {
        change: zones("us-east-1a", "us-east-1b", "us-east-1-par-1a"),
        at: ["network", "zones", 2],
        message: ["no us-east-1-par-1a", "us-east-1-dfw-2a"],
      },
      {
        change: existing(["us-east-1a", "private"], ["us-east-1z", "private"]),
        at: ["network", "subnets", 1, "zone"],
        message: ["us-east-1z"],
      },
      {
        when: "the letter that Montreal has no more",
        change: {
          region: "ca-central-1",
          nodeGroups: { h100: null },
          slurm: null,
          ...zones("ca-central-1a", "ca-central-1c"),
        },
        at: ["network", "zones", 1],
        message: ["ca-central-1a, ca-central-1b, ca-central-1d"],
      },
      {
        change: { cluster: { zones: ["us-east-1a", "us-east-1x"] } },
        at: ["cluster", "zones", 1],
        message: ["us-east-1x"],
      },
      {
        change: { nodeGroups: { cpu: { zone: "us-east-1q" } } },
        at: ["nodeGroups", "cpu", "zone"],
        message: ["us-east-1q"],
      },
      { change: { lustre: { zone: "us-east-1h" } }, at: ["lustre", "zone"], message: ["us-east-1h"] },
    ],
    passes: [
      { change: zones("us-east-1a", "us-east-1f", "us-east-1-dfw-2a") },
      {
        when: "any letter where the zones were not read",
        change: {
          region: "us-gov-west-1",
          nodeGroups: { h100: null },
          slurm: null,
          ...zones("us-gov-west-1a", "us-gov-west-1q"),
        },
      },
      { when: "a zone of another Region, which is told by another rule", change: zones("us-east-1a", "us-west-2z") },
    ],
  },
  "network/duplicate-zone": {
    severity: "error",
    trips: [
      {
        change: zones("us-east-1a", "us-east-1b", "us-east-1a"),
        at: ["network", "zones", 2],
        message: ["us-east-1a stands in the list twice, at 0 and at 2"],
      },
    ],
    passes: [{ change: zones("us-east-1a", "us-east-1b", "us-east-1c") }],
  },
  "network/zone-count": {
    severity: "error",
    trips: [
      {
        change: { ...ireland, ...zones("eu-west-1a", "eu-west-1b", "eu-west-1c", "eu-west-1d") },
        at: ["network", "zones"],
        message: ["4 availability zones are named", "eu-west-1 has 3"],
        fix: ["at most 3"],
      },
    ],
    passes: [{ change: { ...ireland, ...zones("eu-west-1a", "eu-west-1b", "eu-west-1c") } }],
  },
  "network/two-availability-zones": {
    severity: "error",
    trips: [
      {
        change: zones("us-east-1a", "us-east-1-dfw-2a"),
        at: ["network", "zones"],
        message: ["us-east-1a alone"],
        fix: ["Local Zones do not count"],
      },
      {
        change: existing(["us-east-1a", "private"], ["us-east-1b", "public"]),
        at: ["network", "subnets"],
        message: ["us-east-1a alone"],
        fix: ['tier: "private"'],
      },
      {
        change: existing(["us-east-1a", "public"], ["us-east-1b", "public"]),
        at: ["network", "subnets"],
        message: ["no availability zone"],
      },
    ],
    passes: [
      { change: zones("us-east-1a", "us-east-1b", "us-east-1-dfw-2a") },
      { change: existing(["us-east-1a", "private"], ["us-east-1b", "private"]) },
      { change: {} },
    ],
  },
  "network/local-zone": {
    severity: "warning",
    trips: [
      {
        change: zones("us-east-1a", "us-east-1b", "us-east-1-dfw-2a"),
        at: ["network", "zones", 2],
        message: ["us-east-1-dfw-2a is a Local Zone", "endpoints, NAT gateways and load balancers stay"],
        fix: ["--group-name us-east-1-dfw-2 "],
      },
    ],
    passes: [{ change: zones("us-east-1a", "us-east-1b", "us-east-1c") }],
  },
  "network/group-zone-has-subnet": {
    severity: "error",
    trips: [
      {
        change: { nodeGroups: { h100: { capacity: { zone: "us-east-1c" } } } },
        at: ["nodeGroups", "h100", "capacity", "zone"],
        message: ["no private subnet in us-east-1c, only in us-east-1a or us-east-1b"],
        fix: ["to network.zones, at the end"],
      },
      {
        change: {
          ...existing(["us-east-1a", "private"], ["us-east-1b", "private"], ["us-east-1c", "public"]),
          nodeGroups: { cpu: { zone: "us-east-1c" } },
        },
        at: ["nodeGroups", "cpu", "zone"],
        message: ["us-east-1c"],
        fix: ["as a private subnet"],
      },
      {
        when: "GB200 in Dallas without a subnet there",
        change: {
          nodeGroups: { h100: { instanceType: "p6e-gb200.36xlarge", capacity: { zone: "us-east-1-dfw-2a" } } },
        },
        at: ["nodeGroups", "h100", "capacity", "zone"],
        message: ["us-east-1-dfw-2a"],
        fix: ["add us-east-1-dfw-2a to network.zones, at the end", "beside two availability zones"],
      },
    ],
    passes: [
      { change: { nodeGroups: { h100: { capacity: { zone: "us-east-1b" } } } } },
      {
        change: {
          ...existing(["us-east-1a", "private"], ["us-east-1b", "private"]),
          nodeGroups: { cpu: { zone: "us-east-1b" } },
        },
      },
    ],
  },
  "network/group-zones-agree": {
    severity: "error",
    trips: [
      {
        change: { nodeGroups: { h100: { zone: "us-east-1b" } } },
        at: ["nodeGroups", "h100", "zone"],
        message: ["zone is us-east-1b", "capacity.zone is us-east-1a"],
        fix: ["remove zone"],
      },
    ],
    passes: [
      { change: { nodeGroups: { h100: { zone: "us-east-1a" } } } },
      { change: { nodeGroups: { cpu: { zone: "us-east-1b" } } } },
    ],
  },
});

test("a zone of another Region is told once, not also as one without a subnet", () => {
  const change = { nodeGroups: { h100: { capacity: { zone: "us-east-2a" } } } };
  expect(violations(ruleOf(ZONE_RULES, "network/group-zone-has-subnet"), change)).toEqual([]);
});

test("Local Zones do not count among the zones of a Region", () => {
  const change = { ...ireland, ...zones("eu-west-1a", "eu-west-1b", "eu-west-1c", "eu-west-1-abc-1a") };
  expect(violations(ruleOf(ZONE_RULES, "network/zone-count"), change)).toEqual([]);
});
