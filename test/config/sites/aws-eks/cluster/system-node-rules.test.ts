import { SYSTEM_NODE_RULES } from "../../../../../config/sites/aws-eks/cluster/system-node-rules";
import { systemNodeRoom, systemPods, unplaced } from "../../../../../config/sites/aws-eks/cluster/system-pods";
import { valuesOf } from "../../../../helpers/release";
import { sample } from "../../../../helpers/environment";
import { ruleCases } from "../../../../helpers/rule-cases";
import { shipped, synthStacks } from "../../../../helpers/stacks";
import type { Json } from "../../../../helpers/synth";

const nodes = (instanceType: string, count: number) => ({ cluster: { systemNodes: { instanceType, count } } });

const controllers = (replicas: number) => ({ slurm: { controller: { replicas, claim: "slurm-state" } } });

ruleCases(SYSTEM_NODE_RULES, {
  "cluster/system-nodes-too-small": {
    severity: "error",
    trips: [
      {
        when: "nodes that are too few",
        change: nodes("m7i.large", 2),
        at: ["cluster", "systemNodes"],
        message: ["2 m7i.large have no room for "],
        fix: ["write count: "],
      },
      {
        when: "Prometheus of a large cluster",
        change: { nodeGroups: { h100: { nodes: 450 } } },
        at: ["cluster", "systemNodes"],
        message: ["no room for prometheus"],
        fix: ["take a larger instance type"],
      },
    ],
    passes: [
      { when: "the default", change: {} },
      { when: "small nodes without accounting in the cluster", change: { ...nodes("m7i.large", 4), slurm: null } },
    ],
  },
  "cluster/system-nodes-controllers": {
    severity: "error",
    trips: [
      {
        when: "three slurmctld on two nodes",
        change: { ...nodes("m7i.4xlarge", 2), ...controllers(3) },
        at: ["slurm", "controller", "replicas"],
        message: ["3 slurmctld", "2 system nodes"],
        fix: ["replicas: 2", "count: 3"],
      },
    ],
    passes: [
      { when: "as many nodes as slurmctld", change: { ...nodes("m7i.4xlarge", 3), ...controllers(3) } },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "cluster/system-nodes-no-spare": {
    severity: "warning",
    trips: [
      {
        when: "login pods fill both nodes",
        change: { ...nodes("m7i.xlarge", 2), slurm: { login: { kind: "internal", replicas: 10 } } },
        at: ["cluster", "systemNodes"],
        message: ["while one of them is away"],
        fix: ["count: 3 or more"],
      },
    ],
    passes: [
      { when: "the default", change: {} },
      { when: "two larger ones", change: nodes("m7i.2xlarge", 2) },
    ],
  },
});

test.each(shipped().map(({ resolved }) => [resolved.name, resolved] as const))(
  "%s, as it is shipped, has room while a node is away",
  (_, env) => {
    expect(unplaced(systemPods(env), systemNodeRoom(env), env.cluster.systemNodes.count - 1)).toEqual([]);
  },
);

/** Requests of memory at any depth, MiB. */
const requested = (value: Json): number[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries<Json>(value).flatMap(([key, inner]) =>
        key === "requests" && typeof inner?.memory === "string" && inner.memory.endsWith("Mi")
          ? [Number.parseInt(inner.memory, 10)]
          : requested(inner),
      );

test("the largest of what the stacks ask for is what the rule counts", () => {
  const { env } = sample();
  const largest = Math.max(...systemPods(env).map(({ demand }) => demand.memoryMiB));
  const stacks = synthStacks(env);
  const values = ["platform", "slurm"].flatMap((role) =>
    Object.values<Json>(stacks[role]?.resource.helm_release ?? {}).map((release) => {
      const { nodesets: _nodesets, ...rest } = valuesOf(release);
      return rest;
    }),
  );
  expect(Math.max(...values.flatMap(requested))).toBe(largest);
});
