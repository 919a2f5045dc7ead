import { isTeam } from "../../../config/teams/tree";
import { teamMembers, teamsOf } from "../../../config/teams/resolve";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { andList } from "./words";

const TEAM_GROUP = "railyard:";

/** People and groups with the teams whose namespaces they may edit: members by their access entries, groups by bindings. */
function editors(env: SiteEnvironment): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (who: string, team: string) => found.set(who, (found.get(who) ?? new Set()).add(team));
  for (const [arn, groups] of teamMembers(env.teams))
    for (const group of groups) add(arn, group.slice(TEAM_GROUP.length));
  for (const { name, groups } of teamsOf(env))
    for (const group of groups) if (!group.startsWith(TEAM_GROUP)) add(group, name);
  return found;
}

/** Teams of each that the other side does not give them. */
const without = (one: SiteEnvironment, other: SiteEnvironment): [string, string[]][] => {
  const has = editors(other);
  return [...editors(one)].flatMap(([who, teams]): [string, string[]][] => {
    const only = [...teams].filter((team) => !has.get(who)?.has(team));
    return only.length > 0 ? [[who, only]] : [];
  });
};

const place = (teams: readonly string[]): string =>
  `${teams.length > 1 ? "namespaces" : "namespace"} ${andList(teams)}`;

/** Who may work in the namespace of a team that could not before. */
export function gainedTeams({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  return without(both.after, both.before).map(([who, teams]) =>
    findingOn("security", "warning", configAddress(both.after, "platform", `teams.${teams[0]!}.namespace`), {
      title: `${who} may edit what is in ${place(teams)}, and read the Secrets there.`,
      about: teams.map((team) => `teams.${team}.namespace`),
    }),
  );
}

/** Members who can no longer work in the namespace of a team that stays. Groups, and teams that go, are told with those. */
export function lostTeams({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const members = teamMembers(before.teams);
  return without(before, after).flatMap(([who, teams]) => {
    const stay = teams.filter((team) => isTeam(after.teams, team));
    if (!members.has(who) || stay.length === 0) return [];
    const isOut = !teamMembers(after.teams).has(who);
    return [
      findingOn("stops", "warning", configAddress(after, "platform", `teams.${stay[0]!}.namespace.members`), {
        title: `${who} may no longer edit what is in ${place(stay)}${isOut ? ", and has no access entry as a member any more" : ""}.`,
        details: ["What they have started there goes on."],
        about: stay.map((team) => `teams.${team}.namespace`),
      }),
    ];
  });
}
