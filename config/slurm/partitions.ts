import type { ConfigPath } from "../kernel/issues";
import type { ResolvedPool } from "../pools/pool";
import type { SiteEnvironment } from "../sites/environment";

/** A Slurm partition, as resolved. */
export type Partition = NonNullable<SiteEnvironment["slurm"]>["partitions"][string];

/** Partitions by name; none without Slurm. */
export const partitionsOf = ({ slurm }: SiteEnvironment): [string, Partition][] =>
  Object.entries(slurm?.partitions ?? {});

/** Node groups of a partition; unknown names are left to `slurm/partition-groups-exist`. */
export const groupsOf = <Group extends { readonly name: string }>(
  { nodeGroups }: { readonly nodeGroups: readonly Group[] },
  partition: Partition,
): Group[] => nodeGroups.filter((g) => partition.nodeGroups.includes(g.name));

/** Names of the node groups that some partition names. @param only partitions that count. @default - all of them */
export const groupNamesInPartitions = (env: SiteEnvironment, only?: readonly string[] | null): ReadonlySet<string> =>
  new Set(
    partitionsOf(env).flatMap(([name, partition]) => ((only?.includes(name) ?? true) ? partition.nodeGroups : [])),
  );

/** Whether a partition names a pool, as config has them: before anything is resolved. */
export const isInSlurm = (
  slurm:
    | { readonly partitions: Readonly<Record<string, { readonly nodeGroups: readonly string[] }>> }
    | null
    | undefined,
  pool: string,
): boolean => Object.values(slurm?.partitions ?? {}).some(({ nodeGroups }) => nodeGroups.includes(pool));

/** Whether a partition takes jobs with GPUs alone: all its nodes have some, and it is not the share of CPU jobs on them. */
export function isForGpuJobs(env: Pick<SiteEnvironment, "nodeGroups">, partition: Partition): boolean {
  const groups = groupsOf(env, partition);
  return (
    partition.cpusPerNode === undefined &&
    groups.length > 0 &&
    groups.every(({ gpus, sharing }) => gpus && !hasShards(sharing))
  );
}

/** GPUs of its node with the fewest, of those that have some; null: none has. */
export function leastGpusOfNode(env: Pick<SiteEnvironment, "nodeGroups">, partition: Partition): number | null {
  const counts = groupsOf(env, partition).flatMap(({ gpus }) => (gpus ? [gpus.count] : []));
  return counts.length === 0 ? null : Math.min(...counts);
}

/** Path of a key of a partition. */
export const partitionPath = (name: string, ...keys: (string | number)[]): ConfigPath => [
  "slurm",
  "partitions",
  name,
  ...keys,
];

/** Whether its jobs can share GPUs: they ask for no GPU then. */
export const hasShards = ({ slurm }: ResolvedPool["sharing"]): boolean =>
  typeof slurm !== "string" && slurm.shardsPerGpu > 0;
