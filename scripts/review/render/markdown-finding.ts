import type { AttributeChange, Finding, ResourceChange, Step } from "../model";
import { acknowledgementText } from "./acknowledgement-text";
import type { Piece } from "./markdown-outline";
import { RANKS } from "./markdown-ranks";
import { code, fence, folded, text } from "./markdown-text";
import { blocks } from "./standing";
import { changedLines, cut, cutBoth, shownText } from "./values";

/** An explanation longer than this goes on in the page. */
const EXPLANATION_CHARACTERS = 4000;
const TEXT_CHARACTERS = 600;
const VALUE_CHARACTERS = 300;
const LINES = 40;

const SIGNS = { danger: "🛑", warning: "⚠️", info: "ℹ️" } as const;

/** A finding: its sentence, and folded why, both values and what lets it pass. */
export function findingPiece(finding: Finding, changeAt: (address: string) => ResourceChange | undefined): Piece {
  const { title, address, severity, acknowledged } = finding;
  const ranks = RANKS[acknowledged ? "acknowledged" : severity];
  const head = [
    acknowledged ? "✍️" : SIGNS[severity],
    severity === "info" ? text(title, TEXT_CHARACTERS) : `**${text(title, TEXT_CHARACTERS)}**`,
    ...(address === undefined ? [] : [code(address, TEXT_CHARACTERS)]),
  ].join(" ");
  const explanation = explain(finding, address === undefined ? undefined : changeAt(address));
  if (!explanation.length) return { rank: ranks.finding, kind: "finding", open: `${head}\n\n` };
  const { open, close } = folded(blocks(finding) ? "Why, and how to acknowledge it" : "Why");
  return {
    rank: ranks.finding,
    kind: "finding",
    open: `${head}\n`,
    close: "\n",
    inside: [{ rank: ranks.explanation, kind: "explanation", open: `${open}${explanation.join("\n")}${close}` }],
  };
}

function explain(finding: Finding, change: ResourceChange | undefined): string[] {
  const parts: string[] = [];
  if (finding.acknowledged) {
    const { from, by, reason, expires } = finding.acknowledged;
    parts.push(
      `Acknowledged by ${text(by, TEXT_CHARACTERS)} in ${code(from)} until ${text(expires)}: ${text(reason, TEXT_CHARACTERS)}\n`,
    );
  }
  if (finding.details.length) {
    const details = finding.details.map((detail) => `- ${text(detail, TEXT_CHARACTERS)}`);
    parts.push(`${bounded(details, "- ").join("\n")}\n`);
  }
  if (finding.safer?.length) parts.push(steps(finding.safer));
  if (change) parts.push(...attributeParts(change));
  if (blocks(finding) && finding.address !== undefined) parts.push(acknowledge(finding));
  return parts;
}

/** A numbered list; a command is a block of code below its step, for GitHub to copy. */
function steps(safer: readonly Step[]): string {
  const items = safer.map(({ text: step, command }, index) => {
    const code = command === undefined ? "" : `\n\n${indented(fence("sh", [cut(command, TEXT_CHARACTERS)]))}`;
    return `${index + 1}. ${text(step, TEXT_CHARACTERS)}${code}`;
  });
  return `Safer, in this order:\n\n${items.join("\n")}\n`;
}

const indented = (block: string): string => block.trimEnd().replace(/^/gm, "   ");

function attributeParts(change: ResourceChange): string[] {
  const forcing = new Set(change.reasons.map(({ path }) => path));
  const other = change.attributes.filter(({ path }) => !forcing.has(path));
  const lines = [
    ...change.reasons.flatMap((attribute) => attributeLines(attribute, "  # forces replacement")),
    ...other.flatMap((attribute) => attributeLines(attribute, "")),
  ];
  return lines.length ? [fence("diff", bounded(lines, "  "))] : [];
}

function attributeLines(attribute: AttributeChange, remark: string): string[] {
  const lines = changedLines(attribute);
  const path = `  ${cut(attribute.path, VALUE_CHARACTERS)}${remark}`;
  if (!lines.length) {
    const [before, after] = cutBoth(shownText(attribute.before), shownText(attribute.after), VALUE_CHARACTERS);
    return [path, `- ${before}`, `+ ${after}`];
  }
  const shown = lines.slice(0, LINES).map((line) => cut(line, VALUE_CHARACTERS));
  return [path, ...shown, ...(lines.length > LINES ? [`  … ${lines.length - LINES} more lines`] : [])];
}

/** As many lines as an explanation may have. */
function bounded(lines: readonly string[], before: string): string[] {
  let size = 0;
  const kept = lines.filter((line) => (size += Buffer.byteLength(line)) <= EXPLANATION_CHARACTERS);
  return kept.length < lines.length ? [...kept, `${before}… ${lines.length - kept.length} more in review.html`] : kept;
}

function acknowledge(finding: Finding): string {
  const { path, yaml, line } = acknowledgementText(finding);
  return [
    `If it is meant, add this as ${code(path)}:\n\n`,
    fence("yaml", yaml.trimEnd().split("\n")),
    "\nor this line to the description of the pull request:\n\n",
    fence("", [line]),
  ].join("");
}
