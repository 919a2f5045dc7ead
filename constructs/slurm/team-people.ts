import { scriptFile } from "../core/script-file";
import type { SlurmLayout, SlurmTeamProps } from "./slurm-types";

/** Who is in a team by config: coordinators are users of its account, too. */
export const membersOf = ({ users, coordinators = [] }: Pick<SlurmTeamProps, "users" | "coordinators">): string[] => [
  ...new Set([...users, ...coordinators]),
];

/**
 * Users with the team that pays for jobs which name none, of those who are in it by config, or of the others: these come to it by
 * a group of the directory, and nobody has a team as default in which they are not.
 */
export function defaultTeams({ defaultTeams: all, teams }: SlurmLayout, byConfig: boolean): [string, string][] {
  return Object.entries(all).filter(
    ([user, team]) => teams.some((one) => one.name === team && membersOf(one).includes(user)) === byConfig,
  );
}

/** Functions that bring users into accounts and take them out. */
export const teamPeople = (): string => scriptFile("slurm/files/team-people.sh").trimEnd();
