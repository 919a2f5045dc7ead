import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { pathText, type ConfigError, type ConfigPath, type Issue } from "../../../config/kernel/issues";
import { shownLine, type ShownLine } from "./shown-line";
import { keyLine } from "./source-lines";
import { environmentPath } from "./environment-path";

/** There may be more, and what there would be may only follow from what is missing. */
const HELD_BACK =
  "  Rules that hang on what is wrong here were not asked: they are once it is right, and may find more.";

/** Every problem of every environment, by line: file, line, key, what is wrong, what to do. */
export function problemReport(error: ConfigError, root: string): string {
  const blocks = error.environments.map(({ environment, issues, heldBack = false }) => {
    const placed = issues.map((issue) => ({ issue, at: placeOf(root, environment, issue) }));
    // places in other files come after those of the environment's own
    const order = ({ at }: (typeof placed)[number]) => (at.own ? (at.line ?? 0) : Number.MAX_SAFE_INTEGER);
    const lines = placed
      .sort((a, b) => order(a) - order(b))
      .flatMap(({ issue, at }) => problem(environment, issue, at));
    const more = heldBack ? [HELD_BACK] : [];
    return [`${environment}: ${count(issues.length, "problem")}`, ...lines, ...more].join("\n");
  });
  return blocks.join("\n\n");
}

/** One problem, for programs. */
export interface JsonProblem {
  readonly environment: string;
  /** From the root; null: there is no file to point at. Line and column are from 1. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** As people write it: `nodeGroups.h100.nodes`. */
  readonly key: string;
  readonly path: ConfigPath;
  readonly message: string;
  readonly fix: string | null;
  /** Null where the shape itself is wrong. */
  readonly rule: string | null;
  readonly source: string | null;
  /** Environment that wrote the value, where it is inherited. */
  readonly inheritedFrom: string | null;
}

/** Every problem of every environment, for programs. */
export function jsonProblems(error: ConfigError, root: string): JsonProblem[] {
  return error.environments.flatMap(({ environment, issues }) =>
    issues.map((issue): JsonProblem => {
      const { file, line, column } = placeOf(root, environment, issue);
      const { path, message, hint = null, rule = null, source = null, origin = null } = issue;
      const fix = rule === null ? hint : (hint?.replace(/ \[[^\]]*\]$/, "") ?? null);
      const place = { environment, file, line, column };
      return { ...place, key: pathText(path), path, message, fix, rule, source, inheritedFrom: origin };
    }),
  );
}

function problem(environment: string, { path, message, hint, origin }: Issue, at: At): string[] {
  const { file, line, column } = at;
  const where = [file, line, column].filter((part) => part !== null).join(":");
  const what = path.length ? `${pathText(path)}: ` : "";
  const own = environmentPath(environment);
  return [
    `  ${where && `${where}  `}${what}${message}`,
    ...caret(at),
    ...(origin === undefined ? [] : [`      inherited from ${origin}: change it there, or give it anew in ${own}`]),
    ...(hint ? [`      fix: ${hint}`] : []),
  ];
}

interface At {
  /** From the root; null: there is no file to point at. */
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly own: boolean;
  readonly shown?: ShownLine;
}

/** Longest line that is shown: what is beyond a terminal helps nobody. */
const MOST_SHOWN = 160;

/** The line of the file, with a mark under what is meant. */
function caret({ line, shown }: At): string[] {
  if (!shown || line === null || shown.column > MOST_SHOWN) return [];
  const gutter = " ".repeat(String(line).length);
  const text = shown.text.slice(0, MOST_SHOWN).replaceAll("\t", " ");
  const mark = "^".repeat(Math.max(1, Math.min(shown.length, text.length - shown.column + 1)));
  return [`      ${line} | ${text}`, `      ${gutter} | ${" ".repeat(shown.column - 1)}${mark}`];
}

function placeOf(root: string, environment: string, { path, origin, place, secret }: Issue): At {
  if (place) {
    const file = relative(root, resolve(root, place.file));
    const inside = !file.startsWith("..") && !isAbsolute(file);
    const { line = null, column = null } = place;
    return { file: inside ? file : place.file, line, column, own: file === environmentPath(environment) };
  }
  const written = origin !== undefined && existsSync(join(root, environmentPath(origin))) ? origin : environment;
  const file = environmentPath(written);
  if (!existsSync(join(root, file))) return { file: null, line: null, column: null, own: true };
  const found = path.length ? keyLine(join(root, file), path) : null;
  const own = written === environment;
  if (!found) return { file, line: keyLine(join(root, file), [])?.line ?? null, column: null, own };
  const { line, column } = found;
  return { file, line, column, own, shown: shownLine(found, secret === true) };
}

/** "1 problem", "3 problems". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
