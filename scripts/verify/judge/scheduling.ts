import type { SchedulingRun } from "../parse/scheduling";
import type { Finding, Verdict } from "../verdict";

/** What config says of scheduling. */
export interface ExpectedScheduling {
  readonly low: string;
  readonly high: string;
  readonly partitions: readonly string[];
  /** Teams, by their QOS, with the GPUs that they may use; null: config sets no limit. */
  readonly teams: Readonly<Record<string, number | null>>;
}

/** Judges the trial: limits of teams as Slurm has them, a job that gives way, and a node that is closed with a job on it. */
export function judgeScheduling(run: SchedulingRun, expected: ExpectedScheduling): Verdict {
  const findings = [...settings(run, expected), ...limits(run, expected), ...trial(run)];
  const seconds = { name: "A job gave way after", value: run.preempted.seconds, unit: "s", floor: null };
  return { status: findings.length > 0 ? "failed" : "passed", figures: [seconds], findings };
}

const WRONG_FILE =
  "look at the log of slurmctld: it reads slurm.conf of the ConfigMap, and a line that it does not know keeps the old one";

function settings({ config, partitions, qos }: SchedulingRun, expected: ExpectedScheduling): Finding[] {
  const findings: Finding[] = [];
  if (config.get("PreemptType") !== "preempt/qos")
    findings.push({
      text: `PreemptType is ${config.get("PreemptType") ?? "not told"}, and not preempt/qos.`,
      fix: WRONG_FILE,
    });
  const enforced = new Set((config.get("AccountingStorageEnforce") ?? "").split(","));
  for (const what of ["limits", "qos"])
    if (!enforced.has(what))
      findings.push({ text: `AccountingStorageEnforce lacks ${what}: limits of teams hold nobody.`, fix: WRONG_FILE });
  for (const name of expected.partitions)
    if (partitions.find((one) => one.name === name)?.state !== "UP")
      findings.push({
        text: `The partition ${name} is ${partitions.find((one) => one.name === name)?.state ?? "not there"}, and not UP.`,
        fix: `scontrol update partitionname=${name} state=up, where nobody closed it on purpose`,
      });
  if (!qos.find(({ name }) => name === expected.high)?.preempts.includes(expected.low))
    findings.push({
      text: `Jobs of ${expected.high} do not preempt those of ${expected.low}.`,
      fix: "look at the log of the job that writes accounts, and run it again",
    });
  return findings;
}

function limits({ qos }: SchedulingRun, { teams }: ExpectedScheduling): Finding[] {
  const fix = "look at the log of the job that writes accounts, and at who changed the QOS with sacctmgr";
  return Object.entries(teams).flatMap(([name, gpus]): Finding[] => {
    const found = qos.find((one) => one.name === name);
    if (!found) return [{ text: `The QOS ${name} is not there.`, fix }];
    if (gpus !== null && found.gpus !== gpus)
      return [{ text: `${name} may use ${found.gpus ?? "any number of"} GPUs, and not ${gpus}.`, fix }];
    if (!found.deniesOnLimit)
      return [{ text: `${name} lacks DenyOnLimit: a job that can never run waits for ever.`, fix }];
    return [];
  });
}

function trial({ preempted, drained }: SchedulingRun): Finding[] {
  const findings: Finding[] = [];
  if (preempted.high !== "RUNNING")
    findings.push({
      text: `No job gave way within ${preempted.seconds} s: the one that should run is ${preempted.high}.`,
      fix: "look at PreemptMode, at the QOS of both, and at the log of slurmctld",
    });
  else if (preempted.restarts < 1)
    findings.push({
      text: `The job that gave way is ${preempted.low}, and did not go back to the queue.`,
      fix: "look at PreemptMode, which should be REQUEUE, and at JobRequeue",
    });
  if (drained.running !== "RUNNING")
    findings.push({
      text: `A job on a node that was closed is ${drained.running}: it did not go on.`,
      fix: "look at Epilog, HealthCheckProgram and what ends jobs of drained nodes",
    });
  if (drained.waiting !== "PENDING" || !/^drain/.test(drained.node))
    findings.push({
      text: `A node that was closed is ${drained.node}, and a job for it is ${drained.waiting}, and not PENDING.`,
      fix: "look at what opens nodes again: node repair, or somebody's script",
    });
  return findings;
}
