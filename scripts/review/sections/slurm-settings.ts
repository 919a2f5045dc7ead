import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { findingOn, type SectionFinding } from "./change-set";
import { andList, valueLines } from "./words";

/**
 * Settings of slurm.conf that jobs which run are ended by, or lost for, when they change.
 * @see https://slurm.schedmd.com/slurm.conf.html
 */
const ENDS_JOBS: Readonly<Record<string, string>> = {
  AuthType: "daemons no longer believe each other",
  ClusterName: "the controller refuses its own state",
  CredType: "daemons no longer believe each other",
  GraceTime: "preempted jobs have another time to end",
  GresTypes: "jobs with GPUs are known by it",
  InactiveLimit: "jobs whose commands do not answer are ended",
  JobRequeue: "jobs of a node that fails start again, or do not",
  KillOnBadExit: "a task that fails ends its step, or does not",
  KillWait: "jobs have another time between SIGTERM and SIGKILL",
  MaxArraySize: "where it falls, tasks of larger arrays that wait are forgotten",
  OverTimeLimit: "jobs beyond their time are ended sooner or later",
  PreemptExemptTime: "jobs may be preempted sooner",
  PreemptMode: "running jobs of lower priority are ended, suspended or queued again in another way",
  PreemptType: "other jobs may take the place of those that run",
  ProctrackType: "processes of running jobs are no longer found",
  SelectType: "the controller cannot read the state of running jobs",
  SelectTypeParameters: "the controller may not read the state of running jobs",
  SlurmctldPort: "daemons do not find the controller until all have read it",
  SlurmdPort: "the controller does not find the nodes until all have read it",
  SlurmdSpoolDir: "slurmd does not find the jobs that it runs",
  SlurmdTimeout: "nodes that are silent are taken for dead sooner or later, with their jobs",
  SlurmUser: "the controller cannot read its own state",
  StateSaveLocation: "the controller does not find its state: all jobs are forgotten",
  TaskPlugin: "tasks are held in another way",
};

/** Settings of which only order, logs and mail come: no job that runs notices. */
const ONLY_ORDER =
  /^(?:Priority\w*|DebugFlags|Slurmc?t?l?d(?:Syslog)?Debug|LogTimeFormat|MailProg|MailDomain|FairShare\w*)$/;

/** Settings of which jobs that wait or run notice nothing, and what they do to those that come (docs/slurm.md). */
const KEEPS_JOBS: Readonly<Record<string, string>> = {
  MaxJobCount: "jobs that are there stay; while there are as many, sbatch waits and asks again",
};

/** What other lines of slurm.conf do to jobs. */
export function slurmSettings(change: ReviewedChange, found: readonly AttributeChange[]): SectionFinding[] {
  if (found.length === 0) return [];
  const about = ["slurm", "teams"];
  const keys = [...new Set(found.flatMap(keysOf))];
  const grave = keys.flatMap((key) => {
    const what = Object.entries(ENDS_JOBS).find(([name]) => name.toLowerCase() === key.toLowerCase());
    return what ? [`${what[0]}: ${what[1]}.`] : [];
  });
  if (grave.length > 0) {
    const title = `Slurm's controller gets other settings by which jobs that run may end: ${andList(grave.map((line) => line.split(":", 1)[0] ?? ""))}.`;
    return [findingOn("stops", "danger", change, { title, details: [...grave, ...valueLines(found)], about })];
  }
  const kept = keys.flatMap((key) => (KEEPS_JOBS[key] === undefined ? [] : [`${key}: ${KEEPS_JOBS[key]}.`]));
  if (kept.length > 0 && kept.length === keys.length) {
    const title = "Slurm's controller restarts or reads its settings anew: nobody can submit for a minute or so.";
    return [findingOn("stops", "warning", change, { title, details: [...kept, ...valueLines(found)], about })];
  }
  const isOrder = keys.length > 0 && keys.every((key) => ONLY_ORDER.test(key));
  const title = isOrder
    ? "Slurm's controller reads its settings anew: jobs that run go on, in another order those that wait."
    : "Slurm's controller restarts or reads its settings anew: nobody can submit for a minute or so. What the settings below do to jobs is not known here: see slurm.conf(5).";
  return [findingOn("stops", "warning", change, { title, details: valueLines(found), about })];
}

/** Names of settings: the key of a map, or the begin of each line of a text. */
function keysOf({ path, before, after, lines }: AttributeChange): string[] {
  const inMap = /extraConfMap(?:\.(\w+)|\["([^"]+)"\])/
    .exec(path)
    ?.slice(1)
    .find((key) => key !== undefined);
  if (inMap !== undefined) return [inMap];
  const texts = lines ?? [before, after].flatMap((one) => (one.kind === "value" ? String(one.value).split("\n") : []));
  return texts.flatMap((line) => /^[-+ ]*(\w+)\s*=/.exec(line)?.[1] ?? []);
}
