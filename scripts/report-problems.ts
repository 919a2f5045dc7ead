import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathText, type ConfigError, type Issue } from "../config/issues";
import { lineOf } from "./source-lines";

/** Where environment files are, from the repository root. */
export const ENVIRONMENTS_FOLDER = "config/environments";

/** Every problem of every environment: file, line, key, what is wrong, what to do. */
export function problemReport(error: ConfigError, root: string): string {
  const blocks = error.environments.map(({ environment, issues }) => {
    const file = `${ENVIRONMENTS_FOLDER}/${environment}.ts`;
    const lines = issues.flatMap((issue) => [
      `  ${place(root, file, issue)}${issue.message}`,
      ...(issue.hint ? [`      fix: ${issue.hint}`] : []),
    ]);
    return [`${environment}: ${count(issues.length, "problem")}`, ...lines].join("\n");
  });
  return `${blocks.join("\n\n")}\n\nNothing was written.`;
}

/** An environment without a file of its name has no place to point at. */
function place(root: string, file: string, { path }: Issue): string {
  if (!existsSync(join(root, file))) return path.length ? `${pathText(path)}: ` : "";
  const line = lineOf(join(root, file), path);
  return `${line === null ? file : `${file}:${line}`}  ${pathText(path)}: `;
}

/** "1 problem", "3 problems". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
