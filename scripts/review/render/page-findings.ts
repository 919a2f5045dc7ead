import type { Finding, ResourceChange, Step } from "../model";
import { acknowledgementText } from "./acknowledgement-text";
import { markup, type Html } from "./html";
import { attributesOf, type AttributeData } from "./page-data";
import { blocks, stackOf } from "./standing";

const WORDS = { danger: "Danger", warning: "Warning", info: "For information" } as const;

/** A sign from the page's sheet of signs. */
export const icon = (name: string): Html =>
  markup`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><use href="#i-${name}"/></svg>`;

/** The sheet: a form of its own for each, so that none is told by colour alone. */
export const ICONS = markup`<svg hidden><defs>
<symbol id="i-danger" viewBox="0 0 20 20"><path d="M10 2.5 18.5 17h-17z M10 8v4.4 M10 14.6v.2"/></symbol>
<symbol id="i-warning" viewBox="0 0 20 20"><path d="M10 1.8 18.2 10 10 18.2 1.8 10z M10 6.2v4.6 M10 13.4v.2"/></symbol>
<symbol id="i-info" viewBox="0 0 20 20"><circle cx="10" cy="10" r="7.6"/><path d="M10 9.2v4.6 M10 6.2v.2"/></symbol>
<symbol id="i-acknowledged" viewBox="0 0 20 20"><circle cx="10" cy="10" r="7.6"/><path d="m6.6 10.3 2.3 2.3 4.6-5"/></symbol>
<symbol id="i-safe" viewBox="0 0 20 20"><circle cx="10" cy="10" r="7.6"/><path d="m6.6 10.3 2.3 2.3 4.6-5"/></symbol>
<symbol id="i-needs-acknowledgement" viewBox="0 0 20 20"><path d="M10 2.5 18.5 17h-17z M10 8v4.4 M10 14.6v.2"/></symbol>
<symbol id="i-broken" viewBox="0 0 20 20"><path d="M6.5 2h7L18 6.5v7L13.5 18h-7L2 13.5v-7z M7 7l6 6 M13 7l-6 6"/></symbol>
</defs></svg>`;

/**
 * A finding: what happens, why, both values, and what lets it pass.
 * @param id of the finding, unique in the page
 */
export function findingItem(finding: Finding, change: ResourceChange | undefined, id: string): Html {
  const { section, severity, title, details, safer, address, acknowledged } = finding;
  const stack = address === undefined ? "" : stackOf(address);
  return markup`<article class="finding ${severity}" id="${id}" tabindex="-1" data-item data-section="${section}" data-severity="${severity}" data-stack="${stack}">
${icon(acknowledged ? "acknowledged" : severity)}
<h4><span class="${severity === "info" ? "unseen" : "severity"}">${WORDS[severity]}</span> ${title}</h4>
${address === undefined ? null : markup`<span class="address">${address}</span>`}
${details.length ? markup`<ul class="details">${details.map((detail) => markup`<li>${detail}</li>`)}</ul>` : null}
${safer?.length ? steps(safer) : null}
${acknowledged ? markup`<p class="acknowledged">Acknowledged by ${acknowledged.by} in <code>${acknowledged.from}</code> until ${acknowledged.expires}: ${acknowledged.reason}</p>` : null}
${change ? values(change) : null}
${blocks(finding) && address !== undefined ? acknowledge(finding) : null}
</article>`;
}

/** What to do first, in its order, with commands to copy. */
function steps(safer: readonly Step[]): Html {
  return markup`<p class="safer">Safer, in this order:</p><ol class="steps">${safer.map(
    ({ text, command }) => markup`<li>${text}${command === undefined ? null : copied(command)}</li>`,
  )}</ol>`;
}

const copied = (text: string): Html =>
  markup`<div class="paste"><pre>${text}</pre><button type="button" data-copy>Copy</button></div>`;

function values(change: ResourceChange): Html {
  const all = attributesOf(change);
  const forcing = all.filter(({ forces }) => forces);
  const other = all.filter(({ forces }) => !forces);
  const summary = `${other.length} ${forcing.length ? "other " : ""}${other.length === 1 ? "attribute changes" : "attributes change"}`;
  return markup`${forcing.length ? attributeTable(forcing, "Replaced, since this cannot change in place") : null}${
    other.length ? markup`<details><summary>${summary}</summary>${attributeTable(other, null)}</details>` : null
  }`;
}

function attributeTable(attributes: readonly AttributeData[], caption: string | null): Html {
  return markup`<table class="attributes stacked">${caption === null ? null : markup`<caption>${caption}</caption>`}<thead><tr><th scope="col">attribute</th><th scope="col">before</th><th scope="col">after</th></tr></thead><tbody>${attributes.map(attributeRow)}</tbody></table>`;
}

function attributeRow({ path, before, after, visible, lines }: AttributeData): Html {
  if (lines.length) return markup`<tr><th scope="row">${path}</th><td colspan="2">${diff(lines)}</td></tr>`;
  return markup`<tr><th scope="row">${path}</th><td class="${visible[0] ? "was" : "unknown"}" data-label="before">${before}</td><td class="${visible[1] ? "will" : "unknown"}" data-label="after">${after}</td></tr>`;
}

const DIFF_KINDS: Readonly<Record<string, string>> = { "+": "plus", "-": "minus" };

const diff = (lines: readonly string[]): Html =>
  markup`<pre class="diff">${lines.map((line) => markup`<span class="${DIFF_KINDS[line.charAt(0)] ?? ""}">${line}\n</span>`)}</pre>`;

function acknowledge(finding: Finding): Html {
  const { path, yaml, line } = acknowledgementText(finding);
  return markup`<details class="acknowledge"><summary>How to acknowledge it</summary>
<p>If it is meant, add this as <code>${path}</code>:</p>
${copied(yaml)}
<p>or this line to the description of the pull request:</p>
${copied(line)}
</details>`;
}
