/** Where in the bucket of the checkpoints everything of Railyard's own lies: no tier, and nobody's jobs, reach it. */
export const OWN_PREFIX = "railyard/";

/** Of the dumps of Slurm's database. Frozen: they are found there. */
export const DATABASE_BACKUPS = `${OWN_PREFIX}slurm-database/`;

/** Of the copies of slurmctld's state. Frozen: they are found there. */
export const STATE_BACKUPS = `${OWN_PREFIX}slurm-state/`;

/** Whether one of two prefixes lies in the other; the empty one has all in it. */
export const liesInEachOther = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);
