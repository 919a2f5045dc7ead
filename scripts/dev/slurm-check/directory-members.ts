import { askOf } from "./promises";
import type { SlurmLayout } from "../../../constructs/slurm/slurm-types";
import { membersOf } from "../../../constructs/slurm/team-people";

/**
 * What the harness asks of groups of a directory, for the first team that names some: team, group, what becomes of who leaves it, a
 * user by config, and what a job asks for; and all groups that config names.
 */
export function directoryFiles(layout: SlurmLayout): Record<string, string> {
  const groups = [...new Set(layout.teams.flatMap(({ directoryGroups = [] }) => directoryGroups))];
  const team = layout.teams.find(({ directoryGroups = [] }) => directoryGroups.length > 0);
  if (!team) return {};
  const partition = layout.partitions.find(({ name }) => team.partitions?.includes(name) ?? true)!;
  const line = [
    team.name,
    team.directoryGroups![0]!,
    layout.prune ? "remove" : "tell",
    membersOf(team)[0] ?? "-",
    `--partition=${partition.name} ${askOf(partition, layout)}`,
  ];
  return { "directory-members": `${line.join("\t")}\n`, "directory-groups": groups.map((one) => `${one}\n`).join("") };
}
