import { oneLine } from "../../lib/terminal/visible";
import { cut } from "./values";

/** Characters that mean something to Markdown, to HTML or to GitHub's own links. */
const MEANING = /[&<>"'`*~[\]()|\\#@!$]|:(?=\/\/)|(?<=\bwww)\.|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_/giu;
/** What begins a list or underlines a heading at the start of a line. */
const START = /^(?:[-+=]|\d(?=\d*[.)](?:\s|$)))/;
const BREAK = "&#8203;";
/** GitHub makes mentions, issues and links of what follows these, even when they are written as entities. */
const LINKING = new Set(["@", "#", ":", "."]);

const entity = (character: string): string => `&#${character.codePointAt(0) ?? 0};`;

/**
 * A text on one line in which nothing is markup, a mention or a link. As it is made of entities, it is as good in
 * Markdown (also in tables) as in a block of HTML such as `<summary>`.
 */
export function text(value: string, characters = Infinity): string {
  return cut(oneLine(value), characters)
    .replace(MEANING, (found) => `${entity(found)}${LINKING.has(found) ? BREAK : ""}`)
    .replace(START, entity);
}

/** The same in the typeface of code. */
export const code = (value: string, characters?: number): string => `<code>${text(value, characters)}</code>`;

/** A block of code that its content cannot end. */
export function fence(language: string, lines: readonly string[]): string {
  const runs = lines.join("\n").match(/`+/g) ?? [];
  const ticks = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${ticks}${language}\n${lines.map((line) => oneLine(line)).join("\n")}\n${ticks}\n`;
}

/** Folded until somebody opens it. */
export function folded(summary: string): { readonly open: string; readonly close: string } {
  return { open: `<details><summary>${summary}</summary>\n\n`, close: "\n</details>\n\n" };
}

export const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
