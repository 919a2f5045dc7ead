/** A QOS that every cluster has. */
export interface BuiltInQos {
  /** Part of a job's priority that its QOS gives. */
  readonly priority: number;
  /** QOS whose running jobs may be requeued for its own. `standard` stands for those of teams, too. */
  readonly preempts: readonly string[];
  /** What usage of its jobs counts for in fair share; 1 is Slurm's own. */
  readonly usageFactor: number;
  readonly description: string;
}

/**
 * QOS that Railyard makes in every cluster, lowest first. `scavenger` uses what is idle, counts for nothing and gives way to
 * all; `standard` has the everyday jobs of accounts without a team, and each team has one like it; `high` is nobody's until
 * somebody gives it.
 * @see https://slurm.schedmd.com/qos.html
 * @see https://slurm.schedmd.com/preempt.html
 */
export const BUILT_IN_QOS = {
  scavenger: { priority: 0, preempts: [], usageFactor: 0, description: "Idle nodes only" },
  standard: {
    priority: 100,
    preempts: ["scavenger"],
    usageFactor: 1,
    description: "Everyday jobs of accounts without a team",
  },
  high: {
    priority: 1000,
    preempts: ["scavenger", "standard"],
    usageFactor: 1,
    description: "Before everyday jobs",
  },
} as const satisfies Record<string, BuiltInQos>;

/** QOS of what a team uses beyond its quota: before `scavenger`, and it gives way to everyday jobs. */
export const BURST_PRIORITY = 50;

/** QOS of a team's everyday jobs. */
export const TEAM_QOS_PREFIX = "team-";

/** QOS of a team's jobs beyond its quota. */
export const BURST_QOS_PREFIX = "burst-";

/**
 * The QOS that slurmdbd makes by itself; GPU partitions have it as theirs, since slurmctld does not start with a partition whose
 * QOS is not there.
 * @see https://slurm.schedmd.com/qos.html#partition
 */
export const PARTITION_QOS = "normal";

/** Account of the administrators, for root. */
export const ADMIN_ACCOUNT = "railyard";

/** Seconds between the first signal to a job that is preempted and its end: time to write a checkpoint. */
export const GRACE_SECONDS = 300;
