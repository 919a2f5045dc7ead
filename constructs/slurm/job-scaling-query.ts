/** Hours in which nodes run, as jobs of the cluster know them. */
export interface QueriedHours {
  /** Namespace of the two CronJobs. */
  readonly namespace: string;
  readonly startJob: string;
  readonly drainJob: string;
  /** Nobody is switched off before this moment, in UTC. @default - the hours hold every day */
  readonly pausedUntil?: string;
}

export interface JobScalingQueryProps {
  /** Namespace of slurmctld. */
  readonly namespace: string;
  /** Partitions of the pool; none has other nodes. */
  readonly partitions: readonly string[];
  readonly min: number;
  readonly max: number;
  /** @default - day and night */
  readonly hours?: QueriedHours;
  /** Moment at which the environment ends, in UTC. @default - never */
  readonly expires?: string;
}

/**
 * How many nodes a pool needs now, as a query of Prometheus: those that have jobs, and as many as the largest job that waits
 * asks for, since a job starts when all of its nodes are free at one time. The number of jobs that wait says nothing of that.
 * While a job waits, nodes that are drained or down are counted on top, for it cannot have them. Held jobs do not count.
 *
 * Without an answer of slurmctld there is no value, and nothing is scaled.
 * @see https://slurm.schedmd.com/metrics.html
 */
export function jobScalingQuery(props: JobScalingQueryProps): string {
  const { namespace, partitions, min, max } = props;
  const metric = (name: string) =>
    `slurm_partition_${name}{namespace="${namespace}",partition=~"${partitions.join("|")}"}`;
  const waiting = `clamp_max(max(${metric("jobs_max_job_nodes_nohold")}), ${max})`;
  const working = `max(${metric("nodes_alloc")} + ${metric("nodes_mixed")})`;
  const useless = `clamp_max(${waiting}, 1) * max(${metric("nodes_drained")} + ${metric("nodes_down")})`;
  const needed = `${working} + ${waiting} + ${useless}`;
  const kept = min > 0 ? `clamp_min(${needed}, ${min})` : `(${needed})`;
  return [kept, ...gates(props)].join(" * ");
}

/** 1 while nodes may run, 0 otherwise. */
function gates({ hours, expires }: JobScalingQueryProps): string[] {
  return [
    ...(hours ? [openHours(hours)] : []),
    ...(expires === undefined ? [] : [`(time() < bool ${seconds(expires)})`]),
  ];
}

/** In the hours, their end comes before their next start: Kubernetes knows both in the time zone of the schedule. */
function openHours({ namespace, startJob, drainJob, pausedUntil }: QueriedHours): string {
  const next = (job: string) => `max(kube_cronjob_next_schedule_time{namespace="${namespace}",cronjob="${job}"})`;
  const open = `(${next(drainJob)} < bool ${next(startJob)})`;
  return pausedUntil === undefined ? open : `clamp_max(${open} + (time() < bool ${seconds(pausedUntil)}), 1)`;
}

const seconds = (moment: string): number => Date.parse(moment) / 1000;
