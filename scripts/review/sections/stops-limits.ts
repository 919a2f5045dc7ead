import { own } from "../../../config/kernel/own";
import { reservationsOf, type ResolvedReservation } from "../../../config/slurm/reservations";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { quotaLeft } from "../../../config/teams/quota";
import { isTeam, quotaOwner, teamPartitions, teamsAbove } from "../../../config/teams/tree";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { less, without } from "./less";
import { stoppedByQos } from "./stops-qos";
import { andList } from "./words";

/** What other limits, QOS and reservations do to whose jobs. */
export function stoppedByLimits({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.slurm || !both.after.slurm) return [];
  const { before, after } = both;
  return [
    ...Object.keys(after.teams).flatMap((name) => (isTeam(before.teams, name) ? teamLimits(name, before, after) : [])),
    ...stoppedByQos(before.slurm?.qos ?? [], after.slurm?.qos ?? [], after),
    ...newReservations(before, after),
    ...otherQuestions(before, after),
  ];
}

/** Users of a team and of those below it. */
function membersOf(name: string, { teams }: SiteEnvironment): string[] {
  const below = Object.keys(teams).filter((one) => one === name || teamsAbove(teams, one).includes(name));
  return [...new Set(below.flatMap((one) => teams[one]?.users ?? []))];
}

function teamLimits(name: string, before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [was, is] = [before.teams[name]!, after.teams[name]!];
  const [had, has] = [quotaLeft(before.teams, name), quotaLeft(after.teams, name)];
  const partitions = (env: SiteEnvironment) =>
    teamPartitions(env.teams, name) ?? Object.keys(env.slurm?.partitions ?? {});
  const types = [...new Set([...Object.keys(had.gpusByType), ...Object.keys(has.gpusByType)])];
  const [ownerWas, owner] = [quotaOwner(before.teams, name), quotaOwner(after.teams, name)];
  const closed = without(partitions(before), partitions(after)).filter((one) => own(after.slurm?.partitions, one));
  const everybody = (after.slurm?.qos ?? []).flatMap((one) => (one.everyone ? [one.name] : []));
  const lost = without(was.qos, [...is.qos, ...everybody]);
  const details = [
    // other numbers of its own are told with the team
    was.gpus === is.gpus ? less("GPUs beside those of teams below", had.gpus, has.gpus) : null,
    ...types.map((type) => less(`GPUs of type ${type}`, had.gpusByType[type] ?? null, has.gpusByType[type] ?? null)),
    less("GPU hours that running jobs have before them", had.gpuHours, has.gpuHours),
    (is.burst ?? 0) < (was.burst ?? 0) ? `GPUs beyond its quota: ${was.burst ?? 0} → ${is.burst ?? 0}.` : null,
    owner !== ownerWas && owner !== name ? `Its jobs count against the quota of ${owner}.` : null,
    closed.length > 0 ? `It may no longer use ${andList(closed)}: jobs that wait there are not started.` : null,
    lost.length > 0 ? `It no longer has the QOS ${andList(lost)}: jobs that wait in it are not started.` : null,
    was.parent === is.parent
      ? null
      : `Its share is one of ${is.parent ?? "the whole cluster"} now, and was one of ${was.parent ?? "the whole cluster"}: its jobs wait in another order.`,
  ].filter((line) => line !== null);
  const path = `teams.${name}`;
  const rights = without(is.coordinators, was.coordinators);
  const members = membersOf(name, after);
  return [
    ...(details.length === 0
      ? []
      : [
          findingOn("stops", "warning", configAddress(after, "slurm", `${path} limits`), {
            title: `Team ${name} has other limits${members.length > 0 ? `: that is for ${andList(members)}` : ""}.`,
            details: [...details, "Running jobs go on."],
            about: [path],
          }),
        ]),
    ...(rights.length === 0
      ? []
      : [
          findingOn("security", "warning", configAddress(after, "slurm", `${path}.coordinators`), {
            title: `${andList(rights)} may add and remove users of team ${name} and of those below it, and change their limits.`,
            about: [`${path}.coordinators`],
          }),
        ]),
  ];
}

function newReservations(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const text = ({ start, end, partition, teams }: ResolvedReservation) =>
    JSON.stringify([start, end, partition, teams]);
  const known = new Map(reservationsOf(before).map((one) => [one.name, text(one)]));
  return reservationsOf(after).flatMap((one) => {
    if (known.get(one.name) === text(one) || one.start === null || one.end === null) return [];
    const path = `slurm.reservations.${one.name}`;
    const nodes = one.partition === null ? "any node" : `nodes of ${one.partition}`;
    const [from, to] = [one.start, one.end].map((moment) =>
      new Date(moment).toISOString().slice(0, 16).replace("T", " "),
    );
    return [
      findingOn("stops", "warning", configAddress(after, "slurm", path), {
        title:
          one.kind === "maintenance"
            ? `No job starts on ${nodes} whose time limit reaches beyond ${from} UTC, and none until ${to} UTC.`
            : `From ${from} to ${to} UTC jobs of ${andList(one.teams)} alone start on ${nodes}.`,
        details: ["Running jobs go on, and those that wait for these nodes wait longer."],
        about: [path],
      }),
    ];
  });
}

/** What is asked of jobs before they are taken, and what is removed from Slurm. */
function otherQuestions(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [was, is] = [before.slurm!, after.slurm!];
  const isAsked = is.submit?.timeLimit === "required" && was.submit?.timeLimit !== "required";
  return [
    ...(isAsked
      ? [
          findingOn("stops", "warning", configAddress(after, "slurm", "slurm.submit"), {
            title: "Jobs that say no time limit are refused: scripts of people may lack one.",
            details: ["They are told what to write. Jobs that wait already stay."],
            about: ["slurm.submit"],
          }),
        ]
      : []),
    ...(is.prune && !was.prune
      ? [
          findingOn("lost", "danger", configAddress(after, "slurm", "slurm.prune"), {
            title:
              "From now on each deployment removes from Slurm what config does not have: teams that went, their QOS, and users and coordinators of its teams that were added by hand.",
            details: ["What is there by hand is told in the log of the job slurm-accounts: read it first."],
            about: ["slurm.prune"],
          }),
        ]
      : []),
  ];
}
