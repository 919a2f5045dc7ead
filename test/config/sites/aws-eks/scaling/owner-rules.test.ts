import { SCALING_OWNER_RULES } from "../../../../../config/sites/aws-eks/scaling/owner-rules";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";
import { ruleOf, violations } from "../../../../helpers/environment";

const KARPENTER = { kind: "karpenter" };
const pool = (change: object = {}) => ({
  instanceType: "m7i.4xlarge",
  nodes: { max: 2 },
  scaledBy: KARPENTER,
  ...change,
});
const pools = (cpu: object, other: object) => ({ nodeGroups: { cpu: { scaledBy: KARPENTER, ...cpu }, other } });

ruleCases(SCALING_OWNER_RULES, {
  "scaling/two-owners": {
    severity: "error",
    trips: [
      {
        when: "a managed group of the type of a pool",
        change: pools({}, { instanceType: "m7i.4xlarge", nodes: 1 }),
        at: groupAt("cpu", "scaledBy"),
        message: ["m7i.4xlarge in us-east-1a, us-east-1b", "the managed node group other"],
      },
      {
        when: "system nodes of the type of a pool",
        change: { ...group("cpu", { scaledBy: KARPENTER }), cluster: { systemNodes: { instanceType: "m7i.4xlarge" } } },
        at: groupAt("cpu", "scaledBy"),
        message: ["the system nodes"],
      },
      {
        when: "two pools that buy the same nodes",
        change: pools({}, pool()),
        at: groupAt("other", "scaledBy"),
        message: ["pool other", "pool cpu"],
      },
      {
        when: "a pool that falls back to what another one buys",
        change: pools({}, pool({ capacity: { kind: "spot", onDemandFallback: true } })),
        at: groupAt("other", "scaledBy"),
        message: ["pool other", "pool cpu"],
      },
      {
        when: "a managed group in one of the zones of a pool, whatever it buys",
        change: pools({}, { instanceType: "m7i.4xlarge", nodes: 1, zone: "us-east-1b", capacity: { kind: "spot" } }),
        at: groupAt("cpu", "scaledBy"),
        message: ["in us-east-1b would"],
      },
    ],
    passes: [
      { when: "a pool alone", change: group("cpu", { scaledBy: KARPENTER }) },
      {
        when: "two managed groups of one type",
        change: { nodeGroups: { other: { instanceType: "m7i.4xlarge", nodes: 1 } } },
      },
      { when: "another type", change: pools({}, { instanceType: "m7i.8xlarge", nodes: 1 }) },
      { when: "another zone", change: pools({ zone: "us-east-1a" }, pool({ zone: "us-east-1b" })) },
      { when: "spot beside on-demand, both of Karpenter", change: pools({}, pool({ capacity: { kind: "spot" } })) },
    ],
  },
});

test("each pair of three owners is told", () => {
  const rule = ruleOf(SCALING_OWNER_RULES, "scaling/two-owners");
  const found = violations(rule, { nodeGroups: { cpu: { scaledBy: KARPENTER }, b: pool(), c: pool() } });
  expect(found.map(({ path }) => path)).toEqual([
    groupAt("b", "scaledBy"),
    groupAt("c", "scaledBy"),
    groupAt("c", "scaledBy"),
  ]);
});
