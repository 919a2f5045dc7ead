import type { ConfigChange, RestGroup, Row, Table } from "../model";
import { markup, type Html } from "./html";

/** A table of numbers before and after; what stays is folded away by the script, and there without it. */
export function numberTable({ section, title, rows, notes }: Table, id: string): Html {
  const changed = rows.filter((row) => row.changed);
  const same = rows.filter((row) => !row.changed);
  return markup`<div class="table"><table class="numbers"><caption>${title}</caption>
<thead><tr><th scope="col"><span class="unseen">What</span></th><th scope="col">before</th><th scope="col">after</th><th scope="col">change</th></tr></thead>
<tbody>${changed.map((row) => numberRow(row, section))}</tbody>
${same.length ? markup`<tbody class="unchanged" id="${id}">${same.map((row) => numberRow(row, section))}</tbody>` : null}
</table>
${same.length ? markup`<p class="tail"><button type="button" aria-expanded="true" aria-controls="${id}" data-unchanged="${same.length}" hidden></button></p>` : null}
${notes.map((note) => markup`<p class="notes">${note}</p>`)}</div>`;
}

function numberRow({ label, before, after, delta, changed }: Row, section: Table["section"]): Html {
  const classes = changed ? "differs" : "";
  return markup`<tr class="${classes}" data-item data-part="row" data-section="${section}" data-severity="info" data-stack=""><th scope="row">${label}</th><td>${before ?? "–"}</td><td>${after ?? "–"}</td><td>${delta ?? ""}</td></tr>`;
}

/** Changed keys of the environment file. */
export function configTable(config: readonly ConfigChange[]): Html {
  return markup`<div class="table"><table class="config stacked"><caption class="unseen">Changed keys of the environment file</caption>
<thead><tr><th scope="col">key</th><th scope="col">before</th><th scope="col">after</th><th scope="col">on change</th></tr></thead>
<tbody>${config.map(configRow)}</tbody></table></div>`;
}

function configRow({ path, before, after, policy, note }: ConfigChange): Html {
  return markup`<tr data-item data-part="key" data-section="config" data-severity="info" data-stack=""><th scope="row"><code>${path}</code></th><td data-label="before">${json(before)}</td><td data-label="after">${json(after)}</td><td><span class="policy ${policy ?? ""}">${policy ?? "not told"}</span>${note === undefined ? null : markup`<span class="policy-note">${note}</span>`}</td></tr>`;
}

const json = (value: string | null): Html =>
  value === null ? markup`<span class="muted">not set</span>` : markup`<code>${value}</code>`;

/**
 * The rest: groups of changes, folded and counted. What is in them is written by the script when one is opened: ten
 * thousand changes would make the page slow.
 */
export function restGroups(rest: readonly RestGroup[], changes: number): Html {
  const groups = rest.map((group, index) => groupItem(group.title, group.changes.length, index));
  const all = changes ? groupItem("Every change of every stack", changes, rest.length) : null;
  return markup`<div class="groups">${groups}${all}</div><noscript><p class="muted">Single changes are shown by a script.</p></noscript>`;
}

const groupItem = (title: string, count: number, index: number): Html =>
  markup`<details class="group" data-group="${index}" data-section="rest"><summary><span class="title">${title}</span><span class="count">${count.toLocaleString("en-US")}</span></summary><ol class="changes"></ol></details>`;
