import { table } from "./table";

/** A table with a title, for text and page. */
export interface SheetSection {
  readonly title: string;
  /** Names of the columns; all empty: the first column names what the others say. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of numbers. */
  readonly right: readonly number[];
  readonly notes: readonly string[];
}

/** The lines of a section for a terminal. */
export function sectionLines({ title, head, rows, right, notes }: SheetSection): string[] {
  const indented = (row: readonly string[]) => row.map((text, column) => (column === 0 ? `  ${text}` : text));
  const lines = table(indented(head), rows.map(indented), right);
  const labelled = head.every((text) => text === "");
  return [title, ...(labelled ? lines.slice(1) : lines), ...notes.map((note) => `  ${note}`)];
}
