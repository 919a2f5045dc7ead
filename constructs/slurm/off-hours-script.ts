import { scriptFile } from "../core/script-file";

/** Hours in which nodes of Slurm run. */
export interface SlurmHours {
  /** Of the IANA database. */
  readonly timeZone: string;
  /** Cron in the time zone: when nodes are started. */
  readonly start: string;
  /** Cron in the time zone: when nodes take no more jobs, `drainMinutes` before they go. */
  readonly drain: string;
  /** From the start of nodes until they go. */
  readonly openMinutes: number;
  readonly drainMinutes: number;
  /** Features of the nodes: names of node groups. */
  readonly nodeGroups: readonly string[];
  /** Nobody is switched off before this moment, in UTC. @default - the hours hold every day */
  readonly pausedUntil?: string;
}

export const RESERVATION = "railyard-off-hours";
const REASON = "railyard: off hours";

/** File beside the script, with what may change while it runs. */
export const PAUSE_FILE = "paused-until";

/** Seconds since 1970; 0 without a pause. */
export function pauseText({ pausedUntil }: SlurmHours): string {
  return `${pausedUntil === undefined ? 0 : Date.parse(pausedUntil) / 1000}\n`;
}

/**
 * What Slurm is told of the hours. `start` reserves the nodes from the drain on: from then Slurm starts no job whose time
 * limit would run into it. It goes on until then, for nodes come late, are replaced, or stop to answer. `drain` keeps jobs
 * off each node. Nodes that an administrator drained or that are down are left alone. A job that is on a node when it goes
 * is queued again (JobRequeue).
 * @see https://slurm.schedmd.com/reservations.html
 */
export function offHoursScript(hours: SlurmHours): string {
  const { nodeGroups, openMinutes, drainMinutes } = hours;
  return scriptFile("slurm/files/off-hours.sh", {
    values: {
      groups: `,${nodeGroups.join(",")},`,
      pause_file: PAUSE_FILE,
      reservation: RESERVATION,
      reason: REASON,
      open_seconds: (openMinutes - drainMinutes) * 60,
      drain_seconds: drainMinutes * 60,
    },
  });
}
