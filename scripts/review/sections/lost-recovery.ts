import type { SiteEnvironment } from "../../../config/sites/environment";
import { configAddress, findingOn, type ChangeSet, type SectionFinding } from "./change-set";

export const RECOVERY_KEY = "slurm.accounting.recoveryMinutes";

/** How often changes of the database in the cluster are kept; null: its dumps alone are; undefined: it is another database, which is told. */
export function recoveryOf({ slurm }: SiteEnvironment): number | null | undefined {
  return slurm?.accounting.kind === "mariadb" ? (slurm.accounting.recoveryMinutes ?? null) : undefined;
}

/** Moments of the accounting database that can no longer be put back: what is removed or changed is a job, which looks harmless. */
export function lostRecovery({ both }: ChangeSet): SectionFinding[] {
  if (!both) return [];
  const { before, after } = both;
  const [was, now] = [recoveryOf(before), recoveryOf(after)];
  if (was === undefined || was === null || now === undefined || (now !== null && now <= was)) return [];
  const details = [`recoveryMinutes: ${was} → ${now ?? "none, so that there are the dumps of the nights alone"}`];
  return [
    findingOn("lost", now === null ? "danger" : "warning", configAddress(after, "slurm", RECOVERY_KEY), {
      title:
        now === null
          ? "Moments of the accounting database between two dumps can no longer be put back: a lost volume takes all with it since the dump of the night, and not the last minutes."
          : `A lost volume takes up to ${now} minutes of accounting with it, ${now - was} more than now.`,
      details:
        now === null
          ? [
              ...details,
              `Changes that are in the bucket stay there until those of another week replace them, and railyard restore reaches them with the key alone.`,
            ]
          : details,
      ...(now === null && { safer: [{ text: "A moment that is needed again: restore it before this is applied." }] }),
      about: [RECOVERY_KEY],
    }),
  ];
}
