import type { Review } from "../model";
import { NOT_ASKED } from "../../rehearsal/run/progress";
import { moneyText } from "../sections/money";
import { oneLine } from "../../lib/terminal/visible";
import { andList } from "../sections/words";
import { acknowledgers, blocks, byGravity } from "./standing";
import { cutBoth } from "./values";

/** How many keys the terminal shows; the page has them all. */
const MOST_KEYS = 8;

const VERDICTS = {
  safe: "safe",
  acknowledged: "acknowledged",
  "needs-acknowledgement": "needs an acknowledgement",
  broken: "BROKEN",
} as const;

/** What a person reads in the terminal: what stands in the way first, and where the rest is. */
export function reviewLines(reviews: readonly Review[], folder: string): string[] {
  if (reviews.length === 0) return ["Nothing changes."];
  const lines = reviews.flatMap(environmentLines);
  const rehearsed = reviews.some(({ asked }) => asked === "rehearsal") ? [NOT_ASKED] : [];
  const waits = reviews.some(({ verdict }) => verdict === "needs-acknowledgement");
  return [
    ...lines,
    "",
    ...(waits
      ? ["What is meant is acknowledged by name: review.md has a file and a line to write for each DANGER."]
      : []),
    ...rehearsed,
    `All of it: ${folder}/review.md, review.html and review.json`,
  ];
}

function environmentLines(review: Review): string[] {
  const { environment, verdict, counts, problems } = review;
  const { create, update, replace, delete: deleted } = counts;
  const findings = byGravity(review.findings);
  const important = [
    ...findings.filter(blocks),
    ...findings.filter((finding) => finding.severity !== "info" && !blocks(finding)),
  ];
  return [
    "",
    `${environment}: ${VERDICTS[verdict]}${verdict === "acknowledged" ? ` by ${andList(acknowledgers(review))}` : ""}; ${create} to create, ${update} to update, ${replace} to replace, ${deleted} to delete`,
    ...moneyLine(review),
    ...keyLines(review),
    ...problems.map((problem) => `  problem  ${problem.split("\n").join("\n           ")}`),
    ...important.flatMap((finding) => [
      `  ${blocks(finding) ? "DANGER " : finding.severity === "danger" ? "meant  " : "warning"}  ${oneLine(finding.title)}`,
      ...(finding.address === undefined ? [] : [`           ${oneLine(finding.address)}`]),
    ]),
  ];
}

/** What somebody wrote, before what comes of it. */
function keyLines({ config }: Review): string[] {
  const shown = (value: string | null) => (value === null ? "not set" : oneLine(value));
  const rows = config
    .slice(0, MOST_KEYS)
    .map(
      ({ path, before, after }) =>
        `  key      ${oneLine(path)}: ${cutBoth(shown(before), shown(after), 90).join(" → ")}`,
    );
  return config.length > MOST_KEYS ? [...rows, `  key      and ${config.length - MOST_KEYS} more`] : rows;
}

/** What it costs, where that changes. */
function moneyLine({ before, after, changes }: Review): string[] {
  // what nothing destroys goes on to cost
  if (!after && changes.length === 0) return [];
  const [was, now] = [before, after].map((environment) =>
    moneyText(environment?.cost ?? { usdPerHour: 0, usdPerMonth: 0 }),
  );
  const unknown = after?.cost.unknown.length ?? 0;
  const note = unknown ? `, and ${unknown} ${unknown === 1 ? "item" : "items"} without a known price` : "";
  return was === now ? [] : [`  money    ${was} → ${now}${note}`];
}
