import type { DatasetVersion } from "./version-schema";
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

export type GlueTable = Extract<DatasetVersion, { readonly kind: "glue" }>;

const tables = (datasets: readonly ResolvedDataset[]): readonly GlueTable[] =>
  datasets.flatMap(({ version }) => (version?.kind === "glue" ? [version] : []));

/** Tables of Glue whose version jobs of Slurm ask. */
export const slurmTables = (datasets: readonly ResolvedDataset[]): readonly GlueTable[] =>
  tables(datasets.filter(({ slurm }) => slurm !== null));

/** Tables of Glue whose version pods of a team ask. */
export const teamTables = (datasets: readonly ResolvedDataset[], team: string): readonly GlueTable[] =>
  tables(datasets.filter((dataset) => teamAccess(dataset, team) !== null));

/** Teams whose pods have a role, for objects or for versions. */
export const teamsWithRole = (datasets: readonly ResolvedDataset[], teams: readonly string[]): readonly string[] =>
  teams.filter((team) => teamPrefixes(datasets, [team]).size > 0 || teamTables(datasets, team).length > 0);
