import { CAPACITY_COUNT_RULES } from "../../../../../config/sites/aws-eks/capacity/count-rules";
import { ruleOf, violations, type Change } from "../../../../helpers/environment";
import { group, groupAt, ruleCases } from "../../../../helpers/rule-cases";

const ID = "cr-0123456789abcdef0";
const ARN = "arn:aws:resource-groups:us-east-1:111122223333:group/p5";
const reservation = (change: Change = {}) => ({ kind: "reservation", target: ID, zone: "us-east-1a", ...change });
const block = (change: Change = {}) => ({
  kind: "capacity-block",
  id: ID,
  zone: "us-east-1a",
  count: 4,
  start: "2026-11-20T11:30:00Z",
  end: "2026-12-04T11:30:00Z",
  ...change,
});
const two = (first: Change, second: Change): Change => ({
  nodeGroups: {
    h100: { nodes: 4, capacity: first },
    more: { instanceType: "p5.48xlarge", nodes: 4, capacity: second },
  },
});

ruleCases(CAPACITY_COUNT_RULES, {
  "capacity/reservation-count": {
    severity: "error",
    trips: [
      {
        when: "more nodes than were reserved",
        change: group("h100", { nodes: 5, capacity: reservation({ count: 4 }) }),
        at: groupAt("h100", "nodes"),
        message: ["h100 asks for up to 5 nodes", `${ID} has 4`],
        fix: ["lower nodes by 1"],
      },
      {
        when: "two groups that ask for too much together",
        change: two(reservation({ count: 6 }), reservation()),
        at: groupAt("more", "nodes"),
        message: ["h100 and more ask for up to 8 nodes", "has 6"],
        fix: ["lower nodes by 2"],
      },
    ],
    passes: [
      {
        when: "a resource group, of which a milder rule tells",
        change: group("h100", { nodes: 6, capacity: reservation({ target: ARN, count: 4 }) }),
      },
      { when: "a block, of which another rule tells", change: group("h100", { nodes: 5, capacity: block() }) },
      {
        when: "as many nodes as were reserved",
        change: group("h100", { nodes: 4, capacity: reservation({ count: 4 }) }),
      },
      { when: "a reservation of unknown size", change: group("h100", { nodes: 400 }) },
    ],
  },
  "capacity/reservation-overflow": {
    severity: "warning",
    trips: [
      {
        when: "nodes that would be bought on demand",
        change: group("h100", { nodes: { min: 0, max: 6 }, capacity: reservation({ target: ARN, count: 4 }) }),
        at: groupAt("h100", "nodes"),
        message: ["up to 6 nodes", "has 4"],
        fix: ["lower nodes by 2"],
      },
    ],
    passes: [
      {
        when: "a resource group of unknown size",
        change: group("h100", { nodes: 400, capacity: reservation({ target: ARN }) }),
      },
      {
        when: "nodes within the reservations of a resource group",
        change: group("h100", { capacity: reservation({ target: ARN, count: 4 }) }),
      },
      {
        when: "a reservation by its id, of which another rule tells",
        change: group("h100", { nodes: 5, capacity: reservation({ count: 4 }) }),
      },
    ],
  },
  "capacity/block-count": {
    severity: "error",
    trips: [
      {
        when: "more nodes than were bought",
        change: group("h100", { nodes: 5, capacity: block() }),
        at: groupAt("h100", "nodes"),
        message: ["up to 5 nodes", `${ID} has 4`],
        fix: ["lower nodes by 1"],
      },
      {
        when: "more nodes than any block has",
        change: group("h100", { nodes: 100, capacity: block({ count: null }) }),
        at: groupAt("h100", "nodes"),
        message: ["up to 100 nodes", `${ID} has 64`],
        fix: ["lower nodes by 36"],
      },
    ],
    passes: [
      {
        when: "a reservation, of which another rule tells",
        change: group("h100", { nodes: 5, capacity: reservation({ count: 4 }) }),
      },
      { when: "as many nodes as were bought", change: group("h100", { nodes: 4, capacity: block() }) },
      { when: "two blocks for two groups", change: two(block(), block({ id: "cr-00000000000000002" })) },
    ],
  },
  "capacity/reserved-unused": {
    severity: "warning",
    trips: [
      {
        when: "instances that are paid for and have no node",
        change: group("h100", { nodes: 3, capacity: block() }),
        at: groupAt("h100", "nodes"),
        message: ["4 instances", "h100 has at most 3 nodes"],
        fix: ["raise nodes by 1"],
      },
    ],
    passes: [{ when: "two groups that use it all", change: two(block({ count: 8 }), block({ count: 8 })) }],
  },
  "capacity/reservation-range": {
    severity: "warning",
    trips: [
      {
        when: "nodes that scale down for nothing",
        change: group("h100", { nodes: { min: 1, max: 4 } }),
        at: groupAt("h100", "nodes", "min"),
        message: ["1 to 4"],
        fix: ["nodes: 4"],
      },
    ],
    passes: [
      {
        when: "a range on demand",
        change: group("h100", { nodes: { min: 1, max: 4 }, capacity: { kind: "on-demand" } }),
      },
      { when: "a range of one number", change: group("h100", { nodes: { min: 4, max: 4 } }) },
    ],
  },
  "capacity/reservation-facts": {
    severity: "error",
    trips: [
      {
        when: "a reservation in two zones",
        change: two(reservation(), reservation({ zone: "us-east-1b" })),
        at: groupAt("more", "capacity", "zone"),
        message: [`${ID} has zone us-east-1b`, "us-east-1a in the group h100"],
        fix: ["correct one"],
      },
      {
        when: "a reservation of two instance types",
        change: {
          nodeGroups: { more: { instanceType: "p5en.48xlarge", nodes: 1, capacity: reservation() } },
        },
        at: groupAt("more", "instanceType"),
        message: ["instanceType p5en.48xlarge", "p5.48xlarge in the group h100"],
        fix: ["its own reservation"],
      },
      {
        when: "a block with two ends",
        change: two(block(), block({ end: "2026-12-05T11:30:00Z" })),
        at: groupAt("more", "capacity", "end"),
        message: ["2026-12-05T11:30:00Z", "2026-12-04T11:30:00Z in the group h100"],
        fix: ["correct one"],
      },
    ],
    passes: [
      { when: "a count that only one of two groups says", change: two(reservation({ count: 8 }), reservation()) },
      {
        when: "a resource group with reservations in two zones",
        change: two(reservation({ target: ARN }), reservation({ target: ARN, zone: "us-east-1b" })),
      },
    ],
  },
  "capacity/reservation-shared": {
    severity: "warning",
    trips: [
      {
        when: "two groups on a reservation of unknown size",
        change: two(reservation(), reservation()),
        at: groupAt("more", "capacity", "target"),
        message: ["h100 and more", ID, "8 nodes"],
        fix: ["capacity.count"],
      },
    ],
    passes: [
      { when: "two groups on a reservation of known size", change: two(reservation({ count: 8 }), reservation()) },
      { when: "two reservations", change: two(reservation(), reservation({ target: "cr-00000000000000002" })) },
    ],
  },
});

test("one id as a reservation and as a block is told of both", () => {
  const found = violations(ruleOf(CAPACITY_COUNT_RULES, "capacity/reservation-facts"), two(reservation(), block()));
  expect(found.map((v) => v.path)).toEqual([groupAt("more", "capacity", "kind")]);
  expect(found[0]?.message).toContain("kind capacity-block here, but reservation in the group h100");
});
