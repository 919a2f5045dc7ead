import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { loadEnvironments, type LoadedEnvironment } from "../../../config";
import { nameSchema } from "../../../config/kernel/key";
import { ExpectedError } from "../../lib/errors/expected-error";
import { UsageError } from "../../lib/errors/usage";
import { exportsOf, forkText } from "../../lib/environments/environment-text";
import { textOf, type FileChange } from "../../lib/environments/place-files";
import type { PlannedFork, SiteReport } from "./site";
import { withRow } from "./table-row";
import { mergedInput, ownText, type Workplace } from "../../lib/environments/workplace";
import { environmentPath } from "../../lib/environments/environment-path";

export interface Fork {
  readonly loaded: LoadedEnvironment;
  /** Both or none are to be written; one that is there already as it should be is left out. */
  readonly changes: readonly FileChange[];
  /** Text of the fork's own file. */
  readonly text: string;
  /** With all notes. */
  readonly report: SiteReport;
}

/** @throws UsageError for a name that no environment may have */
export function assertLegalName(name: string): void {
  const legal = nameSchema(20).safeParse(name);
  if (!legal.success) {
    const why = legal.error.issues.map(({ message }) => message).join("; ");
    throw new UsageError(`${JSON.stringify(name)} cannot name an environment: ${why}`);
  }
  if (name === "index")
    throw new UsageError(`"index" cannot name an environment: ${environmentPath(name)} is the table of them`);
}

/** Refuses a name that is taken. */
export function assertFreeName({ table }: Workplace, name: string): void {
  if (Object.hasOwn(table, name))
    throw new ExpectedError(`There is an environment ${name} already. Nothing was written.`);
}

export interface MakeForkProps {
  /** Name of the original. */
  readonly from: string;
  readonly name: string;
  readonly planned: PlannedFork;
  readonly now: Date;
}

/**
 * Everything that is to be written, checked as synth would check it. Nothing is written.
 * @throws ConfigError with what is wrong with the environment that would come about
 */
export function makeFork(place: Workplace, { from, name, planned, now }: MakeForkProps): Fork {
  const { patch } = planned;
  ownText(place, from);
  const text = forkText({ original: from, patch });
  const written: unknown = { ...patch, extends: place.table[from]?.() };
  const loaded = loadEnvironments({ ...place.table, [name]: () => written }, [name], now, place.beside)[0]!;
  assertWritten(text, place, name, written);
  const report = planned.report(loaded, mergedInput(written));
  return {
    loaded,
    changes: changesOf(place, name, text),
    text,
    report: { ...report, notes: [...planned.notes, ...report.notes] },
  };
}

/** The file is read as it would be once it is there. */
function assertWritten(text: string, { folder, table }: Workplace, name: string, written: unknown): void {
  const actual = exportsOf(text, folder, `${name}.ts`).default;
  if (isDeepStrictEqual(actual, written) && (actual as { extends?: unknown }).extends) return;
  const original = (written as { extends: { name?: unknown } }).extends;
  const row = Object.keys(table).find((key) => table[key]?.() === original);
  throw new ExpectedError(
    `A file cannot import ${row}: ${environmentPath(String(row))} must end with \`export default defineEnvironment({ … });\`, and its row lead there.`,
  );
}

function changesOf({ folder }: Workplace, name: string, text: string): FileChange[] {
  const file = `${name}.ts`;
  const there = textOf(join(folder, file));
  // the very same file is one that a stopped run has left: only its row is missing
  if (there !== null && there !== text)
    throw new ExpectedError(
      `${environmentPath(name)} is there already, without a row in ${environmentPath("index")}: add the row, or move the file away. Nothing was written.`,
    );
  const before = textOf(join(folder, "index.ts"));
  if (before === null) throw new ExpectedError(`${environmentPath("index")} cannot be read. Nothing was written.`);
  const table = { name: "index.ts", text: withRow(before, name), before };
  const rows = (exportsOf(table.text, folder, "index.ts") as { ENVIRONMENTS?: object }).ENVIRONMENTS;
  if (!rows || Object.keys(rows).at(-1) !== name)
    throw new ExpectedError(
      `A row cannot be added to ${environmentPath("index")}: add it by hand. Nothing was written.`,
    );
  return there === null ? [{ name: file, text, before: null }, table] : [table];
}
