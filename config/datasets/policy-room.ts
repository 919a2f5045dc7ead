import type { AwsEnvironment } from "../sites/aws-eks/environment";
import {
  slurmPrefixes,
  slurmTables,
  teamPrefixes,
  teamsWithRole,
  teamTables,
  type GlueTable,
  type GrantedPrefix,
} from "./access";

/** Characters of all inline policies of a role, blanks left out. */
const LIMIT = 10_240;
/** What a policy has beside what it says of datasets: its head, and what jobs may do with checkpoints. */
const CHECKPOINTS = 2200;
const HEAD = 60;
/** Statements of a bucket and of a key, without names. */
const BUCKET = 250;
const KEY = 330;
/** Statements that read and write objects, without their ARNs, for each owner of buckets. */
const OBJECTS = 380;
/** The statement of Glue with the catalogue, and an ARN of it without names. */
const GLUE = 200;
const GLUE_ARN = 70;
/** `arn:aws-us-gov:s3:::`, slash, asterisk, quotes and comma. */
const ARN = 26;

/** How large policies of datasets are at most: what is written is never longer. */
export function policyRoom(
  env: AwsEnvironment,
): readonly { readonly who: string; readonly characters: number; readonly limit: number }[] {
  const slurm = slurmPrefixes(env.datasets);
  const own = env.checkpoints
    ? CHECKPOINTS +
      8 *
        [env.checkpoints, env.checkpoints.archive, env.checkpoints.profiles].reduce(
          (sum, one) => sum + (one?.prefix.length ?? 0),
          0,
        )
    : 0;
  return [
    ...(slurm.length > 0 || slurmTables(env.datasets).length > 0
      ? [{ who: "jobs of Slurm", characters: own + length(slurm, slurmTables(env.datasets)), limit: LIMIT }]
      : []),
    ...teamsWithRole(env.datasets, Object.keys(env.teams)).map((team) => ({
      who: `team ${team}`,
      characters: length(teamPrefixes(env.datasets, [team]).get(team) ?? [], teamTables(env.datasets, team)),
      limit: LIMIT,
    })),
  ];
}

const distinct = (prefixes: readonly GrantedPrefix[], of: (one: GrantedPrefix) => string | null): string[] => [
  ...new Set(prefixes.flatMap((one) => of(one) ?? [])),
];

function length(prefixes: readonly GrantedPrefix[], tables: readonly GlueTable[]): number {
  const buckets = distinct(prefixes, ({ place }) => place.name);
  // the key of an own bucket is not known before it is made
  const keys = distinct(prefixes, ({ place }) => (place.own ? "x".repeat(120) : place.kmsKeyArn));
  const owners = distinct(prefixes, ({ place }) => place.account);
  const objects = prefixes.reduce((sum, { place, access }) => {
    const arn = ARN + place.name.length + place.prefix.length;
    // it is read, maybe written, listed, and its objects and its bucket are what a key is used for
    return sum + arn * (access === "read" ? 1 : 2) + (place.prefix.length + 4) + 2 * arn;
  }, 0);
  return (
    HEAD +
    objects +
    (tables.length > 0 ? GLUE : 0) +
    tables.reduce((sum, { database, table }) => sum + 2 * GLUE_ARN + 2 * database.length + table.length, 0) +
    owners.length * OBJECTS +
    buckets.reduce((sum, name) => sum + BUCKET + ARN + name.length, 0) +
    keys.reduce((sum, arn) => sum + KEY + arn.length, 0)
  );
}
