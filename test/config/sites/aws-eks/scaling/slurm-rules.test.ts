import { SCALING_SLURM_RULES } from "../../../../../config/sites/aws-eks/scaling/slurm-rules";
import { groupAt, ruleCases } from "../../../../helpers/rule-cases";
import type { Change } from "../../../../helpers/environment";

/** The CPU nodes as a pool that a partition of their own has. */
const jobs = (pool: object = {}, rest: Change = {}): Change => ({
  ...rest,
  nodeGroups: { cpu: { scaledBy: { kind: "karpenter" }, ...pool } },
  slurm: { partitions: { prep: { nodeGroups: ["cpu"] } } },
});
const OFF = { monitoring: { enabled: false } };
const OLD = { cluster: { version: "1.34" } };
const schedule = (change: object = {}) => ({
  profile: "development",
  schedule: { timezone: "UTC", start: "08:00", end: "19:00", ...change },
});

ruleCases(SCALING_SLURM_RULES, {
  "scaling/metrics": {
    severity: "error",
    trips: [
      {
        when: "a pool for jobs without monitoring",
        change: jobs({}, OFF),
        at: groupAt("cpu", "scaledBy"),
        message: ["monitoring.enabled is false"],
        fix: ["enabled: true"],
      },
    ],
    passes: [
      { when: "monitoring", change: jobs() },
      {
        when: "a pool that Slurm has not",
        change: { ...OFF, nodeGroups: { cpu: { scaledBy: { kind: "karpenter" } } } },
      },
      { when: "a managed group", change: jobs({ scaledBy: null }, OFF) },
    ],
  },
  "scaling/short-idle": {
    severity: "warning",
    trips: [
      {
        when: "nodes that end a minute after their job",
        change: jobs({ scaledBy: { kind: "karpenter", idleMinutes: 1 } }),
        at: groupAt("cpu", "scaledBy", "idleMinutes"),
        message: ["after 1 minute without a job"],
        fix: ["10 or more"],
      },
    ],
    passes: [
      { when: "what is so by itself", change: jobs() },
      { when: "ten minutes", change: jobs({ scaledBy: { kind: "karpenter", idleMinutes: 10 } }) },
      {
        when: "a pool that follows no jobs",
        change: { nodeGroups: { cpu: { scaledBy: { kind: "karpenter", idleMinutes: 1 } } } },
      },
    ],
  },
  "scaling/partition": {
    severity: "error",
    trips: [
      {
        when: "a partition of a pool and other nodes",
        change: { ...jobs(), slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } } },
        at: ["slurm", "partitions", "train", "nodeGroups"],
        message: ["cpu", "h100"],
      },
    ],
    passes: [
      { when: "a partition of its own", change: jobs() },
      {
        when: "two partitions of its own",
        change: { ...jobs(), slurm: { partitions: { a: { nodeGroups: ["cpu"] }, b: { nodeGroups: ["cpu"] } } } },
      },
      {
        when: "reserved nodes of Karpenter beside others",
        change: {
          nodeGroups: { h100: { scaledBy: { kind: "karpenter" } } },
          slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } },
        },
      },
    ],
  },
  "scaling/no-nodes": {
    severity: "error",
    trips: [
      {
        when: "a partition of a pool that never has a node",
        change: jobs({ nodes: { min: 0, max: 0 } }),
        at: ["slurm", "partitions", "prep", "nodeGroups"],
        message: ["nodes.max of cpu is 0", "wait for ever"],
        fix: ["max: 1", "take partition prep out"],
      },
    ],
    passes: [
      { when: "one node", change: jobs({ nodes: { min: 0, max: 1 } }) },
      {
        when: "a pool that no partition has",
        change: { nodeGroups: { cpu: { scaledBy: { kind: "karpenter" }, nodes: { min: 0, max: 0 } } } },
      },
      {
        when: "other nodes in the partition",
        change: {
          ...jobs({ nodes: { min: 0, max: 0 } }),
          slurm: { partitions: { prep: { nodeGroups: ["cpu", "h100"] } } },
        },
      },
    ],
  },
  "scaling/tolerance": {
    severity: "error",
    trips: [
      {
        when: "more nodes than a tenth can tell",
        change: jobs({ nodes: { max: 11 } }, OLD),
        at: groupAt("cpu", "nodes", "max"),
        message: ["11", "1.34"],
        fix: ["1.35", "max: 10"],
      },
    ],
    passes: [
      { when: "ten nodes", change: jobs({ nodes: { max: 10 } }, OLD) },
      {
        when: "a Kubernetes that is told a tolerance",
        change: jobs({ nodes: { max: 400 } }, { cluster: { version: "1.35" } }),
      },
    ],
  },
  "scaling/hours": {
    severity: "error",
    trips: [
      {
        when: "a pool that no partition has in the schedule",
        change: {
          ...schedule({ nodeGroups: ["h100", "cpu"] }),
          nodeGroups: {
            h100: { capacity: { kind: "on-demand", target: null, zone: null } },
            cpu: { scaledBy: { kind: "karpenter" } },
          },
        },
        at: ["schedule", "nodeGroups"],
        message: ["the pool cpu"],
        fix: [`["h100"]`],
      },
      {
        when: "no other group in the schedule",
        change: { ...schedule(), nodeGroups: { cpu: { scaledBy: { kind: "karpenter" } } } },
        at: ["schedule", "nodeGroups"],
        fix: ["leave schedule out"],
      },
    ],
    passes: [
      { when: "a pool of Slurm's", change: jobs({}, schedule()) },
      { when: "a managed group", change: schedule() },
    ],
  },
});
