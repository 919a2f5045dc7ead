import { relative } from "node:path";

/**
 * What is told of a file of the program that cannot be read, such as a broken file of facts: a person who edited it can mend it.
 * Null: another error, which is a fault of the program.
 */
export function loadProblem(error: unknown, root: string): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as NodeJS.ErrnoException;
  const [message = ""] = error.message.split("\n");
  const { file, what } = placeIn(error, message);
  if (file === null) return null;
  const shown = relative(root, file);
  if (shown.startsWith("..") || shown.startsWith("node_modules")) return null;
  if (code === "MODULE_NOT_FOUND") return `${shown} needs a file that is not there: ${what}`;
  return `${shown} cannot be read: ${what}\nMend it, or take it as it was: git diff ${shown}, git restore ${shown}`;
}

interface Place {
  readonly file: string | null;
  readonly what: string;
}

function placeIn(error: Error, message: string): Place {
  const { code, requireStack = [] } = error as NodeJS.ErrnoException & { requireStack?: readonly string[] };
  if (code === "MODULE_NOT_FOUND") return { file: requireStack[0] ?? null, what: message };
  // Node names the file of JSON before what is wrong with it
  if (error instanceof SyntaxError || error.name === "SyntaxError") {
    const [, file, what = ""] = /^(\/[^:]+\.json): (.*)$/.exec(message) ?? [];
    return { file: file ?? null, what };
  }
  if (error.name !== "TransformError") return { file: null, what: message };
  // esbuild: a headline, and a line for each error
  const [, file = null, what = ""] = /^(\/[^:]+\.\w+):(\d+:\d+: .*)$/m.exec(error.message) ?? [];
  return { file, what };
}
