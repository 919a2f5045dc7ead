import type { SiteEnvironment } from "../../../config/sites/environment";
import { legend, poolLegend } from "../../review/render/drawing";
import { environmentDrawing } from "../../review/render/environment-drawing";
import { markup, type Html } from "../../review/render/html";
import { pageFrame } from "../../review/render/page-frame";
import { STYLE } from "../../review/render/page-style";
import { DRAWING_STYLE } from "../../review/render/page-style-drawing";
import { poolParts, railDrawing } from "../../review/render/rail-drawing";
import { pictureOf } from "../../review/render/picture";
import { SHEET_STYLE, sheetBlock } from "../../review/render/sheet-block";
import { originText, type PageOrigin } from "../../lib/git/page-origin";
import { sheetSections } from "./sections";
import { dataSheet } from "./sheet";
import { titleOf } from "./text";
import { tilesOf } from "./tiles";

const STYLES = [STYLE, DRAWING_STYLE, SHEET_STYLE];

/** Nodes, their cards and the leaves that these are at. */
const railFigure = (pools: ReturnType<typeof poolParts>, name: string): Html =>
  markup`<figure class="drawing" aria-label="Pools of ${name}, and their rails">
<div class="figure">
${railDrawing(pools, name, "wide")}
${railDrawing(pools, name, "narrow")}
</div>
<figcaption>${poolLegend(false)}</figcaption>
</figure>`;

/**
 * The data sheet as one file that needs nothing beside itself, with the drawing of the reviews.
 * @param origin date and commit. @default - the page does not say
 */
export function sheetPage(env: SiteEnvironment, origin?: PageOrigin): string {
  const sheet = dataSheet(env);
  const picture = pictureOf({ before: env, after: env, changes: [] });
  const rails = poolParts(env, env);
  return pageFrame({
    title: `${env.name}: data sheet`,
    styles: STYLES,
    body: markup`<header class="top"><h1>${titleOf(sheet)}</h1>${origin && markup`<p class="origin">${originText(origin)}</p>`}</header>
<main>
<ul class="tiles">${tilesOf(sheet).map(({ value, label }) => markup`<li><b>${value}</b> ${label}</li>`)}</ul>
${
  picture &&
  markup`<figure class="drawing" aria-label="Drawing of ${env.name}">
<div class="figure">
${environmentDrawing(picture, env.name, "wide")}
${environmentDrawing(picture, env.name, "narrow")}
</div>
<figcaption>${legend(false)}</figcaption>
</figure>`
}
${rails.length > 0 && railFigure(rails, env.name)}
${sheetSections(sheet).map((section, index) => sheetBlock(section, `s${index}`))}
</main>`,
  });
}
