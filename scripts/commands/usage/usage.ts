import { groupNamesInPartitions } from "../../../config/slurm/partitions";
import type { SiteEnvironment } from "../../../config/sites/environment";
import type { Bill } from "./bill";
import { billed, type Billed } from "./billed";
import { readJobs, type UsedBy } from "./jobs";
import { readEvents, type NodeEvents } from "./node-events";
import { isoText } from "./period";
import { readPods } from "./pods";
import { readQueues, type QueueUse } from "./queues";
import type { UsageRecording } from "./recording";
import { tally, type Tally } from "./tally";

/** Who used what of an environment. */
export interface Usage extends Tally {
  readonly environment: string;
  /** Who pays: the tag of that name on all that AWS bills. */
  readonly costCenter: string;
  /** Moments in UTC. */
  readonly from: string;
  readonly to: string;
  /** Key of the tag; null: none was asked for. */
  readonly tag: string | null;
  /** What queues of Kueue owned, admitted and borrowed: the same GPUs as those of pods, as the queues count them. */
  readonly queues: readonly QueueUse[];
  /** What AWS has billed, beside that; null: it was not given. */
  readonly bill: Billed | null;
  /** What is not in the numbers, and why. */
  readonly notes: readonly string[];
}

/** Reads what Slurm and Prometheus said. @throws ExpectedError where some of it is not understood */
export function usageOf(env: SiteEnvironment, recording: UsageRecording, tag?: string, bill?: Bill): Usage {
  const { period, slurm, nodes } = recording;
  const jobs = slurm.kind === "asked" ? readJobs(slurm.answers.jobs, slurm.answers.separator) : [];
  const events = slurm.kind === "asked" ? readEvents(slurm.answers.events, period) : { capacity: [], out: [] };
  const pods = recording.prometheus.kind === "asked" ? readPods(recording.prometheus.answer) : [];
  const known = slurm.kind === "asked" ? slurm.answers : null;
  const ghosts = known ? ghostsOf(jobs, known.queue) : [];
  const poolOf = new Map([...Object.entries(nodes), ...featured(known?.nodes ?? "", env)]);
  const counted = jobs.filter(({ job }) => !ghosts.includes(job));
  const found = tally(env, { jobs: counted, events, pods, poolOf, tag });
  return {
    environment: env.name,
    costCenter: env.written.owner.costCenter,
    from: isoText(period.from),
    to: isoText(period.to),
    tag: tag ?? null,
    ...found,
    queues: recording.kueue.kind === "asked" ? readQueues(recording.kueue.answer) : [],
    bill: bill === undefined ? null : billed(env, bill, found),
    notes: notesOf(env, recording, { ghosts, events }),
  };
}

/** A pool is a feature of its nodes. */
function featured(text: string, env: SiteEnvironment): [string, string][] {
  const pools = groupNamesInPartitions(env);
  return text.split("\n").flatMap((line): [string, string][] => {
    const [node = "", features = ""] = line.split("|");
    const pool = features.split(",").find((feature) => pools.has(feature));
    return pool === undefined ? [] : [[node, pool]];
  });
}

/**
 * What slurmdbd takes for running, and slurmctld did not know a moment before: its end was lost, and it would count for ever.
 * @see https://slurm.schedmd.com/sacctmgr.html#OPT_RunawayJobs
 */
function ghostsOf(jobs: readonly UsedBy[], queue: string): string[] {
  const there = new Set(queue.split("\n").map((line) => line.trim()));
  return [
    ...new Set(
      jobs.flatMap(({ job, state, seconds }) =>
        state === "RUNNING" && seconds > JUST_STARTED_SECONDS && !there.has(job) ? [job] : [],
      ),
    ),
  ];
}

/** squeue is asked first: what started after it is not in its answer. */
const JUST_STARTED_SECONDS = 120;

function notesOf(
  env: SiteEnvironment,
  { period, slurm, prometheus, kueue, takenAt }: UsageRecording,
  { ghosts, events }: { readonly ghosts: readonly string[]; readonly events: NodeEvents },
): string[] {
  const begun = Math.min(...events.capacity.map(({ from }) => from));
  const kept = Date.parse(takenAt) / 1000 - env.monitoring.retentionDays * 86_400;
  return [
    ...(slurm.kind === "none" ? [`Slurm is not counted: ${slurm.why}`] : []),
    ...(prometheus.kind === "none" ? [`GPUs of pods outside Slurm are not counted: ${prometheus.why}`] : []),
    ...(env.kueue && kueue.kind === "none" ? [`what queues of Kueue owned and admitted is unknown: ${kueue.why}`] : []),
    ...(ghosts.length > 0
      ? [
          `not counted: ${ghosts.length === 1 ? "job" : "jobs"} ${ghosts.join(", ")}, which slurmdbd takes for running and slurmctld does not know; sacctmgr show runawayjobs ends such jobs`,
        ]
      : []),
    ...(slurm.kind === "asked" && events.capacity.length === 0
      ? ["slurmdbd does not know how many GPUs the cluster had: what was idle is unknown"]
      : []),
    ...(Number.isFinite(begun) && begun > period.from
      ? [`slurmdbd knows the cluster's GPUs from ${isoText(begun)} on: what was idle before is in no number`]
      : []),
    ...(prometheus.kind === "asked" && kept > period.from
      ? [
          `Prometheus keeps ${env.monitoring.retentionDays} days: GPUs of pods before ${isoText(Math.floor(kept))} are in no number`,
        ]
      : []),
  ];
}
