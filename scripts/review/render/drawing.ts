import type { Review } from "../model";
import { SIGNS } from "./drawing-svg";
import { environmentDrawing } from "./environment-drawing";
import { markup, type Html } from "./html";
import type { Shape } from "./drawing-layout";
import { changes, pictureOf } from "./picture";
import { poolParts, railDrawing } from "./rail-drawing";

const VIEWS = [
  ["changes", "Changes"],
  ["before", "Before"],
  ["after", "After"],
] as const;

/**
 * The drawing of an environment, with what changes marked on it by colour, sign and word, and a switch to what was
 * and what will be. The switch works without a script.
 * @param id of the review, unique in the page
 */
export function drawing(review: Review, id: string): Html {
  const { before, after, environment } = review;
  const picture = pictureOf(review);
  const pools = picture ? [] : poolParts(before, after);
  if (!picture && pools.length === 0) return markup`<p class="muted">There is no environment to draw.</p>`;
  // where all of it comes or goes, the title says so, and a mark on everything says no more
  const parts = before === null || after === null ? pools.map((part) => ({ ...part, mark: null })) : pools;
  const marks = picture ? changes(picture) : parts.some(({ mark }) => mark !== null);
  const both = marks && before !== null && after !== null;
  const drawn = (shape: Shape) =>
    picture ? environmentDrawing(picture, environment, shape) : railDrawing(parts, environment, shape);
  return markup`<figure class="drawing" aria-labelledby="${id}-drawing-title">
<div class="drawing-bar">
<h3 id="${id}-drawing-title">${drawingTitle(review, marks)}</h3>
${both ? viewSwitch(id) : null}
</div>
<div class="figure">
${drawn("wide")}
${drawn("narrow")}
</div>
<figcaption>
<p class="about" data-about>Point at a part, or reach it with the Tab key, to read about it.</p>
${picture ? legend(marks) : poolLegend(marks)}
</figcaption>
</figure>`;
}

function drawingTitle({ before, after }: Review, marks: boolean): string {
  if (!before) return "The environment is new: all of this is added";
  if (!after) return "The environment is removed, with all of this";
  return marks ? "The environment, and what changes" : "The environment: nothing drawn here changes";
}

function viewSwitch(id: string): Html {
  const choices = VIEWS.map(
    ([value, label], index) =>
      markup`<label><input type="radio" name="${id}-view" value="${value}"${index === 0 ? markup` checked` : null}><span>${label}</span></label>`,
  );
  return markup`<fieldset class="switch"><legend class="unseen">What the drawing shows</legend>${choices}</fieldset>`;
}

const SIGN_NAMES = ["added", "changed", "replaced", "removed"] as const;

const signs = (): Html[] =>
  SIGN_NAMES.map((mark) => markup`<li class="${mark}"><span class="key">${SIGNS[mark]}</span> ${mark}</li>`);

/** What a drawing of pools shows. */
export const poolLegend = (marks: boolean): Html =>
  markup`<ul class="legend">${marks ? signs() : null}
<li><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><circle class="on" cx="6" cy="6" r="5"/></svg> GPU of one node</li>
<li><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><path class="efa" d="M1 1h10v10h-10z"/></svg> network card of one node, and the leaf of its rail</li>
<li>How many leaves a rail has follows from the fabric: railyard topology reads it.</li>
</ul>`;

/** What the signs of a drawing mean. */
export function legend(marks: boolean): Html {
  return markup`<ul class="legend">${marks ? signs() : null}
<li><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><path class="on" d="M1 1h10v10h-10z"/></svg> node that runs</li>
<li><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><path class="may" d="M1.5 1.5h9v9h-9z"/></svg> node that may come</li>
<li><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><circle class="on" cx="6" cy="6" r="5"/></svg> GPU of one node</li>
<li><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><path class="efa" d="M4 1h4v10h-4z"/></svg> EFA device of one node: the n-th of all nodes are a rail</li>
<li><svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><path class="ip" d="M4.5 1.5h3v9h-3z"/></svg> interface with IP alone</li>
<li><svg class="swatch line" viewBox="0 0 24 12" aria-hidden="true"><path class="way" d="M1 6h19"/><circle class="way" cx="20" cy="6" r="3"/></svg> partition uses node group</li>
<li><svg class="swatch line" viewBox="0 0 24 12" aria-hidden="true"><path class="way linked" d="M1 6h22"/></svg> file system is linked to bucket</li>
</ul>`;
}
