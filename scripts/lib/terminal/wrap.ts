/** Columns of a text that nobody watches in a terminal: `railyard synth --help | less`. */
export const PIPED_COLUMNS = 80;

/** What cannot be read in fewer is not wrapped for fewer. */
const LEAST_COLUMNS = 40;

/**
 * Breaks long lines between words, each under its own first word. What would no longer be what it is stays whole, as a terminal
 * shows it: rows of tables, commands, and words that are longer than a line.
 */
export function wrapText(text: string, columns: number): string {
  const width = Math.max(columns, LEAST_COLUMNS);
  return text
    .split("\n")
    .flatMap((line) => (lengthOf(line) <= width || isKept(line) ? [line] : wrapLine(line, width)))
    .join("\n");
}

/** Cells of a table stand apart; a command is copied as it is, and so is code. */
const isKept = (line: string): boolean =>
  /\S {2,}\S/.test(line) ||
  /^\s*(?:\$ |npx |npm |terraform |aws |git |kubectl |gh |--\w)/.test(line) ||
  /[{};,]$/.test(line);

function wrapLine(line: string, width: number): string[] {
  const [lead = ""] = /^\s*(?:[-+!*•] |\d+\. |(?:fix|error|warning|info): )?/.exec(line) ?? [];
  return fill(line.slice(lead.length).split(" "), lead, " ".repeat(lengthOf(lead)), width);
}

/** Words in lines of a width; `lead` stands before the first one, `hang` before the others. */
export function fill(words: readonly string[], lead: string, hang: string, width: number): string[] {
  const lines: string[] = [];
  let line = lead;
  let empty = true;
  for (const word of words) {
    const longer = empty ? `${line}${word}` : `${line} ${word}`;
    if (!empty && lengthOf(longer) > width) {
      lines.push(line);
      line = `${hang}${word}`;
    } else line = longer;
    empty = false;
  }
  return [...lines, line];
}

/** Characters as people count them, near enough: none of the product's texts has wide ones. */
export const lengthOf = (text: string): number => [...text].length;
