import { CAPACITY_BLOCKS } from "../../../facts/capacity-blocks";
import { heldCapacity, type HeldCapacity } from "./held-capacity";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import type { AwsRule } from "../rule";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups, writtenEc2Groups } from "../nodes/ec2-groups";

const RESERVATIONS = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-launch.html";
const BLOCKS = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html";
const GROUPS = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/create-cr-group.html";

/** Nodes against what was reserved. One reservation may serve several groups, so they are summed over its id. */
export const CAPACITY_COUNT_RULES: readonly AwsRule[] = [
  {
    id: "capacity/reservation-count",
    title: "Groups ask for no more nodes than their reservation has.",
    severity: "error",
    why: "Nodes beyond a reservation that is named by its id never launch.",
    source: RESERVATIONS,
    *check({ env }) {
      for (const held of heldCapacity(ec2Groups(env))) {
        if (held.kind !== "reservation" || !held.isId || held.count === null || held.nodes <= held.count) continue;
        yield { path: groupPath(lastOf(held), "nodes"), ...tooMany(held, held.count) };
      }
    },
  },
  {
    id: "capacity/reservation-overflow",
    title: "Groups ask for no more nodes than their resource group of reservations has.",
    severity: "warning",
    why: "When the reservations of a resource group are full, nodes launch on demand: at another price, or not at all.",
    source: GROUPS,
    *check({ env }) {
      for (const held of heldCapacity(ec2Groups(env))) {
        if (held.isId || held.count === null || held.nodes <= held.count) continue;
        yield { path: groupPath(lastOf(held), "nodes"), ...tooMany(held, held.count) };
      }
    },
  },
  {
    id: "capacity/block-count",
    title: "Groups ask for no more nodes than their Capacity Block has.",
    severity: "error",
    why: "A block launches no more instances than were bought, and AWS sells at most 64 in one.",
    source: BLOCKS,
    *check({ env }) {
      for (const held of heldCapacity(ec2Groups(env))) {
        if (held.kind !== "capacity-block") continue;
        const count = held.count ?? CAPACITY_BLOCKS.mostInstances;
        if (held.nodes > count) yield { path: groupPath(lastOf(held), "nodes"), ...tooMany(held, count) };
      }
    },
  },
  {
    id: "capacity/reserved-unused",
    title: "Groups use all that was reserved.",
    severity: "warning",
    why: "Blocks are prepaid, and reservations are billed whether nodes run or not.",
    source: RESERVATIONS,
    *check({ env }) {
      for (const held of heldCapacity(ec2Groups(env))) {
        if (held.count === null || held.nodes >= held.count) continue;
        yield {
          path: groupPath(lastOf(held), "nodes"),
          message: `${held.count} instances of ${held.target} are paid for, but ${names(held)} ${held.groups.length > 1 ? "have" : "has"} at most ${held.nodes} nodes`,
          fix: `raise nodes by ${held.count - held.nodes}, or correct capacity.count`,
        };
      }
    },
  },
  {
    id: "capacity/reservation-range",
    title: "Nodes in a reservation are a number, not a range.",
    severity: "warning",
    why: "A reservation is billed whether nodes run or not: scaling down saves nothing and makes jobs wait for nodes to boot.",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-pricing-billing.html",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const { nodes, capacity } = written;
        if (capacity.kind !== "reservation" || typeof nodes === "number" || nodes.min >= nodes.max) continue;
        yield {
          path: groupPath(group, "nodes", "min"),
          message: `nodes is ${nodes.min} to ${nodes.max}, but the reservation costs the same with ${nodes.min}`,
          fix: `nodes: ${nodes.max}`,
        };
      }
    },
  },
  {
    id: "capacity/reservation-facts",
    title: "Groups on one reservation say the same of it.",
    severity: "error",
    why: "A reservation has one instance type, one zone and one time: one of the groups would never launch, or stop at a wrong time.",
    source: RESERVATIONS,
    *check({ env }) {
      for (const { target, isId, groups } of heldCapacity(ec2Groups(env))) {
        const [first] = groups;
        if (!isId || !first) continue;
        for (const group of groups.slice(1)) {
          const [own, other] = [factsOf(group), factsOf(first)];
          for (const [key, value] of Object.entries(own)) {
            if (value === undefined || other[key] === undefined || value === other[key]) continue;
            yield {
              path: key === "instanceType" ? groupPath(group, key) : groupPath(group, "capacity", key),
              message: `${target} has ${key} ${value} here, but ${other[key]} in the group ${first.name}`,
              fix: `correct one of the two, or give the group its own reservation`,
            };
          }
        }
      }
    },
  },
  {
    id: "capacity/reservation-shared",
    title: "Groups that share a reservation say how much it has.",
    severity: "warning",
    why: "Whichever group asks first takes the instances; whether there are enough for all is unknown.",
    source: RESERVATIONS,
    *check({ env }) {
      for (const held of heldCapacity(ec2Groups(env))) {
        if (held.groups.length < 2 || held.count !== null) continue;
        yield {
          path: groupPath(lastOf(held), "capacity", "target"),
          message: `${names(held)} share ${held.target} and ask for ${held.nodes} nodes together; how many it has is not said`,
          fix: `capacity.count in one of them`,
        };
      }
    },
  },
];

/** What is true of the reservation itself, whichever group says it. */
function factsOf({
  machines: { instanceType, capacity },
}: ResolvedNodeGroup): Record<string, string | number | undefined> {
  switch (capacity.kind) {
    case "reservation":
      return { instanceType, kind: capacity.kind, zone: capacity.zone, count: capacity.count };
    case "capacity-block":
      return {
        instanceType,
        kind: capacity.kind,
        zone: capacity.zone,
        count: capacity.count,
        start: capacity.start,
        end: capacity.end,
      };
    default:
      return {};
  }
}

/** The group that asks last, where the mistake is told. */
const lastOf = ({ groups }: HeldCapacity) => groups.at(-1) ?? { name: "" };

const names = ({ groups }: HeldCapacity) => groups.map((g) => g.name).join(" and ");

const tooMany = (held: HeldCapacity, count: number) => ({
  message: `${names(held)} ${held.groups.length > 1 ? "ask" : "asks"} for up to ${held.nodes} nodes, but ${held.target} has ${count}`,
  fix: `lower nodes by ${held.nodes - count}, or correct capacity.count`,
});
