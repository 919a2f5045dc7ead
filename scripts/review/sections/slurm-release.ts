import { SLURM_READS } from "../../../config/facts/slurm-upgrades";
import type { ReviewedChange } from "../changes/resource-changes";
import type { AttributeChange } from "../model";
import { findingOn, type SectionFinding } from "./change-set";
import { valueLines } from "./words";

/** Daemons that write what the next release must read. */
const WRITERS = /^values\[\d+\] (?:controller\.slurmctld|accounting\.slurmdbd)\.image\.tag$/;

const ABOUT = ["slurm", "teams"];

/** What is written down before another release takes over; the same words in docs/slurm-state.md. */
const FIRST = [
  { text: "kubectl --namespace slurm create job --from=cronjob/slurm-database-backup before-upgrade" },
  { text: "kubectl --namespace slurm create job --from=cronjob/slurm-state-backup state-before-upgrade" },
  { text: "Wait until both are complete, then apply." },
];

/** Another major release of Slurm: what it reads of what the one before left, and the way back. */
export function slurmRelease(change: ReviewedChange): SectionFinding[] {
  if (change.action !== "update") return [];
  const tags = change.attributes.filter(({ path }) => WRITERS.test(path));
  const moved = tags.filter((tag) => releaseIn(tag.before) !== releaseIn(tag.after));
  const [first] = moved;
  if (!first) return [];
  const [was, now] = [releaseIn(first.before), releaseIn(first.after)];
  const details = valueLines(moved);
  if (was === null || now === null || !SLURM_READS[now]) {
    const title =
      "Slurm gets another release, of which it is not known here whether it reads the queue and the database of this one.";
    return [findingOn("lost", "danger", change, { title, details, safer: FIRST, about: ABOUT })];
  }
  if (SLURM_READS[now].includes(was)) {
    const title = `Slurm ${now} takes over from ${was}: it converts the queue and the accounting database, and ${was} reads neither again.`;
    return [
      findingOn("lost", "warning", change, {
        title,
        details: [
          ...details,
          "slurmctld starts to store in accounting once slurmdbd is of its release, too; until then it keeps what it has to tell.",
        ],
        safer: FIRST,
        about: ABOUT,
      }),
    ];
  }
  const older = Number(now) < Number(was);
  const step = Object.keys(SLURM_READS).find((by) => SLURM_READS[by]?.includes(was) && SLURM_READS[now]?.includes(by));
  const title = older
    ? `Slurm goes back from ${was} to ${now}, which reads neither the queue nor the database that ${was} wrote: it does not start.`
    : `Slurm ${now} does not read the queue and the database of ${was}: it does not start.`;
  const way = older
    ? [{ text: `Put back the copies of the state and of the database that ${now} wrote (docs/slurm-state.md).` }]
    : step === undefined
      ? []
      : [{ text: `Deploy a release of Railyard with Slurm ${step} first, and this one after it.` }];
  return [findingOn("lost", "danger", change, { title, details, safer: way, about: ABOUT })];
}

/** `26.05` of `26.05.1-ubuntu26.04`; null where the tag is no version. */
function releaseIn(shown: AttributeChange["before"]): string | null {
  return shown.kind === "value" ? (/^(\d{2}\.\d{2})(?:\D|$)/.exec(String(shown.value))?.[1] ?? null) : null;
}
