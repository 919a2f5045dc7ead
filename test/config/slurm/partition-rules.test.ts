import { SLURM_PARTITION_RULES } from "../../../config/slurm/partition-rules";
import { ruleOf, violations } from "../../helpers/environment";
import { ruleCases } from "../../helpers/rule-cases";

const train = (more: object) => ({ slurm: { partitions: { train: more } } });
const two = (first: object, second: object) => ({
  slurm: { partitions: { train: first, prep: { nodeGroups: ["cpu"], ...second } } },
});
const l40s = { instanceType: "g6e.12xlarge", nodes: 2, fabric: { kind: "none" } };
const block = (start: string, end: string) => ({
  kind: "capacity-block",
  id: "cr-0123456789abcdef0",
  zone: "us-east-1a",
  count: 4,
  start,
  end,
});
const week = block("2026-12-01T11:30:00Z", "2026-12-08T11:30:00Z");

ruleCases(SLURM_PARTITION_RULES, {
  "slurm/partition-groups-exist": {
    severity: "error",
    trips: [
      {
        when: "a mistyped group",
        change: train({ nodeGroups: ["h100", "h1000"] }),
        at: ["slurm", "partitions", "train", "nodeGroups", 1],
        message: ['"h1000"', "h100 or cpu"],
        fix: ["did you mean h100?"],
      },
      {
        when: "a group like no other",
        change: train({ nodeGroups: ["trainium"] }),
        at: ["slurm", "partitions", "train", "nodeGroups", 0],
        message: ['"trainium"'],
        fix: ["add one"],
      },
      {
        when: "a group twice",
        change: train({ nodeGroups: ["h100", "h100"] }),
        at: ["slurm", "partitions", "train", "nodeGroups", 1],
        message: ["h100 is named twice"],
      },
    ],
    passes: [
      { when: "groups that exist", change: train({ nodeGroups: ["h100", "cpu"] }) },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/partition-name-reserved": {
    severity: "error",
    trips: [
      {
        when: "default",
        change: { slurm: { partitions: { default: { nodeGroups: ["h100"] } } } },
        at: ["slurm", "partitions", "default"],
        message: ["called default"],
        fix: ["default: true"],
      },
      {
        when: "all",
        change: { slurm: { partitions: { all: { nodeGroups: ["h100"] } } } },
        at: ["slurm", "partitions", "all"],
        message: ["called all", "all of them"],
      },
      {
        when: "either in any case",
        change: { slurm: { partitions: { Default: { nodeGroups: ["h100"] } } } },
        at: ["slurm", "partitions", "Default"],
        message: ["called Default", "defaults of other partitions"],
      },
    ],
    passes: [
      {
        when: "a name as people write them",
        change: { slurm: { partitions: { gpu_H100: { nodeGroups: ["h100"] } } } },
      },
      {
        when: "a name that only begins so",
        change: { slurm: { partitions: { "default-gpu": { nodeGroups: ["h100"] } } } },
      },
    ],
  },
  "slurm/one-default": {
    severity: "error",
    trips: [
      {
        when: "two of them",
        change: two({}, { default: true }),
        at: ["slurm", "partitions", "prep", "default"],
        message: ["train and prep"],
        fix: ["out of prep, or out of train"],
      },
    ],
    passes: [{ when: "one of two", change: two({}, {}) }],
  },
  "slurm/no-default": {
    severity: "warning",
    trips: [
      {
        when: "none of two",
        change: two({ default: false }, {}),
        at: ["slurm", "partitions"],
        message: ["none of train, prep"],
        fix: ["default: true"],
      },
    ],
    passes: [
      { when: "one of two", change: two({}, {}) },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/default-time": {
    severity: "error",
    trips: [
      {
        when: "more than the most",
        change: train({ maxHours: 4, defaultHours: 5 }),
        at: ["slurm", "partitions", "train", "defaultHours"],
        message: ["no time get 5 hours", "longer than 4 hours"],
        fix: ["defaultHours: 4"],
      },
    ],
    passes: [{ when: "as much as the most", change: train({ maxHours: 4, defaultHours: 4 }) }],
  },
  "slurm/time-limit-over-block": {
    severity: "warning",
    trips: [
      {
        when: "two weeks in a block of one",
        change: { nodeGroups: { h100: { capacity: week } } },
        at: ["slurm", "partitions", "train", "maxHours"],
        message: ["336 hours", "167.5"],
        fix: ["maxHours: 167.5"],
      },
      {
        when: "hours that are no round number",
        change: { nodeGroups: { h100: { capacity: block("2026-12-01T11:30:00Z", "2026-12-02T19:43:00Z") } } },
        at: ["slurm", "partitions", "train", "maxHours"],
        message: ["for 31.71 hours at most"],
        fix: ["maxHours: 31.71 or less"],
      },
    ],
    passes: [
      {
        when: "what the block allows",
        change: { nodeGroups: { h100: { capacity: week } }, ...train({ maxHours: 167.5 }) },
      },
      {
        when: "a group beside it that stays",
        change: { nodeGroups: { h100: { capacity: week } }, ...train({ nodeGroups: ["h100", "cpu"] }) },
      },
      { when: "groups that do not exist", change: train({ nodeGroups: ["gone"] }) },
    ],
  },
  "slurm/partition-mixes-gpus": {
    severity: "warning",
    trips: [
      {
        when: "two types",
        change: { nodeGroups: { l40s }, ...train({ nodeGroups: ["h100", "l40s"] }) },
        at: ["slurm", "partitions", "train", "nodeGroups"],
        message: ["H100-80GB (h100) and L40S-48GB (l40s)"],
      },
    ],
    passes: [
      {
        when: "one type twice",
        change: {
          nodeGroups: { more: { ...l40s, instanceType: "p5.48xlarge" } },
          ...train({ nodeGroups: ["h100", "more"] }),
        },
      },
      {
        when: "EFA on all, which efa/mixed-types tells",
        change: {
          nodeGroups: { h200: { instanceType: "p5en.48xlarge", nodes: 2 } },
          ...train({ nodeGroups: ["h100", "h200"] }),
        },
      },
    ],
  },
  "slurm/partition-mixes-cpu-nodes": {
    severity: "warning",
    trips: [
      {
        when: "both kinds",
        change: train({ nodeGroups: ["h100", "cpu"] }),
        at: ["slurm", "partitions", "train", "nodeGroups"],
        message: ["GPU nodes (h100) and CPU nodes (cpu)"],
      },
    ],
    passes: [{ when: "a partition of each", change: two({}, {}) }],
  },
  "slurm/node-of-one-core": {
    severity: "error",
    trips: [
      {
        when: "the smallest type is in a partition",
        change: { ...two({}, { nodeGroups: ["tiny"] }), nodeGroups: { tiny: { instanceType: "m7i.large", nodes: 1 } } },
        at: ["nodeGroups", "tiny", "instanceType"],
        message: ["m7i.large has one core of 2 vCPUs"],
        fix: ["m7i.xlarge or larger", "tiny out of its partitions"],
      },
    ],
    passes: [
      {
        when: "it has two",
        change: {
          ...two({}, { nodeGroups: ["tiny"] }),
          nodeGroups: { tiny: { instanceType: "m7i.xlarge", nodes: 1 } },
        },
      },
      { when: "it is in no partition", change: { nodeGroups: { tiny: { instanceType: "m7i.large", nodes: 1 } } } },
    ],
  },
  "slurm/cpu-share": {
    severity: "error",
    trips: [
      {
        when: "more than half a node",
        change: two({}, { nodeGroups: ["h100"], cpusPerNode: 96 }),
        at: ["slurm", "partitions", "prep", "cpusPerNode"],
        message: ["96 CPUs of 192", "94"],
        fix: ["cpusPerNode: 94 or less"],
      },
      {
        when: "half a core",
        change: two({}, { nodeGroups: ["h100"], cpusPerNode: 7 }),
        at: ["slurm", "partitions", "prep", "cpusPerNode"],
        message: ["within a core"],
        fix: ["6 or cpusPerNode: 8"],
      },
      {
        when: "a share of a node that is too small",
        change: {
          ...two({}, { nodeGroups: ["l40s"], cpusPerNode: 2 }),
          nodeGroups: { l40s: { ...l40s, instanceType: "g6e.xlarge" } },
        },
        at: ["slurm", "partitions", "prep", "cpusPerNode"],
        message: ["2 CPUs of 4"],
        fix: ["nodes of their own"],
      },
    ],
    passes: [
      { when: "a small share", change: two({}, { nodeGroups: ["h100"], cpusPerNode: 8 }) },
      { when: "no share", change: {} },
    ],
  },
  "slurm/no-place-for-cpu-jobs": {
    severity: "warning",
    tripsSample: true,
    trips: [
      {
        when: "GPU partitions alone",
        change: {},
        at: ["slurm", "partitions"],
        message: ["train refuses jobs without GPUs"],
        fix: ['cpu: { nodeGroups: ["h100"], cpusPerNode: 4 }'],
      },
      {
        when: "UltraServers alone, of which there is no share",
        change: { nodeGroups: { h100: { instanceType: "p6e-gb200.36xlarge" } } },
        at: ["slurm", "partitions"],
        fix: ["add one of CPU nodes"],
      },
    ],
    passes: [
      { when: "a share of GPU nodes", change: two({}, { nodeGroups: ["h100"], cpusPerNode: 8 }) },
      { when: "a partition with both", change: { slurm: { partitions: { train: { nodeGroups: ["h100", "cpu"] } } } } },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
  "slurm/group-in-no-partition": {
    severity: "warning",
    trips: [
      {
        when: "a GPU group left over",
        change: { nodeGroups: { l40s } },
        at: ["nodeGroups", "l40s"],
        message: ["l40s", "8 GPUs"],
      },
      {
        when: "a GPU group that CPU jobs alone have",
        change: train({ nodeGroups: ["h100"], cpusPerNode: 8 }),
        at: ["nodeGroups", "h100"],
        message: ["only CPU jobs have a partition with h100", "32 GPUs"],
        fix: ["without cpusPerNode"],
      },
    ],
    passes: [
      { when: "CPU nodes left over", change: {} },
      {
        when: "a group of Kueue",
        change: { nodeGroups: { l40s }, kueue: { nodeGroups: ["l40s"] } },
      },
      { when: "no Slurm", change: { slurm: null } },
    ],
  },
});

test("UltraServers go an hour before the block ends", () => {
  const gb200 = { instanceType: "p6e-gb200.36xlarge", nodes: 18, capacity: { ...week, count: 18 } };
  const change = { nodeGroups: { gb200, h100: null }, ...train({ nodeGroups: ["gb200"] }) };
  const [found] = violations(ruleOf(SLURM_PARTITION_RULES, "slurm/time-limit-over-block"), change);
  expect(found?.fix).toContain("maxHours: 167 or less");
});

test("of several blocks the longest counts", () => {
  const month = block("2026-12-01T11:30:00Z", "2026-12-29T11:30:00Z");
  const change = {
    nodeGroups: { h100: { capacity: week }, more: { instanceType: "p5.48xlarge", nodes: 4, capacity: month } },
    ...train({ nodeGroups: ["h100", "more"], maxHours: 672 }),
  };
  const [found] = violations(ruleOf(SLURM_PARTITION_RULES, "slurm/time-limit-over-block"), change);
  expect(found?.fix).toContain("maxHours: 671.5");
});

test("nobody is told to take a share of nodes that are given whole", () => {
  const change = { nodeGroups: { h100: { instanceType: "p6e-gb200.36xlarge" } } };
  const [found] = violations(ruleOf(SLURM_PARTITION_RULES, "slurm/no-place-for-cpu-jobs"), change);
  expect(found?.fix).toBe("add one of CPU nodes");
});
