import { LUSTRE_CLIENT_RULES } from "../../../../config/storage/fsx-lustre/client-rules";
import { ruleOf, violations } from "../../../helpers/environment";
import { ruleCases } from "../../../helpers/rule-cases";

const group = (instanceType: string, more: object = {}) => ({
  instanceType,
  nodes: 2,
  zone: "us-east-1a",
  ...more,
});
const capacity = { kind: "on-demand" };
const many = (nodes: number) => ({ nodeGroups: { h100: { nodes } } });
const noEfa = (more: object = {}) => ({ lustre: { efa: false, capacityGiB: 48000, ...more } });
const gds = { driver: "operator", gds: true };

const noNat = { network: { nat: "none", endpoints: "all" } };

ruleCases(LUSTRE_CLIENT_RULES, {
  "lustre/efa-setup-out-of-reach": {
    severity: "warning",
    trips: [
      {
        when: "EFA clients without a way out",
        change: noNat,
        at: ["network", "nat"],
        message: ["h100", "docs.aws.amazon.com", "100 Gbps"],
        fix: ['nat: "single"'],
      },
    ],
    passes: [
      { when: "a way out", change: { network: { nat: "per-zone" } } },
      { when: "a file system without EFA", change: { ...noNat, ...noEfa() } },
      {
        when: "a network of one's own, which may have one",
        change: {
          network: {
            kind: "existing",
            vpcId: "vpc-0123456789abcdef0",
            cidr: "10.0.0.0/16",
            subnets: [
              { id: "subnet-0123456789abcdef0", zone: "us-east-1a", cidr: "10.0.0.0/19", tier: "private" },
              { id: "subnet-0123456789abcdef1", zone: "us-east-1b", cidr: "10.0.32.0/19", tier: "private" },
            ],
          },
        },
      },
    ],
  },
  "lustre/efa-clients": {
    severity: "warning",
    trips: [
      {
        when: "a type that is no EFA client",
        change: { nodeGroups: { old: group("p4d.24xlarge") } },
        at: ["nodeGroups", "old", "instanceType"],
        message: ["old (p4d.24xlarge)", "100 Gbps instead of up to 700", "does not take p4d.24xlarge"],
      },
      {
        when: "a group without EFA",
        change: { nodeGroups: { small: group("g6e.12xlarge", { fabric: { kind: "none" } }) } },
        at: ["nodeGroups", "small", "fabric"],
        message: ["small (g6e.12xlarge)", "has no EFA"],
        fix: ['fabric: { kind: "efa" }'],
      },
      {
        when: "Bottlerocket",
        change: { nodeGroups: { rocket: group("p5.48xlarge", { image: { kind: "bottlerocket" } }) } },
        at: ["nodeGroups", "rocket", "image"],
        message: ["Bottlerocket"],
        fix: ['image: { kind: "al2023" }'],
      },
    ],
    passes: [
      { when: "p5 and CPU nodes", change: {} },
      { when: "no EFA", change: { ...noEfa(), nodeGroups: { old: group("p4d.24xlarge") } } },
      {
        when: "no client at all, which efa-unused tells",
        change: { nodeGroups: { h100: { fabric: { kind: "none" } } } },
      },
    ],
  },
  "lustre/efa-unused": {
    severity: "warning",
    trips: [
      {
        when: "no client with EFA",
        change: { nodeGroups: { h100: { fabric: { kind: "none" } } } },
        at: ["lustre", "efa"],
        message: ["h100 (p5.48xlarge, fabric Ethernet)", "cpu (m7i.4xlarge, fabric Ethernet)"],
        fix: ["efa: false"],
      },
    ],
    passes: [
      { when: "one client", change: {} },
      { when: "no EFA", change: { ...noEfa(), nodeGroups: { h100: null } } },
    ],
  },
  "lustre/efa-available": {
    severity: "warning",
    trips: [
      {
        when: "11.7 GB/s and p5 nodes",
        change: noEfa(),
        at: ["lustre", "efa"],
        message: ["12 GB/s", "h100", "100 Gbps", "700"],
        fix: ["efa: true"],
      },
    ],
    passes: [
      { when: "EFA", change: { lustre: { capacityGiB: 57600 } } },
      { when: "9.4 GB/s", change: noEfa({ capacityGiB: 38400 }) },
      { when: "no client", change: { ...noEfa(), nodeGroups: { h100: null } } },
      { when: "clients in another zone only", change: noEfa({ zone: "us-east-1b" }) },
    ],
  },
  "lustre/efa-connections": {
    severity: "error",
    trips: [
      {
        when: "one node over the limit",
        change: many(129),
        at: ["nodeGroups", "h100", "nodes"],
        message: ["h100: 129 × 8", "1032", "1024"],
        fix: ["at most 128 nodes"],
      },
      {
        when: "two groups, of which the larger is named",
        change: { nodeGroups: { h100: { nodes: 100 }, b: group("p5en.48xlarge", { nodes: 40, capacity }) } },
        at: ["nodeGroups", "h100", "nodes"],
        message: ["h100: 100 × 8, b: 40 × 8", "1120"],
        fix: ["at most 88 nodes"],
      },
    ],
    passes: [
      { when: "the limit itself", change: many(128) },
      { when: "no EFA", change: { ...noEfa(), ...many(200) } },
    ],
  },
  "lustre/gds-clients": {
    severity: "warning",
    trips: [
      {
        when: "a file system without EFA",
        change: { gpu: gds, ...noEfa() },
        at: ["gpu", "gds"],
        message: ["no EFA"],
        fix: ["efa: true"],
      },
      {
        when: "a type without it",
        change: { gpu: gds, nodeGroups: { small: group("g6e.48xlarge") } },
        at: ["nodeGroups", "small", "instanceType"],
        message: ["g6e.48xlarge", "700 Gbps instead of 1200"],
      },
    ],
    passes: [
      { when: "p5 and EFA", change: { gpu: gds } },
      { when: "no GPUDirect Storage", change: noEfa() },
    ],
  },
});

test("a zone or Region where EFA file systems are unknown is not told to have one", () => {
  const change = { region: "ap-southeast-6", network: { zones: ["ap-southeast-6a", "ap-southeast-6b"] } };
  const groups = { h100: group("p5.48xlarge", { zone: "ap-southeast-6a", capacity }) };
  const rule = ruleOf(LUSTRE_CLIENT_RULES, "lustre/efa-available");
  expect(violations(rule, { ...change, nodeGroups: groups, ...noEfa() })).toEqual([]);
});

test("when no group alone makes room, several are told to shrink", () => {
  const all = Object.fromEntries(["a", "b", "c"].map((name) => [name, group("p5.48xlarge", { nodes: 70, capacity })]));
  const [found] = violations(ruleOf(LUSTRE_CLIENT_RULES, "lustre/efa-connections"), {
    nodeGroups: { ...all, h100: null },
  });
  expect(found?.fix).toContain("several groups");
});
