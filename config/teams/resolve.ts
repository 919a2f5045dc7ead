import type { SiteConfig } from "../sites/keys";
import type { SiteEnvironment } from "../sites/environment";

type Teams = Pick<SiteEnvironment, "teams" | "slurm" | "nodeGroups">;

/** A team, with its GPUs shared out between Slurm and Kubernetes. */
export interface ResolvedTeam {
  readonly name: string;
  readonly share: number;
  readonly users: readonly string[];
  /** Most GPUs of its jobs in Slurm; null: no limit. */
  readonly slurmGpus: number | null;
  /** Most GPUs of its pods in its namespace; null: no limit. */
  readonly namespaceGpus: number | null;
  /** Groups that may edit its namespace; the first is its own. */
  readonly groups: readonly string[];
}

/** Group of Kubernetes that a team's members are in. */
export const teamGroup = (team: string): string => `railyard:${team}`;

/** The shares add up to what the team may use in all. Where Slurm has GPUs, they are Slurm's unless config says otherwise. */
export function teamsOf({ teams, slurm, nodeGroups }: Teams): readonly ResolvedTeam[] {
  const inSlurm = new Set(Object.values(slurm?.partitions ?? {}).flatMap((partition) => partition.nodeGroups));
  const slurmHasGpus = nodeGroups.some(({ name, gpus }) => gpus && inSlurm.has(name));
  return Object.entries(teams).map(([name, { share, users, gpus, namespace }]) => {
    const namespaceGpus = namespace.gpus ?? (slurmHasGpus ? 0 : (gpus ?? null));
    return {
      name,
      share,
      users,
      slurmGpus: gpus === undefined ? null : Math.max(0, gpus - (namespaceGpus ?? 0)),
      // a team without any limit has none here either, unless config gives it one
      namespaceGpus: gpus === undefined && namespace.gpus === undefined ? null : namespaceGpus,
      groups: [teamGroup(name), ...namespace.groups],
    };
  });
}

/** IAM principals of all teams, each with the groups of its teams: EKS has one access entry for a principal. */
export function teamMembers(teams: SiteConfig["teams"]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, { namespace }] of Object.entries(teams))
    for (const arn of new Set(namespace.members)) groups.set(arn, [...(groups.get(arn) ?? []), teamGroup(name)]);
  return groups;
}
