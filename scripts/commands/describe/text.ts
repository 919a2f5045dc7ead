import { table } from "../../lib/terminal/table";
import { sheetSections, type SheetSection } from "./sections";
import type { DataSheet } from "./sheet";

/** The data sheet for a terminal. */
export function sheetText(sheet: DataSheet): string {
  const title = titleOf(sheet);
  const sections = sheetSections(sheet).map((section) => sectionLines(section).join("\n"));
  return [`${title}\n${"═".repeat(title.length)}`, ...sections].join("\n\n");
}

/** Name, account, Region and so on, in one line. */
export const titleOf = ({ environment, site, account, region, profile, kubernetes }: DataSheet): string =>
  [
    environment,
    ...(account === null ? [site] : [`account ${account}`]),
    ...(region === null ? [] : [region]),
    profile,
    `Kubernetes ${kubernetes}`,
  ].join("  ·  ");

function sectionLines({ title, head, rows, right, notes }: SheetSection): string[] {
  const indented = (row: readonly string[]) => row.map((text, column) => (column === 0 ? `  ${text}` : text));
  const lines = table(indented(head), rows.map(indented), right);
  const labelled = head.every((text) => text === "");
  return [title, ...(labelled ? lines.slice(1) : lines), ...notes.map((note) => `  ${note}`)];
}
