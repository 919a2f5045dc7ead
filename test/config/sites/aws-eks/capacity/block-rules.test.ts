import { CAPACITY_BLOCK_RULES } from "../../../../../config/sites/aws-eks/capacity/block-rules";
import { ruleOf, violations, type Change } from "../../../../helpers/environment";
import { CAPACITY_BLOCK, group, ruleCases } from "../../../../helpers/rule-cases";

const block = (change: Change, more: Change = {}): Change =>
  group("h100", {
    capacity: { ...CAPACITY_BLOCK, end: "2026-12-04T11:30:00Z", ...change },
    ...more,
  });
const ultraserver = (change: Change) =>
  block({ zone: "us-east-1-dfw-2a", count: 9, ...change }, { instanceType: "p6e-gb200.36xlarge", nodes: 9 });
const at = (key: string) => ["nodeGroups", "h100", "capacity", key];

ruleCases(CAPACITY_BLOCK_RULES, {
  "capacity/block-end-time": {
    severity: "error",
    trips: [
      {
        when: "an end at another time and writes the right one",
        change: block({ end: "2026-12-04T12:30:00Z" }),
        at: at("end"),
        message: ["2026-12-04T12:30:00Z", "11:30 UTC"],
        fix: [`end: "2026-12-04T11:30:00Z"`],
      },
      {
        when: "11:30 of another clock, and tells the time in UTC",
        change: block({ end: "2026-12-04T11:30:00+01:00" }),
        at: at("end"),
        message: ["2026-12-04T10:30:00Z"],
        fix: [`end: "2026-12-04T11:30:00Z"`],
      },
    ],
    passes: [
      { when: "any time of the start", change: block({ start: "2026-11-20T04:55:00Z" }) },
      { when: "11:30 UTC by another clock", change: block({ end: "2026-12-04T12:30:00+01:00" }) },
    ],
  },
  "capacity/block-order": {
    severity: "error",
    trips: [
      {
        when: "an end before the start",
        change: block({ start: "2026-12-05T11:30:00Z" }),
        at: at("end"),
        message: ["2026-12-04T11:30:00Z", "2026-12-05T11:30:00Z"],
        fix: ["describe-capacity-reservations"],
      },
    ],
    passes: [{ when: "an end on the next day", change: block({ end: "2026-11-21T11:30:00Z" }) }],
  },
  "capacity/block-longest": {
    severity: "error",
    trips: [
      {
        when: "a block of 27 weeks",
        change: block({ end: "2027-05-28T11:30:00Z" }),
        at: at("end"),
        message: ["189 days", "the longest lasts 182"],
        fix: ["describe-capacity-reservations"],
      },
    ],
    passes: [{ when: "26 weeks", change: block({ end: "2027-05-21T11:30:00Z" }) }],
  },
  "capacity/block-duration": {
    severity: "warning",
    trips: [
      {
        when: "17 days and the lengths beside it",
        change: block({ end: "2026-12-07T11:30:00Z" }),
        at: at("end"),
        message: ["17 days", "AWS sells 14 or 21"],
        fix: ["extended"],
      },
    ],
    passes: [
      { when: "200 days, which a harder rule tells of", change: block({ end: "2027-06-08T11:30:00Z" }) },
      { when: "13 days", change: block({ end: "2026-12-03T11:30:00Z" }) },
      { when: "21 days", change: block({ end: "2026-12-11T11:30:00Z" }) },
      { when: "21 days and some hours", change: block({ start: "2026-11-20T04:00:00Z", end: "2026-12-11T11:30:00Z" }) },
      {
        when: "21 days less some hours",
        change: block({ start: "2026-11-20T20:00:00Z", end: "2026-12-11T11:30:00Z" }),
      },
    ],
  },
  "capacity/block-start-horizon": {
    severity: "error",
    trips: [
      {
        when: "a start in 57 days and the latest that is possible",
        change: block({ start: "2027-01-17T00:00:00Z", end: "2027-01-24T11:30:00Z" }),
        at: at("start"),
        message: ["2027-01-17T00:00:00Z", "in 57 days", "2027-01-16"],
        fix: ["describe-capacity-reservations"],
      },
    ],
    passes: [
      { when: "a start in 56 days", change: block({ start: "2027-01-16T23:00:00Z", end: "2027-01-24T11:30:00Z" }) },
    ],
  },
  "capacity/block-over": {
    severity: "warning",
    trips: [
      {
        when: "a block that is over",
        change: block({}),
        now: "2026-12-05T00:00:00Z",
        at: at("end"),
        message: ["cr-00000000000000009", "2026-12-04T11:30:00Z", "size zero"],
        fix: ["new block"],
      },
    ],
    passes: [
      { when: "a block that is open", change: block({}) },
      { when: "a block that has not begun", change: block({}), now: "2026-11-19T00:00:00Z" },
    ],
  },
  "capacity/block-saves": {
    severity: "warning",
    trips: [
      {
        when: "nodes that go, and no place that stays",
        change: { ...block({}), lustre: null, checkpoints: null },
        at: ["nodeGroups", "h100", "capacity"],
        message: ["neither a volume nor a bucket"],
        fix: ["checkpoints: {}"],
      },
    ],
    passes: [
      { when: "a bucket alone", change: { ...block({}), lustre: null, checkpoints: {} } },
      { when: "no jobs of Slurm", change: { ...block({}), lustre: null, checkpoints: null, slurm: null } },
    ],
  },
  "capacity/block-range": {
    severity: "warning",
    trips: [
      {
        when: "a least number, which is ignored",
        change: block({}, { nodes: { min: 2, max: 4 } }),
        at: ["nodeGroups", "h100", "nodes", "min"],
        message: ["nodes.min is 2", "has 4 nodes"],
        fix: ["nodes: 4"],
      },
    ],
    passes: [
      { when: "a number", change: block({}) },
      { when: "a range from 0", change: block({}, { nodes: { min: 0, max: 4 } }) },
      { when: "a range in a reservation", change: group("h100", { nodes: { min: 2, max: 4 } }) },
    ],
  },
  "capacity/block-ultraserver-size": {
    severity: "error",
    trips: [
      {
        when: "two UltraServers in one block",
        change: ultraserver({ count: 36 }),
        at: at("count"),
        message: ["count is 36", "9 or 18"],
        fix: ["9 or 18", "one node group for each"],
      },
    ],
    passes: [
      { when: "18 instances", change: ultraserver({ count: 18 }) },
      { when: "36 instances of p5", change: block({ count: 36 }) },
    ],
  },
  "capacity/block-ultraserver-zone": {
    severity: "error",
    trips: [
      {
        when: "an UltraServer outside Dallas",
        change: ultraserver({ zone: "us-east-1a" }),
        at: at("zone"),
        message: ["us-east-1a", "us-east-1-dfw-2a"],
        fix: [`zone: "us-east-1-dfw-2a"`],
      },
    ],
    passes: [
      { when: "Dallas", change: ultraserver({}) },
      { when: "p5 elsewhere", change: block({}) },
    ],
  },
});

test("the lengths that AWS sells are those without a finding", () => {
  const rules = ["capacity/block-duration", "capacity/block-longest"].map((id) => ruleOf(CAPACITY_BLOCK_RULES, id));
  const start = "2026-11-20T11:30:00Z";
  const sold = Array.from({ length: 200 }, (_, day) => day + 1).filter((days) => {
    const end = new Date(Date.parse(start) + days * 86_400_000).toISOString().replace(".000", "");
    return rules.every((rule) => violations(rule, block({ start, end })).length === 0);
  });
  const weeks = Array.from({ length: 24 }, (_, week) => (week + 3) * 7);
  expect(sold).toEqual([...Array.from({ length: 14 }, (_, day) => day + 1), ...weeks]);
});
