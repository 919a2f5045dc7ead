import { originText, type PageOrigin } from "../../lib/git/page-origin";
import { SECTIONS, type Review } from "../model";
import { markup, type Html } from "./html";
import { ICONS, icon } from "./page-findings";
import { pageFrame } from "./page-frame";
import { reviewArticle } from "./page-review";
import { SCRIPT } from "./page-script";
import { STYLE } from "./page-style";
import { DRAWING_STYLE } from "./page-style-drawing";
import { SECTION_STYLE } from "./page-style-sections";
import { reason, worst } from "./standing";
import { SECTION_TITLES, VERDICTS } from "./words";

const STYLES = [STYLE, DRAWING_STYLE, SECTION_STYLE];

/**
 * One page on one or several environments, in one file: it needs nothing beside itself.
 * @param origin date and commits. @default - the page does not say
 */
export function page(reviews: readonly Review[], origin?: PageOrigin): string {
  return pageFrame({
    title: title(reviews),
    styles: STYLES,
    script: SCRIPT,
    body: markup`<a class="skip" href="#reviews">Skip to the review</a>
<a class="skip" href="#filters">Skip to the filters</a>
${ICONS}
<header class="top"><h1>Plan review <span>Railyard${origin && ` · ${originText(origin)}`}</span></h1>${themeSwitch()}</header>
<main>
${filters(reviews)}
<div id="reviews" tabindex="-1">
${reviews.length > 1 ? environments(reviews) : null}
${reviews.length ? reviews.map((review, index) => reviewArticle(review, `r${index}`)) : markup`<p class="verdict">No environment changes.</p>`}
</div>
</main>`,
  });
}

function title(reviews: readonly Review[]): string {
  const names = reviews.length === 1 ? (reviews[0]?.environment ?? "") : `${reviews.length} environments`;
  return `${VERDICTS[worst(reviews)]}: ${names}, plan review`;
}

function themeSwitch(): Html {
  const themes = ["system", "light", "dark"].map(
    (theme, index) =>
      markup`<label><input type="radio" name="theme" id="theme-${theme}" value="${theme}"${index === 0 ? markup` checked` : null}><span>${theme.charAt(0).toUpperCase()}${theme.slice(1)}</span></label>`,
  );
  return markup`<fieldset class="switch"><legend class="unseen">Colours of the page</legend>${themes}</fieldset>`;
}

function environments(reviews: readonly Review[]): Html {
  return markup`<nav aria-label="Environments"><ul class="environments">${reviews.map(
    (review, index) =>
      markup`<li><a href="#r${index}">${review.environment}</a><span class="standing ${review.verdict}">${icon(review.verdict)}${VERDICTS[review.verdict]}</span><span class="muted">${reason(review)}</span></li>`,
  )}</ul></nav>`;
}

const SEVERITIES = [
  ["danger", "Danger"],
  ["warning", "Warning"],
  ["info", "Information"],
] as const;

/** Filters for all environments of the page. They need the script, which shows them; a phone folds them away at first. */
function filters(reviews: readonly Review[]): Html {
  const stacks = [...new Set(reviews.flatMap(({ changes }) => changes.map(({ stack }) => stack)))].sort();
  return markup`<form class="filters" id="filters" role="search" aria-label="Filters" tabindex="-1" hidden>
<button type="button" class="fold" data-fold aria-expanded="false" aria-controls="filters">Filters</button>
<fieldset><legend class="unseen">Severity</legend>${SEVERITIES.map(
    ([value, label]) => markup`<label><input type="checkbox" name="severity" value="${value}" checked>${label}</label>`,
  )}</fieldset>
<label>Section <select name="section"><option value="">all</option>${SECTIONS.map((section) => markup`<option value="${section}">${SECTION_TITLES[section]}</option>`)}</select></label>
<label>Stack <select name="stack"><option value="">all</option>${stacks.map((stack) => markup`<option value="${stack}">${stack}</option>`)}</select></label>
<label class="search">Text <input type="search" name="text" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
<button type="button" data-clear hidden>Clear filters</button>
<output role="status"></output>
</form>`;
}
