import type { ConfigPath } from "../kernel/issues";
import type { ResolvedEnvironment } from "../resolve";
import type { ResolvedNodeGroup } from "../sites/aws-eks/nodes/resolve";

/** A Slurm partition, as resolved. */
export type Partition = NonNullable<ResolvedEnvironment["slurm"]>["partitions"][string];

/** Partitions by name; none without Slurm. */
export const partitionsOf = ({ slurm }: ResolvedEnvironment): [string, Partition][] =>
  Object.entries(slurm?.partitions ?? {});

/** Node groups of a partition; unknown names are left to `slurm/partition-groups-exist`. */
export const groupsOf = ({ nodeGroups }: ResolvedEnvironment, partition: Partition): ResolvedNodeGroup[] =>
  nodeGroups.filter((g) => partition.nodeGroups.includes(g.name));

/** Names of the node groups that some partition names. */
export const groupNamesInPartitions = (env: ResolvedEnvironment): ReadonlySet<string> =>
  new Set(partitionsOf(env).flatMap(([, partition]) => partition.nodeGroups));

/** Path of a key of a partition. */
export const partitionPath = (name: string, ...keys: (string | number)[]): ConfigPath => [
  "slurm",
  "partitions",
  name,
  ...keys,
];
