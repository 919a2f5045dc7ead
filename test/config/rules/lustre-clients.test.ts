import { LUSTRE_CLIENT_RULES } from "../../../config/rules/lustre-clients";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

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

ruleCases(
  LUSTRE_CLIENT_RULES,
  [
    {
      id: "lustre/efa-clients",
      when: "a type that is no EFA client",
      change: { nodeGroups: { old: group("p4d.24xlarge") } },
      path: ["nodeGroups", "old", "instanceType"],
      words: ["old (p4d.24xlarge)", "100 Gbps instead of 700", "does not take p4d.24xlarge"],
    },
    {
      id: "lustre/efa-clients",
      when: "a group without EFA",
      change: { nodeGroups: { small: group("g6e.12xlarge", { fabric: { kind: "none" } }) } },
      path: ["nodeGroups", "small", "fabric"],
      words: ["small (g6e.12xlarge)", "has no EFA", 'fabric: { kind: "efa" }'],
    },
    {
      id: "lustre/efa-clients",
      when: "Bottlerocket",
      change: { nodeGroups: { rocket: group("p5.48xlarge", { image: { kind: "bottlerocket" } }) } },
      path: ["nodeGroups", "rocket", "image"],
      words: ["Bottlerocket", 'image: { kind: "al2023" }'],
    },
    {
      id: "lustre/efa-unused",
      when: "no client with EFA",
      change: { nodeGroups: { h100: { fabric: { kind: "none" } } } },
      path: ["lustre", "efa"],
      words: ["h100 (p5.48xlarge, fabric none)", "cpu (m7i.4xlarge, fabric none)", "efa: false"],
    },
    {
      id: "lustre/efa-available",
      when: "11.7 GB/s and p5 nodes",
      change: noEfa(),
      path: ["lustre", "efa"],
      words: ["12 GB/s", "h100", "100 Gbps", "700", "efa: true"],
    },
    {
      id: "lustre/efa-connections",
      when: "one node over the limit",
      change: many(129),
      path: ["nodeGroups", "h100", "nodes"],
      words: ["h100: 129 × 8", "1032", "1024", "at most 128 nodes"],
    },
    {
      id: "lustre/efa-connections",
      when: "two groups, of which the larger is named",
      change: { nodeGroups: { h100: { nodes: 100 }, b: group("p5en.48xlarge", { nodes: 40, capacity }) } },
      path: ["nodeGroups", "h100", "nodes"],
      words: ["h100: 100 × 8, b: 40 × 8", "1120", "at most 88 nodes"],
    },
    {
      id: "lustre/gds-clients",
      when: "a file system without EFA",
      change: { gpu: gds, ...noEfa() },
      path: ["gpu", "gds"],
      words: ["no EFA", "efa: true"],
    },
    {
      id: "lustre/gds-clients",
      when: "a type without it",
      change: { gpu: gds, nodeGroups: { small: group("g6e.48xlarge") } },
      path: ["nodeGroups", "small", "instanceType"],
      words: ["g6e.48xlarge", "700 Gbps instead of 1200"],
    },
  ],
  [
    { id: "lustre/efa-clients", when: "p5 and CPU nodes", change: {} },
    { id: "lustre/efa-clients", when: "no EFA", change: { ...noEfa(), nodeGroups: { old: group("p4d.24xlarge") } } },
    {
      id: "lustre/efa-clients",
      when: "no client at all, which efa-unused tells",
      change: { nodeGroups: { h100: { fabric: { kind: "none" } } } },
    },
    { id: "lustre/efa-unused", when: "one client", change: {} },
    { id: "lustre/efa-unused", when: "no EFA", change: { ...noEfa(), nodeGroups: { h100: null } } },
    { id: "lustre/efa-available", when: "EFA", change: { lustre: { capacityGiB: 57600 } } },
    { id: "lustre/efa-available", when: "9.4 GB/s", change: noEfa({ capacityGiB: 38400 }) },
    { id: "lustre/efa-available", when: "no client", change: { ...noEfa(), nodeGroups: { h100: null } } },
    { id: "lustre/efa-available", when: "clients in another zone only", change: noEfa({ zone: "us-east-1b" }) },
    { id: "lustre/efa-connections", when: "the limit itself", change: many(128) },
    { id: "lustre/efa-connections", when: "no EFA", change: { ...noEfa(), ...many(200) } },
    { id: "lustre/gds-clients", when: "p5 and EFA", change: { gpu: gds } },
    { id: "lustre/gds-clients", when: "no GPUDirect Storage", change: noEfa() },
  ],
);

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
