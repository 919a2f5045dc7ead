import { sum, times } from "../../../config/money/cost-nodes";
import { partitionsOf } from "../../../config/slurm/partitions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { UsedBy } from "./jobs";
import type { NodeEvents } from "./node-events";
import { grouped } from "./grouped";
import type { PodUse } from "./pods";
import { usagePrices, type UsagePrices } from "./prices";

/** Who held what, together: everything that is told by team, user or tag is a sum of these. */
export interface UsageRow {
  readonly source: "slurm" | "kubernetes";
  /** Account of Slurm, or namespace of Kubernetes: both have the team's name. */
  readonly team: string;
  readonly user: string;
  readonly partition: string;
  readonly qos: string;
  /** Value of the tag that was asked for; empty: none. */
  readonly tag: string;
  /** Number of the job; empty for pods. */
  readonly job: string;
  readonly gpuHours: number;
  readonly cpuHours: number;
  /** Null: no price is known. */
  readonly usd: number | null;
}

/** Nodes that took no jobs, by why. */
export interface OutRow {
  readonly state: string;
  readonly reason: string;
  readonly nodes: number;
  readonly gpuHours: number;
  readonly usd: number | null;
}

/** GPUs of one type that Slurm has: used, out and idle add up to what there was. */
export interface GpuBalance {
  readonly type: string;
  readonly gpuHours: number;
  readonly used: number;
  readonly out: number;
  readonly idle: number;
  readonly usdPerGpuHour: number | null;
}

export interface TallyInput {
  readonly jobs: readonly UsedBy[];
  readonly events: NodeEvents;
  readonly pods: readonly PodUse[];
  /** Pools of nodes that are there. */
  readonly poolOf: ReadonlyMap<string, string>;
  /** Key of the tag: `project` of `--comment=project=llm`. @default - no tag */
  readonly tag?: string | undefined;
}

/** GPUs of one type that jobs of an account held. */
export interface HeldByTeam {
  readonly team: string;
  readonly type: string;
  readonly gpuHours: number;
}

export interface Tally {
  readonly rows: readonly UsageRow[];
  readonly held: readonly HeldByTeam[];
  readonly out: readonly OutRow[];
  readonly gpus: readonly GpuBalance[];
}

/** Sums up. Where a job ran on nodes of several prices that are gone, nobody knows what it cost. */
export function tally(env: SiteEnvironment, { jobs, events, pods, poolOf, tag }: TallyInput): Tally {
  const prices = usagePrices(env);
  const partitions = new Map(partitionsOf(env).map(([name, { nodeGroups }]) => [name, nodeGroups]));
  return {
    rows: [
      ...jobs.map((job) => jobRow(job, prices, partitions.get(job.partition), poolOf, tag)),
      ...pods.map((pod) => podRow(pod, prices, poolOf)),
    ],
    held: heldByTeam(jobs),
    out: outRows(events, prices, poolOf),
    gpus: balances(jobs, events, prices, slurmPools(partitions)),
  };
}

const HOUR = 3600;

function jobRow(
  job: UsedBy,
  prices: UsagePrices,
  pools: readonly string[] | undefined,
  poolOf: TallyInput["poolOf"],
  tag: string | undefined,
): UsageRow {
  const hours = job.seconds / HOUR;
  // one node has one name; of several, all are of pools of the partition
  const where = { pool: poolOf.get(job.nodes), pools };
  const gpus = [...job.gpus];
  const gpuUsd = gpus.map(([type, count]) => times(prices.gpuHour({ ...where, type }), count * hours));
  const usd = gpus.length > 0 ? sum(gpuUsd) : times(prices.cpuHour(where), job.cpus * hours);
  return {
    source: "slurm",
    team: job.account,
    user: job.user,
    partition: job.partition,
    qos: job.qos,
    tag: tag === undefined ? "" : tagOf(job.comment, tag),
    job: job.job,
    gpuHours: gpus.reduce((all, [, count]) => all + count, 0) * hours,
    cpuHours: job.cpus * hours,
    usd,
  };
}

/** `project=llm;run=7` → `llm` for `project`. */
function tagOf(comment: string, key: string): string {
  const pair = comment.split(/[;,\s]+/).find((one) => one.startsWith(`${key}=`));
  return pair?.slice(key.length + 1) ?? "";
}

/** A slice of a GPU is no whole one: its name is told. */
const WHOLE = "nvidia_com_gpu";

function podRow(pod: PodUse, prices: UsagePrices, poolOf: TallyInput["poolOf"]): UsageRow {
  const isWhole = pod.resource === WHOLE;
  return {
    source: "kubernetes",
    team: pod.namespace,
    user: "",
    partition: "",
    qos: isWhole ? "" : pod.resource,
    tag: "",
    job: "",
    gpuHours: pod.gpuHours,
    cpuHours: 0,
    usd: times(prices.gpuHour({ pool: poolOf.get(pod.node), resource: pod.resource }), pod.gpuHours),
  };
}

function outRows({ out }: NodeEvents, prices: UsagePrices, poolOf: TallyInput["poolOf"]): OutRow[] {
  return grouped(out, ({ state, reason }) => [state, reason]).map((events) => {
    const parts = events.flatMap(({ node, from, to, gpus }) =>
      [...gpus].map(([type, count]) => {
        const gpuHours = (count * (to - from)) / HOUR;
        return { gpuHours, usd: times(prices.gpuHour({ pool: poolOf.get(node), type }), gpuHours) };
      }),
    );
    return {
      state: events[0]!.state,
      reason: events[0]!.reason,
      nodes: new Set(events.map(({ node }) => node)).size,
      gpuHours: parts.reduce((all, { gpuHours }) => all + gpuHours, 0),
      usd: sum(parts.map(({ usd }) => usd)),
    };
  });
}

function balances(
  jobs: readonly UsedBy[],
  { capacity, out }: NodeEvents,
  prices: UsagePrices,
  pools: readonly string[],
): GpuBalance[] {
  const there = hoursByType(capacity.map(({ gpus, from, to }) => ({ gpus, seconds: to - from })));
  const used = hoursByType(jobs);
  const away = hoursByType(out.map(({ gpus, from, to }) => ({ gpus, seconds: to - from })));
  return [...there].map(([type, gpuHours]) => {
    const [usedHours, outHours] = [used.get(type) ?? 0, away.get(type) ?? 0];
    return {
      type,
      gpuHours,
      used: usedHours,
      out: outHours,
      // seconds of begin and end are rounded by Slurm: less than nothing is nothing
      idle: Math.max(0, gpuHours - usedHours - outHours),
      usdPerGpuHour: prices.gpuHour({ pools, type }),
    };
  });
}

function heldByTeam(jobs: readonly UsedBy[]): HeldByTeam[] {
  return grouped(jobs, ({ account }) => [account]).flatMap((own) =>
    [...hoursByType(own)].map(([type, gpuHours]) => ({ team: own[0]!.account, type, gpuHours })),
  );
}

function hoursByType(
  parts: readonly { readonly gpus: ReadonlyMap<string, number>; readonly seconds: number }[],
): ReadonlyMap<string, number> {
  const hours = new Map<string, number>();
  for (const { gpus, seconds } of parts)
    for (const [type, count] of gpus) hours.set(type, (hours.get(type) ?? 0) + (count * seconds) / HOUR);
  return hours;
}

const slurmPools = (partitions: ReadonlyMap<string, readonly string[]>): string[] => [
  ...new Set([...partitions.values()].flat()),
];
