import { EXIT_CODES, type Verdict } from "../../review/model";
import { MARKER } from "../../review/render/markdown";

/** The review of one job: all environments that were rehearsed, or one that was planned for real. */
export interface CommentPart {
  readonly verdict: Verdict;
  /** Environments in it. */
  readonly environments: readonly string[];
  /** `review.md` */
  readonly markdown: string;
}

export interface CommentBody {
  readonly text: string;
  /** Nothing changes in any environment. */
  readonly silent: boolean;
}

/** Characters that GitHub takes; counted in bytes, a text is never shorter. */
export const LIMIT_BYTES = 65_536;

const GRAVITY: readonly Verdict[] = ["broken", "needs-acknowledgement", "acknowledged", "safe"];

/** Stands for a review that its job did not write. */
export function missingPart(environments: readonly string[]): CommentPart {
  const what = environments.length ? `: ${environments.map(nameText).join(", ")}` : "";
  return {
    verdict: "broken",
    environments: environments.length ? environments : ["?"],
    markdown: `## 🛑 Broken${what}\n\nThe review did not run to its end: see the run.`,
  };
}

/** One comment of the reviews of all jobs, the gravest first; what does not fit is named and found in the artifacts. */
export function commentBody(parts: readonly CommentPart[], runUrl: string): CommentBody {
  const reviewed = parts.filter(({ environments }) => environments.length > 0);
  // a job that has nothing to say counts only where no other has
  const shown = [...(reviewed.length ? reviewed : parts.slice(0, 1))].sort(byGravity);
  const footer = `<sub>[Run, with the page \`review.html\` as an artifact](${runUrl})</sub>\n`;
  // short forms first, so that each part has at least that
  const texts = shown.map(short);
  for (const [index, { markdown }] of shown.entries()) {
    const longer = texts.with(index, bare(markdown));
    if (size(longer, footer) <= LIMIT_BYTES) texts[index] = bare(markdown);
  }
  return { text: joined(texts, footer), silent: reviewed.length === 0 };
}

const joined = (texts: readonly string[], footer: string): string => [MARKER, ...texts, footer].join("\n\n");

const size = (texts: readonly string[], footer: string): number => Buffer.byteLength(joined(texts, footer));

const bare = (markdown: string): string => markdown.replaceAll(MARKER, "").trim();

function byGravity(a: CommentPart, b: CommentPart): number {
  return GRAVITY.indexOf(a.verdict) - GRAVITY.indexOf(b.verdict);
}

/** Names are of environment files: letters, digits and dashes. */
const nameText = (name: string): string => `\`${name.replace(/[^\w-]/g, "")}\``;

function short({ verdict, environments }: CommentPart): string {
  const names = environments.map(nameText).join(", ");
  return `## ${names}: exit code ${EXIT_CODES[verdict]} (${verdict})\n\nIts review is in the artifacts of the run.`;
}
