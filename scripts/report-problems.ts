import { join } from "node:path";
import type { ConfigError } from "../config/issues";
import { pathText } from "../config/issues";
import { lineOf } from "./source-lines";

/** Where environment files are, from the repository root. */
export const ENVIRONMENTS_FOLDER = "config/environments";

/** Every problem of every environment: file, line, key, what is wrong, what to do. */
export function problemReport(error: ConfigError, root: string): string {
  const blocks = error.environments.map(({ environment, issues }) => {
    const file = `${ENVIRONMENTS_FOLDER}/${environment}.ts`;
    const lines = issues.flatMap(({ path, message, hint }) => {
      const line = lineOf(join(root, file), path);
      const where = line === null ? file : `${file}:${line}`;
      return [`  ${where}  ${pathText(path)}: ${message}`, ...(hint ? [`      fix: ${hint}`] : [])];
    });
    return [`${environment}: ${count(issues.length, "problem")}`, ...lines].join("\n");
  });
  return `${blocks.join("\n\n")}\n\nNothing was written.`;
}

/** "1 problem", "3 problems". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
