import type { SiteConfig } from "../sites/keys";

type Teams = SiteConfig["teams"];
type Team = Teams[string];

/** Whether config has a team; `constructor` is a name like others. */
export const isTeam = (teams: Teams, name: string): boolean => Object.hasOwn(teams, name);

/** Teams above a team, the next one first; what config does not have, or has in a circle, ends the list. */
export function teamsAbove(teams: Teams, name: string): readonly string[] {
  const above: string[] = [];
  let parent = teams[name]?.parent;
  while (parent !== undefined && isTeam(teams, parent) && parent !== name && !above.includes(parent)) {
    above.push(parent);
    parent = teams[parent]?.parent;
  }
  return above;
}

/** Teams in the order in which their accounts can be made: those above first, else as written. */
export function parentsFirst(teams: Teams): readonly string[] {
  const depth = (name: string) => teamsAbove(teams, name).length;
  return Object.keys(teams).sort((a, b) => depth(a) - depth(b));
}

/** Whether a team has limits of its own on what its jobs use. */
const hasQuota = ({ gpus, gpusByType, gpuHours, burst }: Team): boolean =>
  gpus !== undefined || gpuHours !== undefined || burst !== undefined || Object.keys(gpusByType).length > 0;

/** The team whose limits the jobs of a team count against: itself, or the next one above that has any. */
export function quotaOwner(teams: Teams, name: string): string {
  const limited = [name, ...teamsAbove(teams, name)].find((one) => hasQuota(teams[one]!));
  return limited ?? name;
}

/** Teams below one with limits of their own: what they may use is taken off what the team has. */
export function limitedBelow(teams: Teams, name: string): readonly string[] {
  return Object.keys(teams).filter((below) => {
    if (below === name || quotaOwner(teams, below) !== below) return false;
    const above = teamsAbove(teams, below);
    return above.find((one) => hasQuota(teams[one]!)) === name;
  });
}

/** Partitions that a team may use; null: all. */
export function teamPartitions(teams: Teams, name: string): readonly string[] | null {
  const from = [name, ...teamsAbove(teams, name)].find((one) => teams[one]?.partitions !== undefined);
  return from === undefined ? null : (teams[from]?.partitions ?? null);
}
