/** Lines that are told of one text: nobody reads more, and the page has them all from the plan. */
const MOST_LINES = 400;
const LONGEST_LINE = 400;

/** Beyond this many comparisons lines are only counted: hundreds of thousands of lines must not stop a review. */
const MOST_CELLS = 4_000_000;

/** Lines that go (`- …`) and come (`+ …`) from one text to another, in order. */
export function changedLines(before: string, after: string): string[] {
  return changedItems(before.split("\n"), after.split("\n"));
}

/** The same of lists. */
export function changedItems(before: readonly string[], after: readonly string[]): string[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  return shortened(old.length * now.length > MOST_CELLS ? counted(old, now) : aligned(old, now));
}

/** Longest common subsequence: what is not in it goes or comes. */
function aligned(before: readonly string[], after: readonly string[]): string[] {
  const width = after.length + 1;
  // length of the longest one from a pair of places to the ends
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i += 1;
      j += 1;
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(`- ${before[i++] ?? ""}`);
    } else {
      lines.push(`+ ${after[j++] ?? ""}`);
    }
  }
  return lines;
}

/** Lines that one side has more often than the other, wherever they stand. */
function counted(before: readonly string[], after: readonly string[]): string[] {
  const more = (some: readonly string[], others: readonly string[], sign: string) => {
    const left = new Map<string, number>();
    for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
    return some.flatMap((line) => {
      const count = left.get(line) ?? 0;
      left.set(line, count - 1);
      return count > 0 ? [] : [`${sign} ${line}`];
    });
  };
  const lines = [...more(before, after, "-"), ...more(after, before, "+")];
  return lines.length > 0 ? lines : ["  the same lines in another order"];
}

function shortened(lines: readonly string[]): string[] {
  const shown = lines
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  … and ${more} more lines`] : shown;
}
