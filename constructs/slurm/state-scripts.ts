import { scriptFile } from "../core/script-file";

/** Where slurmctld keeps its state and where the copy is are in the environment of both: `STATE` and `DUMP`. */
const script = (what: string) => (): string => scriptFile(`slurm/files/state-${what}.sh`);

/** Copies the state of a slurmctld that runs: jobs, their scripts, nodes, reservations. A state that is not whole is an error. */
export const saveStateScript = script("save");

/**
 * Puts a copy in the place of the state; what was there stays beside it. Not while slurmctld runs: it would write over it.
 * `CLUSTER` is the name in accounting: the state of another cluster is refused.
 */
export const restoreStateScript = script("restore");
