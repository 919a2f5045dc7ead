import type { SiteConfig } from "../sites/keys";
import { resolveQos, type ResolvedQos } from "./qos";
import { longestJobHours, type ResolvedSchedule } from "../schedule/resolve";

type Written = NonNullable<SiteConfig["slurm"]>;

export type ResolvedSlurm = Omit<Written, "partitions" | "qos"> & {
  /** Those that every cluster has, with what config says of them, and its own. */
  readonly qos: readonly ResolvedQos[];
  readonly partitions: Readonly<Record<string, ResolvedPartition>>;
};

export type ResolvedPartition = Omit<Written["partitions"][string], "defaultHours"> & {
  /** Time limit of a job that asks for none, hours. */
  readonly defaultHours: number;
};

const DEFAULT_HOURS = 24;

/**
 * Slurm drops a default time above the longest one: what config leaves open never is. No job runs longer than the hours in
 * which all nodes of its partition do: whoever asks for more is told at once, and does not wait for ever.
 */
export function resolveSlurm(slurm: SiteConfig["slurm"], schedule: ResolvedSchedule | null): ResolvedSlurm | null {
  if (!slurm) return null;
  const partitions = Object.entries(slurm.partitions).map(([name, partition]) => {
    const longest = longestJobHours(schedule, partition.nodeGroups) ?? Infinity;
    const maxHours = Math.min(partition.maxHours, longest);
    const defaultHours = partition.defaultHours ?? Math.min(DEFAULT_HOURS, maxHours);
    return [name, { ...partition, maxHours, defaultHours: Math.min(defaultHours, longest) }];
  });
  return { ...slurm, qos: resolveQos(slurm.qos), partitions: Object.fromEntries(partitions) };
}
