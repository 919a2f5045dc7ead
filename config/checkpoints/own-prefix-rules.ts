import type { ConfigPath } from "../kernel/issues";
import type { AwsRule } from "../sites/aws-eks/rule";
import type { AwsEnvironment } from "../sites/aws-eks/environment";
import { DATABASE_BACKUPS, liesInEachOther, OWN_PREFIX, STATE_BACKUPS } from "./own-prefixes";

interface Reached {
  readonly path: ConfigPath;
  readonly prefix: string;
  /** What to write in its place. */
  readonly instead: string;
}

/** Every prefix of the checkpoint bucket that jobs, lifecycles and Lustre are given. */
function reached({ checkpoints }: AwsEnvironment): Reached[] {
  if (!checkpoints) return [];
  return [
    { path: ["checkpoints", "prefix"], prefix: checkpoints.prefix, instead: "checkpoints/" },
    ...(checkpoints.archive
      ? [{ path: ["checkpoints", "archive", "prefix"], prefix: checkpoints.archive.prefix, instead: "archive/" }]
      : []),
    ...(checkpoints.profiles
      ? [{ path: ["checkpoints", "profiles", "prefix"], prefix: checkpoints.profiles.prefix, instead: "profiles/" }]
      : []),
  ];
}

export const CHECKPOINTS_OWN_PREFIX_RULES: readonly AwsRule[] = [
  {
    id: "checkpoints/own-prefix",
    title: `Nothing that jobs reach lies at ${OWN_PREFIX} of the checkpoint bucket.`,
    severity: "error",
    why: "Copies of Slurm's queue and dumps of its database are there: jobs could read what everybody submitted and write what a restore puts back, lifecycles would delete it, and Lustre would import it.",
    source:
      "https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-filters.html; Railyard's own design: backups lie below railyard/",
    *check({ env }) {
      for (const { path, prefix, instead } of reached(env)) {
        if (!liesInEachOther(prefix, OWN_PREFIX)) continue;
        yield {
          path,
          message: `${prefix} is within, or takes in, what Railyard keeps below ${OWN_PREFIX} (${STATE_BACKUPS}, ${DATABASE_BACKUPS})`,
          fix: `write a prefix beside it, such as prefix: "${instead}"`,
        };
      }
    },
  },
];
