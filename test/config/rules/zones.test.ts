import { ZONE_RULES } from "../../../config/rules/zones";
import { ruleOf, violations } from "../../helpers/environment";
import { describeRules } from "../../helpers/rule-pairs";

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

describeRules(ZONE_RULES, [
  {
    id: "network/zones-in-region",
    severity: "error",
    trips: zones("us-east-1a", "us-west-2b"),
    path: ["network", "zones", 1],
    says: ["us-west-2b is a zone of us-west-2", "us-east-1a"],
    passes: zones("us-east-1a", "us-east-1b"),
  },
  {
    id: "network/zones-in-region",
    severity: "error",
    trips: existing(["us-east-1a", "private"], ["us-east-1-wl1-bos-wlz-1", "private"]),
    path: ["network", "subnets", 1, "zone"],
    says: ["us-east-1-wl1-bos-wlz-1 is neither an availability zone nor a Local Zone"],
    passes: existing(["us-east-1a", "private"], ["us-east-1-dfw-2a", "private"]),
  },
  {
    id: "network/zones-in-region",
    severity: "error",
    trips: { nodeGroups: { h100: { capacity: { zone: "us-east-2a" } } } },
    path: ["nodeGroups", "h100", "capacity", "zone"],
    says: ["us-east-2a is a zone of us-east-2"],
    passes: { nodeGroups: { h100: { capacity: { zone: "us-east-1f" } } } },
  },
  {
    id: "network/zones-in-region",
    severity: "error",
    trips: { nodeGroups: { cpu: { zone: "us-east-2a" } } },
    path: ["nodeGroups", "cpu", "zone"],
    says: ["us-east-2a"],
    passes: { nodeGroups: { cpu: { zone: "us-east-1b" } } },
  },
  {
    id: "network/zones-in-region",
    severity: "error",
    trips: { lustre: { zone: "us-east-2a" } },
    path: ["lustre", "zone"],
    says: ["us-east-2a"],
    passes: { lustre: { zone: "us-east-1a" } },
  },
  {
    id: "network/duplicate-zone",
    severity: "error",
    trips: zones("us-east-1a", "us-east-1b", "us-east-1a"),
    path: ["network", "zones", 2],
    says: ["us-east-1a stands in the list twice, at 0 and at 2"],
    passes: zones("us-east-1a", "us-east-1b", "us-east-1c"),
  },
  {
    id: "network/zone-count",
    severity: "error",
    trips: { ...ireland, ...zones("eu-west-1a", "eu-west-1b", "eu-west-1c", "eu-west-1d") },
    path: ["network", "zones"],
    says: ["4 availability zones are named", "eu-west-1 has 3", "at most 3"],
    passes: { ...ireland, ...zones("eu-west-1a", "eu-west-1b", "eu-west-1c") },
  },
  {
    id: "network/two-availability-zones",
    severity: "error",
    trips: zones("us-east-1a", "us-east-1-dfw-2a"),
    path: ["network", "zones"],
    says: ["us-east-1a alone", "Local Zones do not count"],
    passes: zones("us-east-1a", "us-east-1b", "us-east-1-dfw-2a"),
  },
  {
    id: "network/two-availability-zones",
    severity: "error",
    trips: existing(["us-east-1a", "private"], ["us-east-1b", "public"]),
    path: ["network", "subnets"],
    says: ["us-east-1a alone", 'tier: "private"'],
    passes: existing(["us-east-1a", "private"], ["us-east-1b", "private"]),
  },
  {
    id: "network/two-availability-zones",
    severity: "error",
    trips: existing(["us-east-1a", "public"], ["us-east-1b", "public"]),
    path: ["network", "subnets"],
    says: ["no availability zone"],
    passes: {},
  },
  {
    id: "network/local-zone",
    severity: "warning",
    trips: zones("us-east-1a", "us-east-1b", "us-east-1-dfw-2a"),
    path: ["network", "zones", 2],
    says: ["us-east-1-dfw-2a is a Local Zone"],
    passes: zones("us-east-1a", "us-east-1b", "us-east-1c"),
  },
  {
    id: "network/group-zone-has-subnet",
    severity: "error",
    trips: { nodeGroups: { h100: { capacity: { zone: "us-east-1c" } } } },
    path: ["nodeGroups", "h100", "capacity", "zone"],
    says: ["no private subnet in us-east-1c, only in us-east-1a or us-east-1b", "to network.zones, at the end"],
    passes: { nodeGroups: { h100: { capacity: { zone: "us-east-1b" } } } },
  },
  {
    id: "network/group-zone-has-subnet",
    severity: "error",
    trips: {
      ...existing(["us-east-1a", "private"], ["us-east-1b", "private"], ["us-east-1c", "public"]),
      nodeGroups: { cpu: { zone: "us-east-1c" } },
    },
    path: ["nodeGroups", "cpu", "zone"],
    says: ["us-east-1c", "as a private subnet"],
    passes: {
      ...existing(["us-east-1a", "private"], ["us-east-1b", "private"]),
      nodeGroups: { cpu: { zone: "us-east-1b" } },
    },
  },
]);

test("a zone of another Region is told once, not also as one without a subnet", () => {
  const change = { nodeGroups: { h100: { capacity: { zone: "us-east-2a" } } } };
  expect(violations(ruleOf(ZONE_RULES, "network/group-zone-has-subnet"), change)).toEqual([]);
});

test("Local Zones do not count among the zones of a Region", () => {
  const change = { ...ireland, ...zones("eu-west-1a", "eu-west-1b", "eu-west-1c", "eu-west-1-abc-1a") };
  expect(violations(ruleOf(ZONE_RULES, "network/zone-count"), change)).toEqual([]);
});
