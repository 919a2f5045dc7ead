import type { SiteConfig } from "../sites/keys";
import type { SiteEnvironment } from "../sites/environment";
import { quotaLeft } from "./quota";
import { quotaOwner } from "./tree";

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
  const inNamespace = (name: string): number | null => {
    const { gpus, namespace } = teams[name]!;
    const owner = quotaOwner(teams, name);
    // GPUs of a team above are there for jobs: a namespace has its own number of them, or none
    if (owner !== name && teams[owner]?.gpus !== undefined) return namespace.gpus ?? 0;
    // a team without any limit has none here either, unless config gives it one
    if (gpus === undefined && namespace.gpus === undefined) return null;
    return namespace.gpus ?? (slurmHasGpus ? 0 : (gpus ?? null));
  };
  return Object.entries(teams).map(([name, { share, users, namespace }]) => {
    const { gpus } = quotaLeft(teams, name);
    const sharing = Object.keys(teams).filter((one) => quotaOwner(teams, one) === name);
    const taken = sharing.reduce((sum, one) => sum + (inNamespace(one) ?? 0), 0);
    return {
      name,
      share,
      users,
      slurmGpus: gpus === null ? null : Math.max(0, gpus - taken),
      namespaceGpus: inNamespace(name),
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
