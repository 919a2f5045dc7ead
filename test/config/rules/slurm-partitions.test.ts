import { SLURM_PARTITION_RULES } from "../../../config/rules/slurm-partitions";
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

ruleCases(
  SLURM_PARTITION_RULES,
  [
    {
      id: "slurm/partition-groups-exist",
      when: "a mistyped group",
      change: train({ nodeGroups: ["h100", "h1000"] }),
      path: ["slurm", "partitions", "train", "nodeGroups", 1],
      words: ['"h1000"', "h100 or cpu", "did you mean h100?"],
    },
    {
      id: "slurm/partition-groups-exist",
      when: "a group like no other",
      change: train({ nodeGroups: ["trainium"] }),
      path: ["slurm", "partitions", "train", "nodeGroups", 0],
      words: ['"trainium"', "add one"],
    },
    {
      id: "slurm/partition-name-reserved",
      when: "default",
      change: { slurm: { partitions: { default: { nodeGroups: ["h100"] } } } },
      path: ["slurm", "partitions", "default"],
      words: ["called default", "default: true"],
    },
    {
      id: "slurm/one-default",
      when: "two of them",
      change: two({}, { default: true }),
      path: ["slurm", "partitions", "prep", "default"],
      words: ["train and prep", "out of prep, or out of train"],
    },
    {
      id: "slurm/no-default",
      when: "none of two",
      change: two({ default: false }, {}),
      path: ["slurm", "partitions"],
      words: ["none of train, prep", "default: true"],
    },
    {
      id: "slurm/default-time",
      when: "more than the most",
      change: train({ maxHours: 4, defaultHours: 5 }),
      path: ["slurm", "partitions", "train", "defaultHours"],
      words: ["defaultHours is 5", "maxHours 4", "defaultHours: 4"],
    },
    {
      id: "slurm/time-limit-over-block",
      when: "two weeks in a block of one",
      change: { nodeGroups: { h100: { capacity: week } } },
      path: ["slurm", "partitions", "train", "maxHours"],
      words: ["336 hours", "167.5", "maxHours: 167.5"],
    },
    {
      id: "slurm/partition-mixes-gpus",
      when: "two types",
      change: { nodeGroups: { l40s }, ...train({ nodeGroups: ["h100", "l40s"] }) },
      path: ["slurm", "partitions", "train", "nodeGroups"],
      words: ["H100-80GB (h100) and L40S-48GB (l40s)"],
    },
    {
      id: "slurm/partition-mixes-cpu-nodes",
      when: "both kinds",
      change: train({ nodeGroups: ["h100", "cpu"] }),
      path: ["slurm", "partitions", "train", "nodeGroups"],
      words: ["GPU nodes (h100) and CPU nodes (cpu)"],
    },
    {
      id: "slurm/group-in-no-partition",
      when: "a GPU group left over",
      change: { nodeGroups: { l40s } },
      path: ["nodeGroups", "l40s"],
      words: ["l40s", "8 GPUs"],
    },
  ],
  [
    { id: "slurm/partition-groups-exist", when: "groups that exist", change: train({ nodeGroups: ["h100", "cpu"] }) },
    { id: "slurm/partition-groups-exist", when: "no Slurm", change: { slurm: null } },
    {
      id: "slurm/partition-name-reserved",
      when: "a name that only begins so",
      change: { slurm: { partitions: { "default-gpu": { nodeGroups: ["h100"] } } } },
    },
    { id: "slurm/one-default", when: "one of two", change: two({}, {}) },
    { id: "slurm/no-default", when: "one of two", change: two({}, {}) },
    { id: "slurm/no-default", when: "no Slurm", change: { slurm: null } },
    { id: "slurm/default-time", when: "as much as the most", change: train({ maxHours: 4, defaultHours: 4 }) },
    {
      id: "slurm/time-limit-over-block",
      when: "what the block allows",
      change: { nodeGroups: { h100: { capacity: week } }, ...train({ maxHours: 167.5 }) },
    },
    {
      id: "slurm/time-limit-over-block",
      when: "a group beside it that stays",
      change: { nodeGroups: { h100: { capacity: week } }, ...train({ nodeGroups: ["h100", "cpu"] }) },
    },
    { id: "slurm/time-limit-over-block", when: "groups that do not exist", change: train({ nodeGroups: ["gone"] }) },
    {
      id: "slurm/partition-mixes-gpus",
      when: "one type twice",
      change: {
        nodeGroups: { more: { ...l40s, instanceType: "p5.48xlarge" } },
        ...train({ nodeGroups: ["h100", "more"] }),
      },
    },
    {
      id: "slurm/partition-mixes-gpus",
      when: "EFA on all, which efa/mixed-types tells",
      change: {
        nodeGroups: { h200: { instanceType: "p5en.48xlarge", nodes: 2 } },
        ...train({ nodeGroups: ["h100", "h200"] }),
      },
    },
    { id: "slurm/partition-mixes-cpu-nodes", when: "a partition of each", change: two({}, {}) },
    { id: "slurm/group-in-no-partition", when: "CPU nodes left over", change: {} },
    { id: "slurm/group-in-no-partition", when: "no Slurm", change: { slurm: null } },
  ],
);

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
