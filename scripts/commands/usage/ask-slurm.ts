import { randomBytes } from "node:crypto";
import type { SlurmProgram } from "../../lib/slurm/controller";
import { JOB_COLUMNS } from "./jobs";
import { EVENT_COLUMNS } from "./node-events";
import { isoText, type Period } from "./period";

/** What Slurm's programs printed. */
export interface SlurmAnswers {
  /** What stands between the columns of `jobs`. */
  readonly separator: string;
  readonly jobs: string;
  readonly events: string;
  /** Nodes that are there now, with their features: by them their groups are known. */
  readonly nodes: string;
  /** Jobs that are there now: what slurmdbd takes for running and slurmctld does not know has ended unseen. */
  readonly queue: string;
}

/** Moments as seconds, whatever zone the pod is in. */
const CLOCK = ["env", "TZ=UTC", "SLURM_TIME_FORMAT=%s"];

/** Asks slurmdbd what jobs held and which nodes were out. @throws KubectlError */
export async function askSlurm(slurm: SlurmProgram, { from, to }: Period): Promise<SlurmAnswers> {
  const separator = `@${randomBytes(12).toString("hex")}@`;
  const queue = await slurm("squeue", "--noheader", "--all", "--format=%A");
  // sacct takes times of the zone that it runs in, and no number of seconds
  const [start, end] = [isoText(from), isoText(to)].map((moment) => moment.replace("Z", ""));
  const jobs = await slurm(
    ...CLOCK,
    "sacct",
    "--allusers",
    "--allocations",
    "--duplicates",
    "--truncate",
    "--parsable2",
    "--noheader",
    `--delimiter=${separator}`,
    `--starttime=${start}`,
    `--endtime=${end}`,
    `--format=${JOB_COLUMNS.join(",")}`,
  );
  const events = await slurm(
    ...CLOCK,
    "sacctmgr",
    "--parsable2",
    "--noheader",
    "show",
    "event",
    `start=${start}`,
    `end=${end}`,
    `format=${EVENT_COLUMNS}`,
  );
  const nodes = await slurm("sinfo", "--noheader", "--all", "--Node", "--format=%N|%f");
  return { separator, jobs, events, nodes, queue };
}
