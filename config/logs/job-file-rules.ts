import type { Rule } from "../kernel/rule";
import { volumeOf } from "./job-files";
import { keepsJobFiles } from "./logs";

const FILES = ["logs", "jobFiles"];
const PATTERNS = "https://slurm.schedmd.com/sbatch.html#SECTION_FILENAME-PATTERN";

const withoutSlurm: Rule = {
  id: "logs/job-files-without-slurm",
  title: "Files of jobs are those of Slurm.",
  severity: "error",
  why: "Without Slurm there are no jobs that print into files, and what pods print is kept by itself.",
  source: PATTERNS,
  *check({ env }) {
    if (!keepsJobFiles(env.logs) || env.slurm) return;
    yield { path: FILES, message: "there is no slurm, and so no job writes them", fix: "take it out" };
  },
};

const elsewhere: Rule = {
  id: "logs/job-files-elsewhere",
  title: "Files of jobs are on volumes that login pods mount.",
  severity: "error",
  why: "The collector runs where login pods do and mounts what they mount. What jobs write on their own nodes it does not see, and nothing would be kept.",
  source: PATTERNS,
  *check({ env }) {
    if (!keepsJobFiles(env.logs)) return;
    const places = env.storage
      .filter(({ mount }) => mount.onLogin !== false && !mount.files)
      .map(({ mount }) => mount.mountPath);
    for (const [at, pattern] of env.logs.jobFiles.entries())
      if (!volumeOf(env, pattern))
        yield {
          path: [...FILES, at],
          message: `login pods mount no volume with ${pattern}`,
          fix:
            places.length > 0 ? `name files below ${places.join(" or ")}` : "add a volume to storage, or take it out",
        };
  },
};

const squashed: Rule = {
  id: "logs/job-files-squashed",
  title: "The collector may read files of jobs.",
  severity: "warning",
  why: "On a volume that takes root for somebody else, root reads what everybody may read and nothing more: files of users who keep theirs for themselves are left out, and no alert tells of it.",
  source: "https://manpages.debian.org/exports.5",
  *check({ env }) {
    if (!keepsJobFiles(env.logs)) return;
    for (const [at, pattern] of env.logs.jobFiles.entries()) {
      const volume = volumeOf(env, pattern);
      if (volume?.squashesRoot)
        yield {
          path: [...FILES, at],
          message: `${volume.title} takes root for somebody else`,
          fix: "name a folder on another volume, or have jobs write files that everybody may read, and ignore this rule",
        };
    }
  },
};

/** What files of jobs need. */
export const JOB_FILE_RULES: readonly Rule[] = [withoutSlurm, elsewhere, squashed];
