import { own } from "../../config/kernel/own";
import { luaValue, type LuaValue } from "../core/lua-value";
import { scriptFile } from "../core/script-file";
import { isForGpuJobs } from "./partitions";
import { gresOf, usedGroups, type SlurmLayout, type SlurmPartitionProps } from "./slurm-types";

/** Name under which slurmctld looks for it, beside slurm.conf. */
export const JOB_SUBMIT_FILE = "job_submit.lua";

/**
 * `job_submit.lua`: what slurmctld asks before it takes a job; null where config does not want it. It says in words what Slurm
 * would say in a code: no time limit, no team, GPUs that the partition has not. It asks for one leaf and for whole NVLink domains
 * where a job fits, gives GPUs their type where limits by type would not hold otherwise, and jobs that say no time what their QOS allows.
 * @see https://slurm.schedmd.com/job_submit_plugins.html
 */
export function jobSubmitScript(layout: SlurmLayout): string | null {
  const { submit } = layout;
  if (!submit) return null;
  const minutes = timesOfQos(layout);
  const values: Readonly<Record<string, LuaValue>> = {
    PARTITIONS: Object.fromEntries(
      layout.partitions.map((one) => [one.name, partitionOf(one, layout, minutes !== null)]),
    ),
    NAMES: layout.partitions.map(({ name }) => name),
    DEFAULT_PARTITION: layout.partitions.find((one) => one.default)?.name ?? null,
    NO_GPUS: namesOf(layout.partitions.filter((one) => !isForGpuJobs(one, layout))),
    GPU_PARTITIONS: namesOf(layout.partitions.filter((one) => Object.keys(gpuCounts(one, layout)).length > 0)),
    QOS_ONLY_IN: Object.fromEntries(
      layout.qos.flatMap(({ name, partitions }) => (partitions ? [[name, partitions.join(" or ")]] : [])),
    ),
    QOS_MINUTES: minutes,
    TIME_LIMIT_REQUIRED: submit.timeLimit === "required",
    LIMITS_BY_TYPE: hasLimitsByType(layout),
  };
  return scriptFile("slurm/files/job-submit.lua", {
    insert: {
      tables: Object.entries(values)
        .map(([name, value]) => `local ${name} = ${luaValue(value)}`)
        .join("\n"),
    },
  });
}

const namesOf = (partitions: readonly SlurmPartitionProps[]): string | null =>
  partitions.length === 0 ? null : partitions.map(({ name }) => name).join(" or ");

/** @param withTimes what a job gets that says no time is asked for */
function partitionOf(partition: SlurmPartitionProps, layout: SlurmLayout, withTimes: boolean): LuaValue {
  const { name } = partition;
  const leaf = own(layout.submit?.leaves, name);
  return {
    name,
    counts: gpuCounts(partition, layout),
    for_gpus: isForGpuJobs(partition, layout),
    longest: hoursAndMinutes(partition.maxHours),
    ...(withTimes && {
      minutes: { usual: minutesOf(partition.defaultHours), most: minutesOf(partition.maxHours) },
    }),
    denies: Object.fromEntries(
      layout.teams.flatMap((team) =>
        team.partitions && !team.partitions.includes(name) ? [[team.name, team.partitions.join(" or ")]] : [],
      ),
    ),
    closed_qos: Object.fromEntries(
      layout.qos.flatMap((qos) =>
        qos.partitions && !qos.partitions.includes(name) ? [[qos.name, qos.partitions.join(" or ")]] : [],
      ),
    ),
    leaf: leaf ? { nodes: leaf.nodes, wait_seconds: leaf.waitMinutes * 60 } : null,
    domain: domainOf(partition, layout),
  };
}

/** GPUs of a node, by type; the share of CPU jobs on GPU nodes has none. */
function gpuCounts(partition: SlurmPartitionProps, layout: SlurmLayout): Record<string, number> {
  const counts: Record<string, number> = {};
  if (partition.cpusPerNode !== undefined) return counts;
  for (const { type, count } of groupsOf(partition, layout).flatMap(gresOf))
    counts[type] = Math.max(counts[type] ?? 0, count);
  return counts;
}

function groupsOf(partition: SlurmPartitionProps, layout: SlurmLayout) {
  return usedGroups(layout).filter(({ name }) => partition.nodeGroups.includes(name));
}

/** NVLink domains of the nodes, where all have some. */
function domainOf(partition: SlurmPartitionProps, layout: SlurmLayout): LuaValue {
  const groups = groupsOf(partition, layout);
  const sizes = groups.flatMap(({ nvlinkDomainNodes }) => nvlinkDomainNodes ?? []);
  if (sizes.length === 0 || sizes.length < groups.length) return null;
  const nodes = Math.min(...sizes);
  return { nodes, count: groups.reduce((sum, { maxNodes }) => sum + Math.floor(maxNodes / nodes), 0) };
}

/** Minutes that QOS allow which are less than what a job may get that says no time; null: there are none, or such jobs are refused. */
function timesOfQos({ submit, qos, partitions }: SlurmLayout): Record<string, number> | null {
  if (submit?.timeLimit === "required") return null;
  const usual = Math.max(0, ...partitions.map(({ defaultHours }) => defaultHours));
  const short = qos.flatMap(({ name, limits: { maxHours } }) =>
    maxHours !== null && maxHours < usual ? [[name, minutesOf(maxHours)] as const] : [],
  );
  return short.length > 0 ? Object.fromEntries(short) : null;
}

/** As Slurm counts times. */
const minutesOf = (hours: number): number => Math.max(1, Math.round(hours * 60));

function hasLimitsByType({ teams, qos }: SlurmLayout): boolean {
  const given = (limit: { readonly byType: object }) => Object.keys(limit.byType).length > 0;
  return (
    teams.some(({ gpusByType = {} }) => Object.keys(gpusByType).length > 0) ||
    qos.some(({ limits: { gpus, gpusPerUser, gpusPerTeam, gpusPerJob } }) =>
      [gpus, gpusPerUser, gpusPerTeam, gpusPerJob].some(given),
    )
  );
}

/** `--time` as people write it: `48:00:00`. */
function hoursAndMinutes(hours: number): string {
  const minutes = minutesOf(hours);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:00`;
}
