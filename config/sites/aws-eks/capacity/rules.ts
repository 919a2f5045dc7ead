import type { ResolvedCapacity } from "./resolve";
import { INSTANCE_TYPES } from "../../../facts/instance-types";
import { orList } from "../../../kernel/nearest";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import type { AwsRule } from "../rule";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups } from "../nodes/ec2-groups";

/** On-demand prices of us-east-1 as karpenter read them from the AWS Price List. */
const PRICE_LIST =
  "https://github.com/aws/karpenter-provider-aws/blob/1d92708/pkg/providers/pricing/zz_generated.pricing_aws.go (AWS Price List of 2026-07-20)";
const EFA_START = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-start.html";

/** How nodes are bought, and where they stand. */
export const CAPACITY_RULES: readonly AwsRule[] = [
  {
    id: "capacity/type-offers-kind",
    title: "AWS sells the instance type in the way that the group buys it.",
    severity: "error",
    why: "EC2 would refuse the launch, and the node group fail after 20 minutes.",
    source: `${PRICE_LIST}; https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html`,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        const { kind } = group.machines.capacity;
        if (offer(group, kind) !== false) continue;
        const offered = KINDS.filter((k) => offer(group, k) !== false);
        yield {
          path: groupPath(group, "capacity", "kind"),
          message: `AWS does not sell ${group.machines.instanceType} as ${kind}; it does as ${orList(offered)}`,
          fix: fixForKind(kind, offered),
        };
      }
    },
  },
  {
    id: "capacity/kind-unknown",
    title: "It is known whether AWS sells the instance type in the way that the group buys it.",
    severity: "warning",
    why: "AWS's price list has no on-demand price for the type in any Region that was read.",
    source: PRICE_LIST,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        if (offer(group, group.machines.capacity.kind) !== null) continue;
        yield {
          path: groupPath(group, "capacity", "kind"),
          message: `whether AWS sells ${group.machines.instanceType} as ${group.machines.capacity.kind} is unknown: no on-demand price was found`,
          fix: `ask AWS, or use ${orList(KINDS.filter((k) => offer(group, k) === true))}`,
        };
      }
    },
  },
  {
    id: "capacity/placement-one-zone",
    title: "A group with a placement group is in one zone.",
    severity: "error",
    why: "A cluster placement group cannot span zones: launches in the second zone would fail.",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/placement-strategies.html",
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        if (group.machines.placement.kind !== "own" || group.machines.zones.length < 2) continue;
        yield {
          path: groupPath(group, "zone"),
          message: `the group has a placement group, but ${group.machines.zones.length} zones: ${group.machines.zones.join(", ")}`,
          fix: `zone: ${JSON.stringify(group.machines.zones[0])}, or capacity.placementGroup: false`,
        };
      }
    },
  },
  {
    id: "capacity/placement-two-zones",
    title: "Groups in one named placement group are in one zone.",
    severity: "error",
    why: "EC2 keeps a cluster placement group in one zone: whichever group launches second would get no node.",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/placement-strategies.html",
    *check({ env }) {
      const first = new Map<string, ResolvedNodeGroup>();
      for (const group of ec2Groups(env)) {
        if (group.machines.placement.kind !== "named") continue;
        const { name } = group.machines.placement;
        const other = first.get(name) ?? group;
        first.set(name, other);
        if (other.machines.zones.join() === group.machines.zones.join()) continue;
        yield {
          path: groupPath(group, "capacity", "placementGroup"),
          message: `${name} is in ${other.machines.zones.join(", ")} with the group ${other.name}, but this group is in ${group.machines.zones.join(", ")}`,
          fix: "write the placement group in which this reservation was made, or correct capacity.zone",
        };
      }
    },
  },
  {
    id: "capacity/placement-off",
    title: "On-demand nodes with EFA share a placement group.",
    severity: "warning",
    why: "AWS recommends a cluster placement group for EFA: without one, nodes may stand far apart, with more latency.",
    source: EFA_START,
    *check({ env }) {
      for (const group of ec2Groups(env)) {
        const {
          machines: { capacity },
          fabric,
          count: nodes,
        } = group;
        if (capacity.kind !== "on-demand" || capacity.placementGroup !== false) continue;
        if (!fabric.topology.close || nodes.max < 2) continue;
        yield {
          path: groupPath(group, "capacity", "placementGroup"),
          message: `placementGroup is false, so the ${nodes.max} ${fabric.title} nodes may stand anywhere in ${group.machines.zones.join(", ")}`,
          fix: `leave placementGroup out`,
        };
      }
    },
  },
  {
    id: "capacity/spot-training",
    title: "Jobs on spot nodes with EFA can go on from a checkpoint.",
    severity: "warning",
    why: "AWS takes spot nodes back with two minutes' notice, and a job over EFA dies with any of its nodes.",
    source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html",
    *check({ env }) {
      if (!env.production || env.checkpoints) return;
      for (const group of ec2Groups(env)) {
        if (group.machines.capacity.kind !== "spot" || group.fabric.devices === 0 || group.count.max < 2) continue;
        yield {
          path: groupPath(group, "capacity", "kind"),
          message: `up to ${group.count.max} ${group.fabric.title} nodes are spot in production, and the environment has no checkpoints: one node taken back loses the whole job`,
          fix: `checkpoints: {}, or capacity: { kind: "on-demand" }`,
        };
      }
    },
  },
];

type Kind = ResolvedCapacity["kind"];

const KINDS = ["on-demand", "spot", "reservation", "capacity-block"] as const satisfies readonly Kind[];

/** Whether AWS sells a type in a way; null: unknown. Whoever has a reservation of a type need not be asked again. */
function offer({ hardware: { purchase } }: ResolvedNodeGroup, kind: Kind): boolean | null {
  switch (kind) {
    case "spot":
      return purchase.spot;
    case "capacity-block":
      return purchase.capacityBlock !== null;
    case "reservation":
      return purchase.onDemand !== false;
    case "on-demand":
      return purchase.onDemand;
  }
}

/** Whether a kind is bought elsewhere first, so that config names what was bought. */
const needsMore = (kind: Kind): boolean => kind === "reservation" || kind === "capacity-block";

function fixForKind(given: Kind, offered: readonly Kind[]): string {
  const kinds = orList(offered.map((kind) => JSON.stringify(kind)));
  const words = `capacity: { kind: ${kinds}${offered.some(needsMore) ? ", … }" : " }"}`;
  if (given !== "capacity-block") return words;
  const types = Object.entries(INSTANCE_TYPES).filter(([, facts]) => facts.purchase.capacityBlock === "instance");
  return `${words}; blocks are sold of ${types.map(([name]) => name).join(", ")}`;
}
