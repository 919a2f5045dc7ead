import { createHash } from "node:crypto";
import type { ResolvedEnvironment } from "../../config/resolve";
import { legend } from "../review/render/drawing";
import { scene } from "../review/render/drawing-scene";
import { Html, markup } from "../review/render/html";
import { STYLE } from "../review/render/page-style";
import { DRAWING_STYLE } from "../review/render/page-style-drawing";
import { pictureOf } from "../review/render/picture";
import { sheetSections, type SheetSection } from "./sections";
import { dataSheet } from "./sheet";
import { titleOf } from "./text";

const SHEET_STYLE = `
h2 { font-size: 1.0625rem; font-weight: 650; margin: 2.5rem 0 0.5rem; }
.top h1 { font-size: 1.25rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { padding: 0.35rem 1rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--muted); font-weight: 500; }
tbody th { font-weight: 550; white-space: nowrap; }
td { overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.note { color: var(--muted); font-size: 0.8125rem; margin-top: 0.4rem; }
`;
const STYLES = [STYLE, DRAWING_STYLE, SHEET_STYLE].join("\n");

/** Nothing may be loaded, sent or run: the page has no script. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLES).digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The data sheet as one file that needs nothing beside itself, with the drawing of the reviews. */
export function sheetPage(env: ResolvedEnvironment): string {
  const sheet = dataSheet(env);
  const picture = pictureOf({ before: env, after: env, changes: [] });
  return `<!doctype html>\n${
    markup`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${env.name}: data sheet</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLES)}</style>
</head>
<body>
<header class="top"><h1>${titleOf(sheet)}</h1></header>
<main>
${
  picture &&
  markup`<figure class="drawing" aria-label="Drawing of ${env.name}">
<div class="scene">
${scene(picture, env.name, "wide")}
${scene(picture, env.name, "narrow")}
</div>
<figcaption>${legend(false)}</figcaption>
</figure>`
}
${sheetSections(sheet).map((section, index) => block(section, `s${index}`))}
</main>
</body>
</html>
`.text
  }`;
}

function block({ title, head, rows, right, notes }: SheetSection, id: string): Html {
  const kind = (column: number) => (right.includes(column) ? markup` class="number"` : null);
  const labelled = head.every((text) => text === "");
  return markup`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<div class="table" role="region" aria-labelledby="${id}" tabindex="0"><table>
${labelled ? null : markup`<thead><tr>${head.map((text, column) => markup`<th scope="col"${kind(column)}>${text}</th>`)}</tr></thead>`}
<tbody>${rows.map(([label, ...cells]) => markup`<tr><th scope="row">${label}</th>${cells.map((text, column) => markup`<td${kind(column + 1)}>${text}</td>`)}</tr>`)}</tbody>
</table></div>
${notes.map((note) => markup`<p class="note">${note}</p>`)}
</section>`;
}
