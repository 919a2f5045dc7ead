/** Said of a program, and not by it: no `#!`, and no `#SBATCH` or `#include`, which some programs read. */
const LINE = /^\s*#+(?:\s|$)/;

/** The first string of a module, a class or a function of Python, whose head may end with a line of its own: `) -> str:`. */
const DOCSTRING =
  /((?:^|\n)[ \t]*(?:(?:(?:async +)?def|class)\b|\))[^\n]*:[ \t]*\n|^(?:#![^\n]*\n)?)\s*("""|''')[\s\S]*?\2/g;

/**
 * A text without what the shell, Python and most files of settings pass over: lines that are comments, ends of lines that are,
 * and docstrings. What is not sure to be one stays: a line alone, as values are, and a `#` behind a quote that is open.
 */
export function withoutComments(text: string): string {
  if (!text.includes("\n") || !text.includes("://")) return text;
  return text
    .replace(DOCSTRING, "$1")
    .split("\n")
    .map((line) => (LINE.test(line) ? "" : withoutEnd(line)))
    .join("\n");
}

function withoutEnd(line: string): string {
  for (const { index } of line.matchAll(/\s#\s/g)) {
    const before = line.slice(0, index);
    if (QUOTES.every((quote) => before.split(quote).length % 2 === 1)) return before;
  }
  return line;
}

const QUOTES = ['"', "'", "`"];
