import { own } from "../../../config/kernel/own";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { isTeam, teamsAbove } from "../../../config/teams/tree";
import { limitText } from "../../../config/slurm/time-limit";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

/** What people and teams may no longer do in Slurm, and what holds for jobs that do not say what they want. */
export function lostRights({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.slurm || !both.after.slurm) return [];
  const { before, after } = both;
  return [
    ...notForEveryone(before, after),
    ...noCoordinators(before, after),
    ...otherDefaultTeams(before, after),
    ...shorterDefaults(before, after),
  ];
}

function notForEveryone(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return after.slurm!.qos.flatMap(({ name, everyone }) => {
    const had = before.slurm!.qos.some((one) => one.name === name && one.everyone);
    if (!had || everyone) return [];
    const teams = Object.entries(after.teams).flatMap(([team, { qos }]) =>
      isTeam(before.teams, team) && !qos.includes(name) ? [team] : [],
    );
    if (teams.length === 0) return [];
    const path = `slurm.qos.${name}.everyone`;
    return [
      findingOn("stops", "warning", configAddress(after, "slurm", path), {
        title: `QOS ${name} is no longer every team's: ${andList(teams)} may not use it any more, and jobs that wait in it are not started.`,
        details: ["Running jobs go on.", `A team keeps it where its qos names ${name}.`],
        safer: [{ text: "See which jobs wait in it.", command: `squeue -t PD -q ${name}` }],
        about: [path],
      }),
    ];
  });
}

/** Coordinators of a team above have the same rights. */
function noCoordinators(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const coordinators = (name: string) =>
    [name, ...teamsAbove(after.teams, name)].flatMap((one) => own(after.teams, one)?.coordinators ?? []);
  return Object.keys(after.teams).flatMap((name) => {
    const left = coordinators(name);
    const gone = (own(before.teams, name)?.coordinators ?? []).filter((one) => !left.includes(one));
    if (gone.length === 0) return [];
    const path = `teams.${name}.coordinators`;
    const address = configAddress(after, "slurm", path);
    if (after.slurm!.prune)
      return [
        findingOn("stops", "warning", address, {
          title: `${andList(gone)} may no longer add and remove users of team ${name}, nor change limits there.`,
          about: [path],
        }),
      ];
    return [
      findingOn("security", "warning", address, {
        title: `${andList(gone)} may go on to add and remove users of team ${name} and to change limits: config no longer says so, and nothing takes it away.`,
        safer: gone.map((one) => ({
          text: `Take it from ${one}.`,
          command: `sacctmgr remove coordinator account=${name} name=${one}`,
        })),
        about: [path],
      }),
    ];
  });
}

function otherDefaultTeams(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  const [all, now] = [before.slurm!.defaultTeams, after.slurm!.defaultTeams];
  return [...new Set([...Object.keys(all), ...Object.keys(now)])].flatMap((user) => {
    const [was, is] = [own(all, user), own(now, user)];
    const teams = Object.entries(before.teams).flatMap(([team, { users, coordinators }]) =>
      users.includes(user) || coordinators.includes(user) ? [team] : [],
    );
    // of one team alone it was the default already, and who comes has no jobs
    if (was === is || (was === undefined && teams.every((team) => team === is))) return [];
    const path = `slurm.defaultTeams.${user}`;
    const title =
      is === undefined
        ? `Config no longer says which team pays for jobs of ${user} that name none: what Slurm has stays, which was ${was}.`
        : `Jobs of ${user} that name no team count for ${is}, its quota and its share, and no longer for ${was ?? `what Slurm has for them, one of ${andList(teams)}`}.`;
    return [
      findingOn("stops", "warning", configAddress(after, "slurm", path), {
        title,
        details: is === undefined ? [] : ["Jobs that run or wait already keep their team."],
        about: [path],
      }),
    ];
  });
}

function shorterDefaults(before: SiteEnvironment, after: SiteEnvironment): SectionFinding[] {
  return Object.entries(after.slurm!.partitions).flatMap(([name, { defaultHours: is }]) => {
    const was = own(before.slurm!.partitions, name)?.defaultHours ?? is;
    if (is >= was) return [];
    const path = `slurm.partitions.${name}.defaultHours`;
    return [
      findingOn("stops", "warning", configAddress(after, "slurm", path), {
        title: `Jobs in partition ${name} that say no time end after ${limitText(is)}, and had ${limitText(was)} before.`,
        details: [
          "Running jobs keep their time. Whether those that wait already are held to the new one is not known here.",
        ],
        safer: [{ text: "Let people say a time for each job.", command: "sbatch --time=…" }],
        about: [path],
      }),
    ];
  });
}
