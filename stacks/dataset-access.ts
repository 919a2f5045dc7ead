import {
  slurmPrefixes,
  slurmTables,
  teamPrefixes,
  teamsWithRole,
  teamTables,
  type GrantedPrefix,
} from "../config/datasets/access";
import type { AwsEnvironment } from "../config/sites/aws-eks/environment";
import { bucketArn } from "../constructs/storage/bucket-encryption-context";
import type { PolicyStatement } from "../constructs/security/policy";
import { datasetStatements, tableStatements, type DatasetPrefix } from "../constructs/storage/dataset-statements";
import type { CheckpointStore } from "../constructs/storage/checkpoint-store";

type Store = Pick<CheckpointStore, "bucketArn" | "kmsKeyArn">;

/** What jobs of Slurm may use. @param store the bucket of the checkpoints; null: there is none */
export const slurmDatasets = (env: AwsEnvironment, store: Store | null): readonly PolicyStatement[] => [
  ...datasetStatements(prefixesOf(env, store, slurmPrefixes(env.datasets))),
  ...tableStatements({ ...env, tables: slurmTables(env.datasets) }),
];

/** What pods of teams may use, by team; teams that may use nothing are left out. */
export const teamDatasets = (
  env: AwsEnvironment,
  store: Store | null,
): readonly { readonly team: string; readonly statements: readonly PolicyStatement[] }[] =>
  teamsWithRole(env.datasets, Object.keys(env.teams)).map((team) => ({
    team,
    statements: [
      ...datasetStatements(prefixesOf(env, store, teamPrefixes(env.datasets, [team]).get(team) ?? [])),
      ...tableStatements({ ...env, tables: teamTables(env.datasets, team) }),
    ],
  }));

/** Whether jobs of Slurm have a role in AWS. */
export const jobsHaveRole = ({ checkpoints, datasets }: AwsEnvironment): boolean =>
  checkpoints !== null || slurmPrefixes(datasets).length > 0 || slurmTables(datasets).length > 0;

function prefixesOf(env: AwsEnvironment, store: Store | null, all: readonly GrantedPrefix[]): readonly DatasetPrefix[] {
  return all.map(({ place, access }) => {
    const kmsKeyArn = place.own && store ? store.kmsKeyArn : place.kmsKeyArn;
    return {
      bucketArn: place.own && store ? store.bucketArn : bucketArn(env.partition, place.name),
      prefix: place.prefix,
      access,
      region: place.region ?? env.region,
      account: place.account ?? env.account,
      ...(kmsKeyArn != null && { kmsKeyArn }),
    };
  });
}
