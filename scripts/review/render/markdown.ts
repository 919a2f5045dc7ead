import { SECTIONS, type ResourceChange, type Review, type Section } from "../model";
import { findingPiece } from "./markdown-finding";
import { fit, KINDS, rankOf, type Kind, type Piece } from "./markdown-outline";
import { RANKS } from "./markdown-ranks";
import { configPiece, restPiece, tablePieces } from "./markdown-tables";
import { code, text } from "./markdown-text";
import { byGravity, reason, worst } from "./standing";
import { countsText, noiseText, nothingText, REHEARSAL_NOTE, SECTION_TITLES, VERDICTS } from "./words";

/** Finds the one comment that is updated in place. */
export const MARKER = "<!-- railyard-review -->";

/**
 * GitHub takes 65,536 characters. In bytes of UTF-8 a text is never shorter than in characters, however they are
 * counted: what is within the limit in bytes is within it in any case.
 */
const LIMIT_BYTES = 65_536;
/** Longest word on what is left out, without the link to the page. */
const LEFT_OUT_BYTES = 600;

export interface MarkdownProps {
  /**
   * Where the page `review.html` is.
   * @default it is called an artifact of the run
   */
  readonly pageUrl?: string | undefined;
}

/** The comment on a pull request: the verdict first, the gravest next, and never longer than GitHub takes. */
export function markdown(reviews: readonly Review[], { pageUrl }: MarkdownProps = {}): string {
  const page = pageLink(pageUrl);
  const head = [MARKER, headline(reviews), ...rehearsal(reviews)];
  const where = `The drawing and every change: ${page}.`;
  const spent = Buffer.byteLength([...head, where, page].join("\n\n")) + LEFT_OUT_BYTES;
  const pieces = reviews.map((review) => environmentPiece(review, reviews.length > 1));
  const { text: body, left } = fit(pieces, LIMIT_BYTES - spent);
  const parts = [...head, ...leftOut(left, page), where, body];
  return `${parts.join("\n\n").trimEnd()}\n`;
}

/** Environments that a note names. */
const NAMED = 20;
const NAME_CHARACTERS = 60;
const REASON_CHARACTERS = 300;

const SIGNS = { safe: "✅", acknowledged: "✍️", "needs-acknowledgement": "⚠️", broken: "🛑" } as const;

function headline(reviews: readonly Review[]): string {
  const verdict = worst(reviews);
  const [only] = reviews;
  const opening = `## ${SIGNS[verdict]} ${VERDICTS[verdict]}`;
  if (!only) return `${opening}: no environment changes`;
  if (reviews.length === 1)
    return `${opening}: ${code(only.environment, NAME_CHARACTERS)}, ${text(reason(only), REASON_CHARACTERS)}`;
  const such = reviews.filter((review) => review.verdict === verdict).length;
  return `${opening}: ${such === reviews.length ? "all" : `${such} of`} ${reviews.length} environments`;
}

function rehearsal(reviews: readonly Review[]): string[] {
  const rehearsed = reviews.filter(({ asked }) => asked === "rehearsal");
  if (!rehearsed.length) return [];
  const names = rehearsed.slice(0, NAMED).map(({ environment }) => code(environment, NAME_CHARACTERS));
  if (rehearsed.length > NAMED) names.push(`${rehearsed.length - NAMED} more`);
  const which = rehearsed.length === reviews.length ? "" : ` (${names.join(", ")})`;
  return [`> [!NOTE]\n> ${REHEARSAL_NOTE}${which}`];
}

const NOUNS: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  environment: ["environment", "environments"],
  problem: ["problem", "problems"],
  finding: ["finding", "findings"],
  explanation: ["explanation", "explanations"],
  row: ["row of numbers", "rows of numbers"],
  key: ["config key", "config keys"],
  group: ["group of other changes", "groups of other changes"],
};

function leftOut(left: ReadonlyMap<Kind, number>, page: string): string[] {
  const parts = KINDS.flatMap((kind) => {
    const n = left.get(kind);
    return n ? [`${n.toLocaleString("en-US")} ${NOUNS[kind][n === 1 ? 0 : 1]}`] : [];
  });
  if (!parts.length) return [];
  return [
    `> [!IMPORTANT]\n> Left out here, since GitHub takes no longer comment: ${parts.join(", ")}. All of it is in ${page}.`,
  ];
}

function pageLink(url: string | undefined): string {
  const artifact = "<code>review.html</code>, an artifact of this run";
  if (url === undefined) return artifact;
  // a bracket or a space would end the link
  return /^https:\/\/[^\s()<>[\]\\]{1,1500}$/.test(url) ? `[review.html](${url})` : artifact;
}

function environmentPiece(review: Review, named: boolean): Piece {
  const noise = noiseText(review);
  const verdict = `${SIGNS[review.verdict]} ${VERDICTS[review.verdict]}: ${text(reason(review), REASON_CHARACTERS)}.`;
  const title = named ? `## ${code(review.environment, NAME_CHARACTERS)}\n\n${verdict} ` : "";
  const counts = `In all: ${countsText(review)}${noise === null ? "" : `; ${noise}`}.\n\n`;
  const changes = new Map(review.changes.map((change) => [`${change.stack}.${change.address}`, change]));
  return {
    rank: review.verdict === "safe" ? RANKS.safeEnvironment : RANKS.environment,
    kind: "environment",
    open: `${title}${counts}`,
    inside: [
      ...review.problems.map((problem): Piece => ({
        rank: RANKS.problem,
        kind: "problem",
        open: `🛑 **Problem:** ${text(problem, 1000)}\n\n`,
      })),
      ...SECTIONS.map((section) => sectionPiece(review, section, changes)),
    ],
  };
}

function sectionPiece(review: Review, section: Section, changes: ReadonlyMap<string, ResourceChange>): Piece {
  const findings = byGravity(review.findings.filter((finding) => finding.section === section));
  const inside = [
    ...findings.map((finding) => findingPiece(finding, (address) => changes.get(address))),
    ...review.tables.filter((table) => table.section === section).flatMap(tablePieces),
    ...(section === "config" && review.config.length ? [configPiece(review.config)] : []),
    ...(section === "rest" && review.rest.length ? [restPiece(review.rest)] : []),
  ];
  if (!inside.length)
    return { rank: RANKS.nothing, open: `**${SECTION_TITLES[section]}:** ${nothingText(section, review)}\n\n` };
  const count = findings.length ? ` (${findings.length})` : "";
  return { rank: rankOf(inside), needsInside: true, open: `### ${SECTION_TITLES[section]}${count}\n\n`, inside };
}
