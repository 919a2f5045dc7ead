import type { AwsEnvironment } from "../../sites/aws-eks/environment";
import type { AwsRule } from "../../sites/aws-eks/rule";
import type { ResolvedNodeGroup } from "../../sites/aws-eks/nodes/node-group";
import { groupsOf, partitionPath, partitionsOf } from "../../slurm/partitions";
import { isEfa } from "./resolve";
import { ec2Groups } from "../../sites/aws-eks/nodes/ec2-groups";

const EFA_LIMITS = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html#efa-limits";

/** Families whose EFA speaks to no other family. AWS names DL1 too, which Railyard does not know. */
const ISOLATED = ["p4d", "p4de"];

/** Which EFA groups may share a Slurm partition: its jobs spread over all of them. */
export const EFA_PARTITION_RULES: readonly AwsRule[] = [
  {
    id: "efa/one-zone",
    title: "The EFA groups of a partition are in one zone.",
    severity: "error",
    why: "EFA traffic cannot cross zones: a job over both would fail when its ranks connect.",
    source: EFA_LIMITS,
    *check({ env }) {
      for (const { partition, groups } of efaPartitions(env)) {
        const zones = [...new Set(groups.flatMap((g) => g.machines.zones))];
        if (zones.length < 2) continue;
        yield {
          path: partitionPath(partition, "nodeGroups"),
          message: `partition ${partition} joins EFA groups of ${zones.length} zones: ${groups.map((g) => `${g.name} in ${g.machines.zones.join(", ")}`).join("; ")}`,
          fix: `make a partition for each zone, or set the groups to one zone`,
        };
      }
    },
  },
  {
    id: "efa/mixed-generations",
    title: "P4 nodes share a partition with no other EFA nodes.",
    severity: "error",
    why: "EFA of P4d and P4de cannot speak to other types: a job over both would fail when its ranks connect.",
    source: EFA_LIMITS,
    *check({ env }) {
      for (const { partition, groups } of efaPartitions(env)) {
        if (!mixesGenerations(groups)) continue;
        yield {
          path: partitionPath(partition, "nodeGroups"),
          message: `partition ${partition} joins ${described(groups)}, whose EFA cannot speak to each other`,
          fix: `make a partition for each of the groups ${groups.map((g) => g.name).join(", ")}`,
        };
      }
    },
  },
  {
    id: "efa/mixed-types",
    title: "The EFA groups of a partition have one instance type.",
    severity: "warning",
    why: "A job over several types runs at the pace of the slowest, and their GPU counts or memory differ.",
    source: EFA_LIMITS,
    *check({ env }) {
      for (const { partition, groups } of efaPartitions(env)) {
        const types = new Set(groups.map((g) => g.machines.instanceType));
        if (types.size < 2 || mixesGenerations(groups)) continue;
        yield {
          path: partitionPath(partition, "nodeGroups"),
          message: `partition ${partition} joins ${described(groups)}: jobs over both run at the pace of the slower`,
          fix: `make a partition for each instance type`,
        };
      }
    },
  },
];

interface PartitionGroups {
  readonly partition: string;
  readonly groups: readonly ResolvedNodeGroup[];
}

/** Partitions with the groups of theirs that have EFA. Names without a group are another rule's. */
function efaPartitions(env: AwsEnvironment): PartitionGroups[] {
  return partitionsOf(env).map(([name, partition]) => ({
    partition: name,
    groups: groupsOf({ nodeGroups: ec2Groups(env) }, partition).filter((g) => isEfa(g.fabric)),
  }));
}

function mixesGenerations(groups: readonly ResolvedNodeGroup[]): boolean {
  const isolated = groups.filter((g) => ISOLATED.includes(g.hardware.family));
  return isolated.length > 0 && isolated.length < groups.length;
}

const described = (groups: readonly ResolvedNodeGroup[]) =>
  groups.map((g) => `${g.name} (${g.machines.instanceType})`).join(" and ");
