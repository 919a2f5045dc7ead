import type { SiteEnvironment } from "../../../config/sites/environment";
import { own } from "../../../config/kernel/own";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

const groupsOf = (env: SiteEnvironment, team: string): readonly string[] =>
  env.slurm ? (own(env.teams, team)?.directoryGroups ?? []) : [];

const without = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));

const groupWords = (groups: readonly string[]) => `the group${groups.length > 1 ? "s" : ""} ${andList(groups)}`;

/** Groups of a directory that bring people to a team from now on: who they are, nobody reviews. */
export function gainedDirectoryGroups({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  return Object.keys(after.teams).flatMap((team) => {
    const groups = without(groupsOf(after, team), groupsOf(before, team));
    if (groups.length === 0) return [];
    const key = `teams.${team}.directoryGroups`;
    return [
      findingOn("security", "warning", configAddress(after, "slurm", key), {
        title: `Whoever is in ${groupWords(groups)} of the directory may start jobs as team ${team}: who that is, the directory says and no longer config alone.`,
        safer: groups.map((group) => ({
          text: "See on a login node who they are.",
          command: `getent group '${group.replaceAll("'", String.raw`'\''`)}'`,
        })),
        about: [key],
      }),
    ];
  });
}

/** Groups that bring nobody any more to a team that stays. */
export function lostDirectoryGroups({ both }: ChangeSet): SectionFinding[] {
  if (!both?.before.slurm || !both.after.slurm) return [];
  const { before, after } = both;
  return Object.keys(after.teams).flatMap((team) => {
    const left = groupsOf(after, team);
    const groups = without(groupsOf(before, team), left);
    if (groups.length === 0) return [];
    const key = `teams.${team}.directoryGroups`;
    const prunes = after.slurm!.prune;
    return [
      findingOn("stops", "warning", configAddress(after, "slurm", key), {
        title: `Team ${team} no longer gets people of ${groupWords(groups)} of the directory${prunes ? ", and those whom nothing else brings lose their place in its account" : ""}.`,
        details: [
          !prunes
            ? "Who has come by them keeps their place in the account until it is taken away by hand."
            : left.length > 0
              ? "Within ten minutes, each once no job of theirs waits or runs in it."
              : "With this deployment, which fails where one of them has a job.",
        ],
        about: [key],
      }),
    ];
  });
}
