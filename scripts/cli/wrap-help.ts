import { fill, lengthOf } from "../lib/terminal/wrap";

/** `  --option <value>  what it does`: what stands in the first column, and what is said of it. */
const ROW = /^( {2,}\S(?:.*?\S)?)(?: {2,}| (?=\())(\S.*)$/;

/**
 * Breaks the help of a command for a width: paragraphs are filled anew, and what is said of an option or a command stays in its
 * column, or goes below where there is no room for two.
 */
export function wrapHelp(text: string, columns: number): string {
  const width = Math.max(columns, 40);
  const out: string[] = [];
  for (const block of blocksOf(text.split("\n")))
    if (block.kind === "paragraph") out.push(...fill(block.words, "", "", width));
    else if (block.kind === "row") out.push(...row(block.head, block.words, block.column, width));
    else out.push(...(lengthOf(block.line) > width ? broken(block.line, width) : [block.line]));
  return out.join("\n");
}

type Block =
  | { readonly kind: "paragraph"; readonly words: string[] }
  | { readonly kind: "row"; readonly head: string; readonly column: number; readonly words: string[] }
  | { readonly kind: "line"; readonly line: string };

/** Lines that belong together: of a paragraph, and of what is said in a second column. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const indent = line.length - line.trimStart().length;
    const words = line.trim().split(" ");
    if (line.trim() === "") blocks.push({ kind: "line", line: "" });
    else if (indent === 0 && last?.kind === "paragraph" && !/^(Exit code|\$)/.test(line)) last.words.push(...words);
    else if (indent === 0) blocks.push({ kind: "paragraph", words });
    else if (last?.kind === "row" && indent === last.column && indent > 4) last.words.push(...words);
    else {
      const [, head, summary] = ROW.exec(line) ?? [];
      if (head !== undefined && summary !== undefined)
        blocks.push({ kind: "row", head, column: line.length - summary.length, words: summary.split(" ") });
      else if (/^ +(-\w, )?--?\w/.test(line))
        blocks.push({ kind: "row", head: line, column: columnBelow(line, lines), words: [] });
      else blocks.push({ kind: "line", line });
    }
  }
  return blocks;
}

/** Where the lines below an option stand that leaves no room beside it. */
function columnBelow(line: string, lines: readonly string[]): number {
  const next = lines[lines.indexOf(line) + 1] ?? "";
  return next.length - next.trimStart().length;
}

/** The least room for words beside a first column. */
const BESIDE = 34;
const BELOW = 6;

function row(head: string, words: readonly string[], column: number, width: number): string[] {
  if (words.length === 0) return lengthOf(head) > width ? broken(head, width) : [head];
  const beside = lengthOf(head) + 2 <= column && width - column >= BESIDE;
  if (beside) return fill(words, head.padEnd(column), " ".repeat(column), width);
  const whole = `${head}  ${words.join(" ")}`;
  if (lengthOf(whole) <= width) return [whole];
  const at = " ".repeat(BELOW);
  return [...(lengthOf(head) > width ? broken(head, width) : [head]), ...fill(words, at, at, width)];
}

/** A command goes on in the next line as a shell takes it. */
function broken(line: string, width: number): string[] {
  const [indent = ""] = /^ */.exec(line) ?? [];
  if (!/^ *(?:npx|npm|debootstrap|node|--\w[\w-]*) /.test(line))
    return fill(line.trim().split(" "), indent, indent, width);
  // an option and its value are one word here: only a word that stays whole can be copied with what it belongs to
  const pairs = line.trim().split(/ (?=-)|(?<!--[\w-]+) /);
  const lines = fill(pairs, indent, `${indent}  `, width - 2);
  return lines.map((part, at) => (at < lines.length - 1 ? `${part} \\` : part));
}
