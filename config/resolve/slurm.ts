import type { Environment } from "../schema/environment";

type Written = NonNullable<Environment["slurm"]>;

export type ResolvedSlurm = Omit<Written, "partitions"> & {
  readonly partitions: Readonly<Record<string, ResolvedPartition>>;
};

export type ResolvedPartition = Omit<Written["partitions"][string], "defaultHours"> & {
  /** Time limit of a job that asks for none, hours. */
  readonly defaultHours: number;
};

const DEFAULT_HOURS = 24;

/** Slurm drops a default time above the longest one: what config leaves open never is. */
export function resolveSlurm(slurm: Environment["slurm"]): ResolvedSlurm | null {
  if (!slurm) return null;
  const partitions = Object.entries(slurm.partitions).map(([name, partition]) => [
    name,
    { ...partition, defaultHours: partition.defaultHours ?? Math.min(DEFAULT_HOURS, partition.maxHours) },
  ]);
  return { ...slurm, partitions: Object.fromEntries(partitions) };
}
