import { ADDRESS_BUDGET_RULES } from "../../../../../config/sites/aws-eks/network/address-budget-rules";
import { ruleOf, violations } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";

/** p5 with save-ip takes 29 addresses a node; CPU and system nodes too. Lustre of the sample takes 10. */
const h100 = (nodes: number, cidr = "10.20.0.0/16") => ({
  network: { cidr },
  nodeGroups: { h100: { nodes }, cpu: null },
  lustre: null,
  checkpoints: null,
});
const adopted = (free: number) => ({
  network: {
    kind: "existing",
    vpcId: "vpc-0123456789abcdef0",
    cidr: "10.20.0.0/16",
    subnets: [
      { id: "subnet-0000000b", zone: "us-east-1b", cidr: "10.20.16.0/20", tier: "private" },
      { id: "subnet-0000000a", zone: "us-east-1a", cidr: "10.20.0.0/20", tier: "private", freeAddresses: free },
    ],
  },
  nodeGroups: { cpu: null },
  lustre: null,
  checkpoints: null,
});

// at rest, us-east-1a: 29 a node, two system nodes (58), the control plane (6)
const atRest = (nodes: number) => nodes * 29 + 58 + 6;
// in an update: two more of each, and 16 for the control plane
const inUpdate = (nodes: number) => (nodes + 2) * 29 + 4 * 29 + 16;

ruleCases(ADDRESS_BUDGET_RULES, {
  "network/ip-budget": {
    severity: "error",
    trips: [
      {
        change: h100(16, "10.20.0.0/20"),
        at: ["network", "cidr"],
        message: [
          `us-east-1a needs ${atRest(16)} addresses (h100 16 × 29, system nodes 2 × 29, control plane 6)`,
          "10.20.0.0/23 has 507",
        ],
        fix: ["a /19 (1019 addresses in each zone)"],
      },
      {
        change: h100(450),
        at: ["nodeGroups", "h100", "nodes"],
        message: [`needs ${atRest(450)} addresses`],
        fix: ["even a /16 has only 8187", 'network.kind: "existing"'],
      },
      {
        change: adopted(atRest(4) - 1),
        at: ["network", "subnets", 1, "cidr"],
        message: [`us-east-1a needs ${atRest(4)} addresses`, `has ${atRest(4) - 1}`],
        fix: ["a larger private subnet of us-east-1a"],
      },
    ],
    passes: [{ change: h100(15, "10.20.0.0/20") }, { change: h100(280) }, { change: adopted(atRest(4)) }],
  },
  "network/ip-headroom": {
    severity: "warning",
    trips: [
      {
        change: adopted(inUpdate(4) - 1),
        at: ["network", "subnets", 1, "cidr"],
        message: [
          `an update needs ${inUpdate(4)} addresses`,
          `of ${inUpdate(4) - 1}`,
          "h100 6 × 29",
          "control plane 16",
        ],
      },
    ],
    passes: [{ change: adopted(inUpdate(4)) }],
  },
  "network/elastic-ip-quota": {
    severity: "warning",
    trips: [
      {
        change: { network: { nat: "per-zone", zones: ["a", "b", "c", "d", "e", "f"].map((z) => `us-east-1${z}`) } },
        at: ["network", "nat"],
        message: ["takes 6 Elastic IPs; a new account has 5"],
        fix: ["L-0263D0A3"],
      },
    ],
    passes: [
      { change: { network: { nat: "per-zone", zones: ["a", "b", "c", "d", "e"].map((z) => `us-east-1${z}`) } } },
    ],
  },
});

const budget = ruleOf(ADDRESS_BUDGET_RULES, "network/ip-budget");
const messages = (change: Record<string, unknown>) => violations(budget, change).map((v) => v.message);

test("the file system counts in its zone, endpoints in every zone", () => {
  const change = { network: { cidr: "10.20.0.0/22", endpoints: "all" } };
  const [a, b] = messages(change);
  expect(a).toMatch(/^us-east-1a .*h100 4 × 29, cpu 2 × 29, .*endpoints 14, Lustre \d+/);
  expect(b).toMatch(/^us-east-1b .*\(cpu 2 × 29, system nodes 2 × 29, control plane 6, endpoints 14\)/);
  const moved = messages({ ...change, lustre: { zone: "us-east-1b" } });
  expect(moved[0]).not.toContain("Lustre");
  expect(moved[1]).toMatch(/control plane 6, endpoints 14, Lustre \d+\)/);
});

test("what does not fit at rest is not told a second time as headroom", () => {
  expect(violations(ruleOf(ADDRESS_BUDGET_RULES, "network/ip-headroom"), adopted(100))).toEqual([]);
});

test("a Local Zone holds nothing of the control plane", () => {
  const change = {
    network: { cidr: "10.20.0.0/22", zones: ["us-east-1a", "us-east-1b", "us-east-1-dfw-2a"] },
    nodeGroups: { h100: null, cpu: { nodes: { max: 8 }, zone: "us-east-1-dfw-2a" } },
    slurm: null,
  };
  expect(messages(change)).toEqual([expect.stringMatching(/^us-east-1-dfw-2a .*\(cpu 8 × 29\)/)]);
});

test("a reserved block needs no spare nodes for updates", () => {
  const block = {
    kind: "capacity-block",
    zone: "us-east-1a",
    id: "cr-0123456789abcdef0",
    count: 4,
    start: "2026-11-20T11:30:00Z",
    end: "2026-12-04T11:30:00Z",
  };
  const need = inUpdate(4) - 2 * 29;
  const change = (free: number) => {
    const { nodeGroups, ...rest } = adopted(free);
    return { ...rest, nodeGroups: { ...nodeGroups, h100: { capacity: block } } };
  };
  const headroom = ruleOf(ADDRESS_BUDGET_RULES, "network/ip-headroom");
  expect(violations(headroom, change(need))).toEqual([]);
  expect(violations(headroom, change(need - 1))).toHaveLength(1);
});

test("the largest group of the zone is the one to shrink", () => {
  const change = { nodeGroups: { cpu: { nodes: { max: 450 }, zone: "us-east-1a" } } };
  expect(violations(budget, change).map((v) => v.path)).toEqual([["nodeGroups", "cpu", "nodes"]]);
});
