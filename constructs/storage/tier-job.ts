import { scriptFile } from "../core/script-file";
import { SAMPLES_WRITTEN, serviceJobOptions } from "../slurm/samples";
import type { SlurmLayout } from "../slurm/slurm-types";
import type { Retention } from "./checkpoint-retention";

/** What takes checkpoints from tier to tier: Python 3.9 and, for a bucket, boto3. */
const PROGRAMS = [
  "tiers.py",
  "tier_policy.py",
  "tier_folder.py",
  "tier_bucket.py",
  "tier_metrics.py",
  "tier_lustre.py",
  "lustre_files.py",
] as const;

/** Seconds between two rounds: a checkpoint that lies on the disks of one node alone is lost with it for as long. */
const EVERY_SECONDS = 60;

/** Tiers as jobs see them; what has no `keepLast` deletes nothing. */
export interface TierPolicy {
  /** Folder on the disks of a node. */
  readonly hot?: Retention & { readonly path: string };
  /** Folder that all nodes see. */
  readonly warm: Retention & {
    readonly path: string;
    /** False: the pruner of the environment deletes there. */
    readonly prune: boolean;
    /** Newest checkpoints whose contents stay on a linked Lustre: those of older ones are in the bucket alone. */
    readonly keepData?: number;
    /** Whether Lustre is asked to export, as where the link does not by itself. */
    readonly archives?: boolean;
  };
  readonly cold?: Retention & {
    readonly bucket: string;
    /** With a slash at its end, or empty. */
    readonly prefix: string;
    /** Whether the file system copies itself there. */
    readonly linked: boolean;
    /** Whether objects of checkpoints that are too much are deleted. */
    readonly prune: boolean;
    /** Whether the store checks SHA-256 as it is written; all that is written is read back anyway. */
    readonly checksums: boolean;
  };
  /** A prefix of the bucket for checkpoints whose number `every` divides. */
  readonly archive?: { readonly prefix: string; readonly every: number };
}

/** The programs by file name. */
export function tierPrograms(): Record<string, string> {
  return Object.fromEntries(PROGRAMS.map((name) => [name, scriptFile(`storage/files/${name}`)]));
}

/** The policy as the programs read it. @param whole when all of a checkpoint is there */
export const tierPolicyText = (policy: TierPolicy, whole: string): string =>
  `${JSON.stringify({ written: SAMPLES_WRITTEN, whole, ...policy }, null, 2)}\n`;

/** The programs, their policy, and a job of Slurm that runs them; empty where there is only one tier. */
export function tierJob(layout: SlurmLayout, policy: TierPolicy): Record<string, string> {
  const options = serviceJobOptions(layout, "checkpoint-tiers");
  if ((!policy.hot && !policy.cold) || !options) return {};
  return {
    ...tierPrograms(),
    // the way of training programs that save by torch.distributed.checkpoint, as the reference ones do
    "checkpoint-tiers.json": tierPolicyText(policy, "sums"),
    // a file system that copies itself leaves nothing to do but the archive
    ...(policy.cold &&
      (!policy.cold.linked || policy.archive || policy.warm.keepData !== undefined) && {
        "tiers.sbatch": scriptFile("storage/files/tiers-job.sh", {
          values: { written: SAMPLES_WRITTEN, every: EVERY_SECONDS },
          insert: { options: options.join("\n") },
        }),
      }),
  };
}
