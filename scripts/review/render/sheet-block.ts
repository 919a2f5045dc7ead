import type { SheetSection } from "../../lib/terminal/sheet-section";
import { markup, type Html } from "./html";

/** Style of pages whose body is tables with titles. */
export const SHEET_STYLE = `
h2 { font-size: 1.0625rem; font-weight: 650; margin: 2.5rem 0 0.5rem; }
.top { display: block; }
.top h1 { font-size: 1.25rem; }
.origin { color: var(--muted); font-size: 0.8125rem; margin-top: 0.25rem; }
.tiles { display: flex; flex-wrap: wrap; gap: 0.4rem 2.5rem; padding-block: 0.9rem; border-block: 1px solid var(--line); color: var(--muted); }
.tiles b { font-size: 1.5rem; font-weight: 600; letter-spacing: -0.01em; color: var(--ink); margin-right: 0.2rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { padding: 0.35rem 1rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 500; }
tbody th { font-weight: 550; }
.remark { display: block; font-weight: 400; color: var(--muted); font-size: 0.8125rem; }
.labelled tbody th { width: 11rem; }
.number { text-align: right; white-space: nowrap; }
.note { color: var(--muted); font-size: 0.8125rem; margin-top: 0.4rem; }
@media screen and (max-width: 760px) {
  .top, main { padding-inline: 1.1rem; }
  .labelled tbody th { width: 7rem; }
  .stacked, .stacked :is(tbody, tr, th, td) { display: block; }
  .stacked thead { display: none; }
  .stacked tr { border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  .stacked :is(th, td) { padding: 0.1rem 0; border: 0; text-align: left; }
  .stacked td[data-label]::before { content: attr(data-label) ": "; color: var(--muted); }
}
@page { margin: 14mm; }
@media print {
  :root { color-scheme: light !important; }
  body { font-size: 9.5pt; }
  .top, main { padding: 0; max-width: none; }
  .table { overflow: visible; }
  tr, .drawing { break-inside: avoid; }
  h2 { break-after: avoid; }
  * { print-color-adjust: exact; }
}
`;

/** A section as a part of a page. @param id of its title, once on a page */
export function sheetBlock({ title, head, rows, right, notes }: SheetSection, id: string): Html {
  const labelled = head.every((text) => text === "");
  // a last column without a name has remarks: they stand below what they are about, and take no room of their own
  const remarks = !labelled && head.at(-1) === "";
  const columns = remarks ? head.slice(0, -1) : head;
  const attributes = (column: number) =>
    markup`${right.includes(column) ? markup` class="number"` : null}${labelled ? null : markup` data-label="${columns[column]}"`}`;
  const remark = (row: readonly string[]) => {
    const text = remarks ? row[head.length - 1] : "";
    return text ? markup` <span class="remark">${text}</span>` : null;
  };
  return markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<div class="table" role="region" aria-labelledby="${id}" tabindex="0"><table class="${labelled ? "labelled" : "stacked"}">
${labelled ? null : markup`<thead><tr>${columns.map((text, column) => markup`<th scope="col"${attributes(column)}>${text}</th>`)}</tr></thead>`}
<tbody>${rows.map((row) => markup`<tr><th scope="row">${row[0]}${remark(row)}</th>${row.slice(1, columns.length).map((text, column) => markup`<td${attributes(column + 1)}>${text}</td>`)}</tr>`)}</tbody>
</table></div>
${notes.map((note) => markup`<p class="note">${note}</p>`)}
</section>`;
}
