import type { DatasetAccess, DatasetBucket, ResolvedDataset } from "./resolve";

/** A prefix of a bucket that somebody may use. */
export interface GrantedPrefix {
  readonly dataset: string;
  readonly place: DatasetBucket & { readonly name: string };
  readonly access: DatasetAccess;
}

const granted = ({ name, place }: ResolvedDataset, access: DatasetAccess): GrantedPrefix[] =>
  place.kind === "bucket" && place.name !== null
    ? [{ dataset: name, place: { ...place, name: place.name }, access }]
    : [];

/** Prefixes for jobs of Slurm. */
export const slurmPrefixes = (datasets: readonly ResolvedDataset[]): readonly GrantedPrefix[] =>
  datasets.flatMap((dataset) => (dataset.slurm === null ? [] : granted(dataset, dataset.slurm)));

/** What a team may do; null: nothing. */
export const teamAccess = ({ readers, writers }: ResolvedDataset, team: string): DatasetAccess | null =>
  writers.includes(team) ? "read-write" : readers.includes(team) ? "read" : null;

/** Prefixes for pods of each team that may use any, by team. */
export function teamPrefixes(
  datasets: readonly ResolvedDataset[],
  teams: readonly string[],
): ReadonlyMap<string, readonly GrantedPrefix[]> {
  const all = teams.map((team) => {
    const prefixes = datasets.flatMap((dataset) => {
      const access = teamAccess(dataset, team);
      return access === null ? [] : granted(dataset, access);
    });
    return [team, prefixes] as const;
  });
  return new Map(all.filter(([, prefixes]) => prefixes.length > 0));
}
