import { join } from "node:path";
import { loadEnvironments, type AcrossIs, type EnvironmentTable, type LoadedEnvironment } from "../../../config";
import { ConfigError, type Issue } from "../../../config/kernel/issues";
import { loadIssue } from "../../../config/kernel/read-row";
import { duplicateKeys } from "./duplicate-keys";
import { environmentFolder } from "./environment-folder";
import { ENVIRONMENTS_FOLDER } from "./environment-path";

const TABLE = `${ENVIRONMENTS_FOLDER}/index.ts`;

/** Loads environments of `config/environments`. @throws ConfigError with everything that is wrong with them */
export function loadWritten(names: readonly string[], now: Date, acrossIs?: AcrossIs): LoadedEnvironment[] {
  const folder = join(__dirname, "../../..", ENVIRONMENTS_FOLDER);
  return withoutExit(() => {
    const rows = table();
    const asked = names.length ? names : Object.keys(rows);
    return loadEnvironments(rows, names, now, environmentFolder(folder), duplicateKeys(folder, asked), acrossIs);
  });
}

/** A config file that ends the process would end it in silence, as if all were well: here it is an error of that file. */
export function withoutExit<T>(load: () => T): T {
  const { exit } = process;
  process.exit = ((code?: number | string | null) => {
    throw new Error(`it calls process.exit(${code ?? ""}); a config file only says what an environment is`);
  }) as typeof process.exit;
  try {
    return load();
  } finally {
    process.exit = exit;
  }
}

/** Names of every environment of `config/environments`, whether its file is well or not. */
export function writtenNames(): string[] {
  return withoutExit(() => Object.keys(table()));
}

// loaded when it is needed: a mistake in the table must be told as any other
// eslint-disable-next-line @typescript-eslint/no-require-imports
const table = () => environmentTable(() => require("../../../config/environments"));

/** The table of environments, or what is wrong with its file. */
export function environmentTable(load: () => unknown): EnvironmentTable {
  let table: unknown;
  try {
    table = (load() as { ENVIRONMENTS?: unknown }).ENVIRONMENTS;
  } catch (error) {
    throw new ConfigError([{ environment: TABLE, issues: [loadIssue(error)] }]);
  }
  if (typeof table === "object" && table !== null) return table as EnvironmentTable;
  const issue: Issue = {
    path: [],
    message: "the file exports no table",
    hint: "write `export const ENVIRONMENTS: EnvironmentTable = { … };`",
  };
  throw new ConfigError([{ environment: TABLE, issues: [issue] }]);
}
