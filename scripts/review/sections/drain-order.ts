import { own } from "../../../config/kernel/own";
import type { ReviewedChange } from "../changes/resource-changes";
import type { NodeGroupFacts } from "./node-group-facts";
import type { ChangeSet } from "./change-set";
import type { Step } from "../model";
import { andList, count, valueAt } from "./words";

/** Whose work it is. */
export function whoseLines(facts: NodeGroupFacts, { env }: ChangeSet): string[] {
  const { partitions, teams, isSystem, group } = facts;
  if (isSystem)
    return [
      "Controllers run on it: Slurm's controller and database, CoreDNS, monitoring. Jobs go on; none is started while slurmctld moves.",
    ];
  const queued = queueLines(facts, env);
  if (!env?.slurm) return ["There is no Slurm: whatever pods run there end.", ...queued];
  if (partitions.length === 0) return group ? ["No Slurm partition has its nodes.", ...queued] : [];
  const who = teams.length > 0 ? `; teams: ${andList(teams)}` : "";
  return [`Slurm partition${partitions.length === 1 ? "" : "s"}: ${andList(partitions)}${who}.`];
}

/** Every team has a queue that gives GPUs of all groups that Kueue has. */
function queueLines({ name }: NodeGroupFacts, env: ChangeSet["env"]): string[] {
  if (!env?.kueue?.nodeGroups.includes(name)) return [];
  const teams = Object.keys(env.teams);
  return teams.length === 0 ? [] : [`Kueue gives its GPUs to jobs in queues of teams: ${andList(teams)}.`];
}

/** Who drains its nodes before it is applied. */
export function drainLine({ partitions, running }: NodeGroupFacts, { env }: ChangeSet): string | null {
  if (!env?.slurm || partitions.length === 0 || running === 0) return null;
  return "railyard deploy drains its nodes in Slurm first, and waits for their jobs (--drain-timeout); pipelines, cdktf and plain Terraform do not.";
}

/** The order that loses no work: no new jobs, wait, apply. */
export function saferOrder({ name, partitions, isSystem }: NodeGroupFacts, { env }: ChangeSet): Step[] {
  if (isSystem) return [{ text: "Apply while nobody needs to submit jobs." }];
  const [partition] = partitions;
  const others = otherGroups(partition, name, env);
  if (partition === undefined)
    return [
      { text: "Let nothing new start on its nodes.", command: `kubectl cordon -l railyard.dev/node-group=${name}` },
      { text: "Wait until its pods have ended." },
      { text: "Apply." },
    ];
  const nodes = `$(sinfo -hN -p ${partition} -o %N | sort -u | paste -sd,)`;
  const leaveOut =
    others.length > 0
      ? ` Partition ${partition} also has nodes of ${andList(others)}: leave them out of the list.`
      : "";
  return [
    {
      text: `Drain its nodes.${leaveOut}`,
      command: `scontrol update nodename="${nodes}" state=drain reason="${name} changes"`,
    },
    { text: "Wait until this prints nothing.", command: `squeue -h -p ${partition} -t running` },
    { text: "Apply." },
    { text: "Resume what is still drained.", command: "scontrol update nodename=… state=resume" },
  ];
}

function otherGroups(partition: string | undefined, name: string, env: ChangeSet["env"]): string[] {
  const all = partition === undefined ? [] : (own(env?.slurm?.partitions, partition)?.nodeGroups ?? []);
  return all.filter((other) => other !== name);
}

/**
 * How a rolling update goes, and what is known of its time.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html
 */
export function rollingLines(change: ReviewedChange, { running, group }: NodeGroupFacts): string[] {
  const capacity = group?.machines.kind === "aws" ? group.machines.capacity.kind : null;
  const bought = capacity === "reservation" || capacity === "capacity-block";
  const forced = valueAt(change.after, "force_update_version") === true;
  return [
    stepsText(change, running),
    "How long a step takes is not known: EKS drains a node for up to 15 minutes, then the new one has to boot.",
    ...(bought
      ? [
          "EKS starts new nodes before it drains old ones: what is bought and full has none to give, and then the update fails.",
        ]
      : []),
    forced
      ? "force_update_version is on: pods that have not left by then are ended."
      : "Pods that are kept, such as busy slurmd ones, make the update fail after that time.",
  ];
}

function stepsText(change: ReviewedChange, running: number | null): string {
  const percent = valueAt(change.after, "update_config.0.max_unavailable_percentage");
  const number = valueAt(change.after, "update_config.0.max_unavailable");
  const isPercent = typeof percent === "number" && percent > 0;
  const atATime = isPercent
    ? `${percent} % of the nodes`
    : count(typeof number === "number" && number > 0 ? number : 1, "node");
  if (running === null) return `${atATime} at a time.`;
  const step = isPercent
    ? Math.max(1, Math.floor((running * percent) / 100))
    : typeof number === "number" && number > 0
      ? number
      : 1;
  return `${atATime} at a time: ${count(Math.ceil(running / step), "step")} for ${count(running, "node")}.`;
}

/** How long Terraform waits at most; nothing else is known of the time. */
export function replacementTime({ before, after, action }: ReviewedChange): string {
  const gone = valueAt(before, "timeouts.delete");
  const made = valueAt(after, "timeouts.create");
  const waits = [
    ...(typeof gone === "string" ? [`${gone} for the old one to go`] : []),
    ...(action === "replace" && typeof made === "string" ? [`${made} for the new one to come`] : []),
  ];
  return waits.length === 0
    ? "For how long is not known."
    : `For how long is not known; Terraform waits at most ${andList(waits)}.`;
}
