import { QUOTAS } from "../facts/quotas";
import type { ResolvedEnvironment } from "../resolve";
import type { ResolvedNodeGroup } from "../resolve/node-groups";
import type { Rule } from "./rule";
import { groupPath } from "./written-groups";

const EFA_LIMITS = "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa.html#efa-limits";

/** Families whose EFA speaks to no other family. AWS names DL1 too, which Railyard does not know. */
const ISOLATED = ["p4d", "p4de"];

/** What EFA groups may do together: in one Slurm partition, whose jobs spread over all of its groups, and in one zone. */
export const EFA_GROUPS_RULES: readonly Rule[] = [
  {
    id: "efa/one-zone",
    title: "The EFA groups of a partition are in one zone.",
    severity: "error",
    why: "EFA traffic cannot cross zones: a job over both would fail when its ranks connect.",
    source: EFA_LIMITS,
    *check({ env }) {
      for (const { partition, groups } of efaPartitions(env)) {
        const zones = [...new Set(groups.flatMap((g) => g.zones))];
        if (zones.length < 2) continue;
        yield {
          path: partitionPath(partition),
          message: `partition ${partition} joins EFA groups of ${zones.length} zones: ${groups.map((g) => `${g.name} in ${g.zones.join(", ")}`).join("; ")}`,
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
          path: partitionPath(partition),
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
        const types = new Set(groups.map((g) => g.instanceType));
        if (types.size < 2 || mixesGenerations(groups)) continue;
        yield {
          path: partitionPath(partition),
          message: `partition ${partition} joins ${described(groups)}: jobs over both run at the pace of the slower`,
          fix: `make a partition for each instance type`,
        };
      }
    },
  },
  {
    id: "efa/interface-quota",
    title: "The nodes of a zone have no more network interfaces than a new account may have.",
    severity: "warning",
    why: "Every EFA device is a network interface. Beyond the quota, nodes fail to launch.",
    source: "https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html",
    *check({ env }) {
      const quota = QUOTAS["L-DF5E4CA3"].default ?? Infinity;
      const efa = env.nodeGroups.flatMap((group) =>
        group.fabric.kind === "efa" ? [{ group, each: group.fabric.interfaces.length }] : [],
      );
      for (const zone of new Set(efa.flatMap(({ group }) => group.zones))) {
        const here = efa.filter(({ group }) => group.zones.includes(zone));
        const total = here.reduce((sum, { group, each }) => sum + group.nodes.max * each, 0);
        const [most] = here.sort((a, b) => b.group.nodes.max * b.each - a.group.nodes.max * a.each);
        if (!most || total <= quota) continue;
        yield {
          path: groupPath(most.group, "nodes"),
          message: `EFA nodes in ${zone} take up to ${total} network interfaces (${most.each} for each ${most.group.instanceType}); a new account has ${quota}`,
          fix: `ask AWS for ${total} or more on quota L-DF5E4CA3 before you deploy, or use fewer nodes`,
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
function efaPartitions(env: ResolvedEnvironment): PartitionGroups[] {
  return Object.entries(env.slurm?.partitions ?? {}).map(([partition, { nodeGroups }]) => ({
    partition,
    groups: env.nodeGroups.filter((g) => nodeGroups.includes(g.name) && g.fabric.kind === "efa"),
  }));
}

function mixesGenerations(groups: readonly ResolvedNodeGroup[]): boolean {
  const isolated = groups.filter((g) => ISOLATED.includes(g.facts.family));
  return isolated.length > 0 && isolated.length < groups.length;
}

const described = (groups: readonly ResolvedNodeGroup[]) =>
  groups.map((g) => `${g.name} (${g.instanceType})`).join(" and ");

const partitionPath = (partition: string) => ["slurm", "partitions", partition, "nodeGroups"];
