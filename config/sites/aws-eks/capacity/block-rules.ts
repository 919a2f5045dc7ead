import { CAPACITY_BLOCKS, ULTRASERVERS } from "../../../facts/capacity-blocks";
import type { ResolvedNodeGroup } from "../nodes/node-group";
import type { NodeGroupConfig } from "../nodes/schema";
import type { AwsRule, AwsRuleInput } from "../rule";
import { groupPath } from "../../../pools/written-groups";
import { ec2Groups, writtenEc2Groups } from "../nodes/ec2-groups";

const BLOCKS = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html";
const HOW = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-how.html";
const PURCHASE = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-purchase.html";
const ULTRASERVER = "https://docs.aws.amazon.com/eks/latest/userguide/ml-eks-nvidia-ultraserver.html";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const END_OF_DAY = CAPACITY_BLOCKS.endMinutes * MINUTE;

/** What AWS says of the time and size of Capacity Blocks. They are bought already: a deviation is a typing error. */
export const CAPACITY_BLOCK_RULES: readonly AwsRule[] = [
  {
    id: "capacity/block-end-time",
    title: "A Capacity Block ends at 11:30 UTC.",
    severity: "error",
    why: "Nodes and jobs are stopped by this time: if it is wrong, AWS terminates them in the middle of their work.",
    source: BLOCKS,
    *check(input) {
      for (const { group, block, end } of blocks(input)) {
        if (end % DAY === END_OF_DAY) continue;
        yield {
          path: groupPath(group, "capacity", "end"),
          message: `the block ends at ${block.end}, but every block ends at 11:30 UTC`,
          fix: `end: ${JSON.stringify(`${block.end.slice(0, 10)}T11:30:00Z`)}, or what describe-capacity-reservations says`,
        };
      }
    },
  },
  {
    id: "capacity/block-order",
    title: "A Capacity Block ends after it begins.",
    severity: "error",
    why: "No moment would be inside it, so the group would never have a node.",
    source: BLOCKS,
    *check(input) {
      for (const { group, block, start, end } of blocks(input)) {
        if (start < end) continue;
        yield {
          path: groupPath(group, "capacity", "end"),
          message: `the block ends at ${block.end}, which is not after its start, ${block.start}`,
          fix: `write start and end as describe-capacity-reservations says them`,
        };
      }
    },
  },
  {
    id: "capacity/block-longest",
    title: "A Capacity Block lasts no longer than 182 days.",
    severity: "error",
    why: "AWS sells none that is longer, also by extension: AWS would terminate the nodes before the end that is written.",
    source: HOW,
    *check(input) {
      for (const { group, block, days } of blocks(input)) {
        if (days <= CAPACITY_BLOCKS.longestDays + 1) continue;
        yield {
          path: groupPath(group, "capacity", "end"),
          message: `the block lasts ${Math.ceil(days)} days, from ${block.start} to ${block.end}; the longest lasts ${CAPACITY_BLOCKS.longestDays}`,
          fix: `write start and end as describe-capacity-reservations says them`,
        };
      }
    },
  },
  {
    id: "capacity/block-duration",
    title: "A Capacity Block lasts 1 to 14 days, or a multiple of 7.",
    severity: "warning",
    why: "AWS sells no other length, give or take some hours; only an extended block may have one. More likely a date is wrong.",
    source: PURCHASE,
    *check(input) {
      for (const { group, block, days } of blocks(input)) {
        if (days > CAPACITY_BLOCKS.longestDays + 1) continue;
        // blocks begin at any time and end at 11:30: they are some hours shorter or longer than what was asked for
        if ([Math.floor(days), Math.ceil(days)].some((whole) => whole <= 14 || whole % 7 === 0)) continue;
        const below = Math.floor(days / 7) * 7;
        yield {
          path: groupPath(group, "capacity", "end"),
          message: `the block lasts ${Number(days.toFixed(1))} days, from ${block.start} to ${block.end}; AWS sells ${below} or ${below + 7}`,
          fix: `check start and end with describe-capacity-reservations; ignore this rule if the block was extended`,
        };
      }
    },
  },
  {
    id: "capacity/block-start-horizon",
    title: "A Capacity Block begins at most 8 weeks from now.",
    severity: "error",
    why: "None that begins later can have been bought: the date or the id is wrong.",
    source: BLOCKS,
    *check(input) {
      const today = Math.floor(input.now.getTime() / DAY);
      for (const { group, block, start } of blocks(input)) {
        const ahead = Math.floor(start / DAY) - today;
        if (ahead <= CAPACITY_BLOCKS.horizonDays) continue;
        const latest = new Date((today + CAPACITY_BLOCKS.horizonDays) * DAY).toISOString().slice(0, 10);
        yield {
          path: groupPath(group, "capacity", "start"),
          message: `the block begins at ${block.start}, in ${ahead} days; the last day that AWS sells now is ${latest}`,
          fix: `write the start that describe-capacity-reservations says`,
        };
      }
    },
  },
  {
    id: "capacity/block-over",
    title: "A Capacity Block is not over.",
    severity: "warning",
    why: "A block that is over has nothing to launch: the group has size zero, and its partitions have no nodes.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html",
    *check(input) {
      for (const { group, block } of blocks(input)) {
        if (group.count.window !== "over") continue;
        yield {
          path: groupPath(group, "capacity", "end"),
          message: `the block ${block.id} ended or is about to end at ${block.end}: the group has size zero`,
          fix: `give the id, start and end of a new block, or remove the group`,
        };
      }
    },
  },
  {
    id: "capacity/block-saves",
    title: "What jobs save on the nodes of a Capacity Block is somewhere else when it ends.",
    severity: "warning",
    why: "Their own disks go with the nodes: a job that goes back to the queue at the end finds none of its checkpoints.",
    source: HOW,
    *check(input) {
      const { storage, checkpoints, slurm } = input.env;
      if (!slurm || storage.length > 0 || checkpoints) return;
      for (const { group, block } of blocks(input)) {
        yield {
          path: groupPath(group, "capacity"),
          message: `the nodes go with the block ${block.id} at ${block.end}, and there is neither a volume nor a bucket for checkpoints`,
          fix: "checkpoints: {}, or a volume in storage",
        };
      }
    },
  },
  {
    id: "capacity/block-range",
    title: "Nodes of a Capacity Block are no range with a least number.",
    severity: "warning",
    why: "The block decides: all nodes while it is open, none before and after. The least number is ignored.",
    source: "https://docs.aws.amazon.com/eks/latest/userguide/capacity-blocks-mng.html",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const { nodes, capacity } = written;
        if (capacity.kind !== "capacity-block" || typeof nodes === "number" || nodes.min === 0) continue;
        yield {
          path: groupPath(group, "nodes", "min"),
          message: `nodes.min is ${nodes.min}, but a Capacity Block has ${nodes.max} nodes while it is open and none otherwise`,
          fix: `nodes: ${nodes.max}`,
        };
      }
    },
  },
  {
    id: "capacity/block-ultraserver-size",
    title: "A block of P6e-GB200 is one UltraServer: 9 or 18 instances.",
    severity: "error",
    why: "AWS sells the type by UltraServers, each of which is one block.",
    source: `${ULTRASERVER}; ${HOW}`,
    *check(input) {
      for (const { group, block } of blocks(input)) {
        const count = block.count ?? group.count.max;
        if (group.hardware.purchase.capacityBlock !== "ultraserver" || ULTRASERVERS.instances.includes(count)) continue;
        yield {
          path: groupPath(group, "capacity", "count"),
          message: `count is ${count}, but an UltraServer of ${group.machines.instanceType} has ${ULTRASERVERS.instances.join(" or ")} instances and is one block`,
          fix: `count: ${ULTRASERVERS.instances.join(" or ")}, and one node group for each UltraServer`,
        };
      }
    },
  },
  {
    id: "capacity/block-ultraserver-zone",
    title: "A block of P6e-GB200 is in the Local Zone of Dallas.",
    severity: "error",
    why: "AWS sells these UltraServers nowhere else; the account must be opted in to the Local Zone.",
    source: BLOCKS,
    *check(input) {
      for (const { group, block } of blocks(input)) {
        if (group.hardware.purchase.capacityBlock !== "ultraserver" || block.zone === ULTRASERVERS.zone) continue;
        yield {
          path: groupPath(group, "capacity", "zone"),
          message: `the block is in ${block.zone}, but UltraServers of ${group.machines.instanceType} stand in ${ULTRASERVERS.zone} alone`,
          fix: `zone: ${JSON.stringify(ULTRASERVERS.zone)}, in an environment of us-east-1 whose network has this zone`,
        };
      }
    },
  },
];

type Block = Extract<NodeGroupConfig["capacity"], { kind: "capacity-block" }>;

function blocks({ env }: Pick<AwsRuleInput, "env">) {
  return ec2Groups(env).flatMap((group: ResolvedNodeGroup) => {
    if (group.machines.capacity.kind !== "capacity-block") return [];
    const block: Block = group.machines.capacity;
    const [start, end] = [Date.parse(block.start), Date.parse(block.end)];
    return [{ group, block, start, end, days: (end - start) / DAY }];
  });
}
