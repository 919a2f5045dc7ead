import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { pathText, type ConfigError, type Issue } from "../config/issues";
import { lineOf } from "./source-lines";

/** Where environment files are, from the repository root. */
export const ENVIRONMENTS_FOLDER = "config/environments";

/** Every problem of every environment, by line: file, line, key, what is wrong, what to do. */
export function problemReport(error: ConfigError, root: string): string {
  const blocks = error.environments.map(({ environment, issues }) => {
    const told = issues.map((issue) => ({ issue, at: placeOf(root, environment, issue) }));
    // places in other files come after those of the environment's own
    const order = ({ at }: (typeof told)[number]) => (at.own ? (at.line ?? 0) : Number.MAX_SAFE_INTEGER);
    const lines = told.sort((a, b) => order(a) - order(b)).flatMap(({ issue, at }) => problem(environment, issue, at));
    return [`${environment}: ${count(issues.length, "problem")}`, ...lines].join("\n");
  });
  return blocks.join("\n\n");
}

function problem(environment: string, { path, message, hint, origin }: Issue, { file, line, column }: At): string[] {
  const where = [file, line, column].filter((part) => part !== null).join(":");
  const what = path.length ? `${pathText(path)}: ` : "";
  const own = fileOf(environment);
  return [
    `  ${where && `${where}  `}${what}${message}`,
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
}

function placeOf(root: string, environment: string, { path, origin, place }: Issue): At {
  if (place) {
    const file = relative(root, resolve(root, place.file));
    const inside = !file.startsWith("..") && !isAbsolute(file);
    const { line = null, column = null } = place;
    return { file: inside ? file : place.file, line, column, own: file === fileOf(environment) };
  }
  const written = origin !== undefined && existsSync(join(root, fileOf(origin))) ? origin : environment;
  const file = fileOf(written);
  if (!existsSync(join(root, file))) return { file: null, line: null, column: null, own: true };
  return { file, line: lineOf(join(root, file), path), column: null, own: written === environment };
}

/** File of an environment, from the root. */
export const fileOf = (environment: string) => `${ENVIRONMENTS_FOLDER}/${environment}.ts`;

/** "1 problem", "3 problems". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
