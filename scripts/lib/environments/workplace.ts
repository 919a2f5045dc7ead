import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentFolder, EnvironmentTable } from "../../../config";
import { mergeExtends } from "../../../config/kernel/extends";
import { environmentFolder } from "./environment-folder";
import { environmentTable } from "./environment-table";
import { ExpectedError } from "../errors/expected-error";
import { ENVIRONMENTS_FOLDER, environmentPath } from "./environment-path";

/** The folder of environments of a repository, and its table. */
export interface Workplace {
  readonly root: string;
  readonly folder: string;
  readonly table: EnvironmentTable;
  /** Names of the environment files there are. */
  readonly files: readonly string[];
  /** What is in the folder beside the table. */
  readonly beside: EnvironmentFolder;
}

/** The folder of environments of a repository, its table loaded. */
export function openWorkplace(root: string): Workplace {
  const folder = join(root, ENVIRONMENTS_FOLDER);
  const beside = environmentFolder(folder);
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the root is only known now
  return { root, folder, table: environmentTable(() => require(folder)), files: beside.names, beside };
}

/** The text of an environment's own file. */
export function ownText({ folder }: Workplace, name: string): string {
  const file = join(folder, `${name}.ts`);
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new ExpectedError(
    `${name} has a row, but no file ${environmentPath(name)}: give file and row the same name first`,
  );
}

/** An environment that follows another one. */
export interface Following {
  /** What its file writes itself, with `extends`. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly original: object;
  /** Name of the original's row. */
  readonly originalName: string;
  /** Names from the original to the root of the chain. */
  readonly chain: readonly string[];
}

/** What an environment follows. Its row must be one that loads. @throws ExpectedError when it follows nothing */
export function followedBy({ table }: Workplace, name: string): Following {
  const written = table[name]?.() as Readonly<Record<string, unknown>>;
  const original = written.extends as object | undefined;
  if (original === undefined)
    throw new ExpectedError(`${name} follows no other environment: ${environmentPath(name)} has no extends`);
  const chain: string[] = [];
  for (let layer: unknown = original; layer !== undefined; layer = (layer as { extends?: unknown }).extends)
    chain.push(rowOf(table, layer) ?? String((layer as { name?: unknown }).name));
  return { written, original, originalName: chain[0]!, chain };
}

/** Everything that an environment says, its originals merged in. */
export const mergedInput = (written: unknown): unknown => mergeExtends(written).input;

function rowOf(table: EnvironmentTable, environment: unknown): string | undefined {
  return Object.keys(table).find((name) => {
    try {
      return table[name]?.() === environment;
    } catch {
      return false;
    }
  });
}
