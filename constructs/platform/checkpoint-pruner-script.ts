import { scriptFile } from "../core/script-file";
import { quotedWord } from "../core/shell-word";
import { assertRetention, type Retention } from "../storage/checkpoint-retention";
import { pruneFolders } from "./prune-folders-script";
import { tagObjects } from "./tag-objects-script";

/** Checkpoints in S3. */
export interface ObjectTier extends Retention {
  readonly bucketName: string;
  /** With a slash at its end. */
  readonly prefix: string;
}

/** Checkpoints in folders. */
export interface FolderTier extends Retention {
  /** Absolute, not the root, without links. */
  readonly path: string;
  /**
   * Where the folders are copied to, by the link or by whoever else. What is to stay there is deleted here only when all its
   * files are there. @default - nothing is asked for
   */
  readonly copies?: ObjectTier;
}

export interface PrunerPlan {
  /** Tier whose old checkpoints are deleted. @default - none */
  readonly folders?: FolderTier;
  /** Tier whose old checkpoints are tagged. @default - none */
  readonly objects?: ObjectTier;
  /** Minutes for which nothing of a checkpoint may have changed before it is looked at, at least 1. @default 60 */
  readonly graceMinutes?: number;
  /** Only print what would be done. @default false */
  readonly dryRun?: boolean;
}

/**
 * The script of the pruner; it needs bash 4.4, GNU coreutils and findutils, and for S3 the AWS CLI.
 *
 * Left alone are names that begin with a dot or do not end with digits (1 to 18 of them), whatever changed within the
 * grace time, links, and runs and checkpoints with a file `.railyard-keep` in them. What is still being written does not
 * count among the last ones either: it could not be resumed from. Folders of one number count once.
 */
export function checkpointPrunerScript(plan: PrunerPlan): string {
  const { folders, objects, graceMinutes = 60 } = plan;
  if (!Number.isInteger(graceMinutes) || graceMinutes < 1)
    throw new Error(`graceMinutes is ${graceMinutes}; it must be a whole number of at least 1. Change it.`);
  if (folders) assertFolders(folders);
  if (objects) assertRetention("cold", objects);
  return `${header(graceMinutes, plan.dryRun ?? false)}${folders ? pruneFolders() : ""}${objects ? tagObjects() : ""}
${folders ? `prune_folders ${words(folders.path, limits(folders), folders.copies && objectWords(folders.copies))}\n` : ""}${
    objects ? `tag_objects ${words(objectWords(objects))}\n` : ""
  }exit "$FAILED"
`;
}

const header = (graceMinutes: number, dryRun: boolean): string =>
  scriptFile("platform/files/prune.sh", { values: { grace_minutes: graceMinutes, dry_run: dryRun ? 1 : 0 } });

const words = (...values: readonly (string | readonly string[] | undefined)[]): string =>
  values
    .flatMap((value) => value ?? [])
    .map(quotedWord)
    .join(" ");

/** 0 stands for no limit. */
const limits = ({ keepLast = 0, keepEvery = 0 }: Retention): string[] => [`${keepLast}`, `${keepEvery}`];

const objectWords = (tier: ObjectTier): string[] => [tier.bucketName, tier.prefix, ...limits(tier)];

function assertFolders(tier: FolderTier): void {
  assertRetention("warm", tier);
  if (tier.copies) assertRetention("cold", tier.copies);
  if (/^(\/[^/]+)+$/.test(tier.path) && !/\/\.{1,2}(\/|$)/.test(tier.path)) return;
  throw new Error(
    `checkpoint tier "warm": path "${tier.path}" must be an absolute folder other than the root, without . and .. and ` +
      "without a slash at its end. Change it.",
  );
}
