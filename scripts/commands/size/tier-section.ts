import { S3_STORAGE_CLASSES } from "../../../config/facts/s3";
import type { TierEstimate, TiersUnknown } from "../../../config/physics/tier-estimate";
import type { TierItem, TierMonths, TierName } from "../../../config/physics/tier-months";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { round, span } from "./words";

/** What checkpoints take in each tier; null: the environment has none. */
export type Tiers = TierEstimate | TiersUnknown | null;

const unknown = "unknown";
export const TIER_WORDS: Readonly<Record<TierName, string>> = {
  hot: "NVMe",
  warm: "Lustre",
  cold: "bucket",
  archive: "archive",
};

/** Rows that people read at one time; of more months each so many-th is told. */
const MOST_ROWS = 12;

/** What lies in each tier by the month, what makes its price, and what reading it back costs. */
export function tierSections(found: Tiers): SheetSection[] {
  if (found === null) return [];
  const title = "Checkpoints by tier and month";
  if ("unknown" in found) return [{ title, head: [], rows: [], right: [], notes: [`unknown: ${found.unknown}.`] }];
  const { plan, tiers } = found;
  const every = Math.ceil(plan.months / MOST_ROWS);
  const shown = Array.from({ length: plan.months }, (_, month) => month).filter(
    (month) => (month + 1) % every === 0 || month === 0 || month === plan.months - 1,
  );
  const columns = tiers.flatMap((tier) =>
    tier.tier === "hot" ? [[tier, "GiB"] as const] : [[tier, "GiB"] as const, [tier, "USD"] as const],
  );
  return [
    {
      title,
      head: ["month", ...columns.map(([{ tier }, what]) => `${TIER_WORDS[tier]} ${what}`)],
      rows: shown.map((month) => [
        String(month + 1),
        ...columns.map(([tier, what]) => (what === "GiB" ? round(tier.gib[month]!, 0) : usd(tier.usd[month]!))),
      ]),
      right: columns.map((_, column) => column + 1),
      notes: [
        `One each ${span(plan.everyDays * 24)}, with the work that failures undo${plan.trainingDays === null ? ", all the time" : `, for ${span(plan.trainingDays * 24)}`}; a month has 30 days. GiB are the mean of the month, and what is deleted counts as long as the bucket keeps old versions.`,
        "Lustre is paid whole: the column is the part of its price that checkpoints take. NVMe is paid with the nodes.",
        ...releasedNotes(plan.warm),
        ...(plan.archive === null
          ? []
          : [
              "Milestones count where the number of steps between checkpoints divides archive.every, as keepEvery does: otherwise fewer are kept.",
            ]),
        "S3 at the price of its first 50 TB: more costs less. Requests of FSx, which nobody publishes, are counted as one for each file.",
      ],
    },
    ...itemSection(tiers),
    ...readSection(found),
  ];
}

/** What of the column of Lustre is true only while something releases contents. */
function releasedNotes(warm: TierEstimate["plan"]["warm"]): string[] {
  if (warm?.keepData == null) return [];
  const files = warm.keepLast === null ? "of the files of all" : `of the files of the last ${warm.keepLast}`;
  return [
    `Lustre has the contents of the last ${warm.keepData} (checkpoints.warm.keepData), ${files}${warm.keepEach === null ? "" : " and of those that keepEvery keeps"}, as long as tiers.sbatch of railyard examples runs and releases the others. Each object is read once before; who reads what was released waits until Lustre has it back from the bucket, at the price below, and it takes its room on Lustre again.`,
  ];
}

const usd = (value: number | null): string => (value === null ? unknown : round(value, 0));

/** Of months in which nothing was there, nothing is told. */
function itemSection(tiers: readonly TierMonths[]): SheetSection[] {
  const rows = tiers.flatMap(({ tier, items }) =>
    items.flatMap(({ item, units, usd: of }: TierItem) => {
      const all = total(units);
      return all === 0
        ? []
        : [[TIER_WORDS[tier], item, round(all, all < 10 ? 2 : 0), of === null ? unknown : round(total(of), 2)]];
    }),
  );
  if (rows.length === 0) return [];
  return [
    {
      title: "What makes that price, over all of these months",
      head: ["tier", "price", "units", "USD"],
      rows,
      right: [2, 3],
      notes: [
        "GB-months, thousands of requests, and thousands of objects and months (monitoring). Days that a class charges at least are in it.",
      ],
    },
  ];
}

const total = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function readSection({ readBack }: TierEstimate): SheetSection[] {
  if (readBack.length === 0) return [];
  return [
    {
      title: "Reading one checkpoint back",
      head: ["from", "class", "after", "USD"],
      rows: readBack.map(({ tier, class: of, usd: cost, hours }) => [
        TIER_WORDS[tier],
        S3_STORAGE_CLASSES[of].name,
        hours === 0 ? "at once" : `up to ${span(hours)}`,
        cost === null ? unknown : cost === 0 ? "requests alone" : round(cost, 2),
      ]),
      right: [3],
      notes: [
        "In the class where it comes to rest, within its Region. A standard restore; what its copy costs while it is there is not in it.",
      ],
    },
  ];
}
