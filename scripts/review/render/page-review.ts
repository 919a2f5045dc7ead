import { awsOf } from "../../../config/sites/aws-eks/environment";
import { SECTIONS, type ResourceChange, type Review, type Section } from "../model";
import { drawing } from "./drawing";
import { jsonData, markup, type Html } from "./html";
import { reviewData } from "./page-data";
import { findingItem, icon } from "./page-findings";
import { configTable, numberTable, restGroups } from "./page-tables";
import { blocks, byGravity, reason } from "./standing";
import { ACTION_ORDER, ACTIONS, nothingText, noiseText, REHEARSAL_NOTE, SECTION_TITLES, VERDICTS } from "./words";

/** Dangers named at the top; all of them stand in their sections. */
const NAMED = 8;

/** One environment: verdict, drawing, sections. */
export function reviewArticle(review: Review, id: string): Html {
  const findings = byGravity(review.findings).map((finding, index) => ({ finding, id: `${id}-f${index}` }));
  const changes = new Map(review.changes.map((change) => [`${change.stack}.${change.address}`, change]));
  return markup`<article class="review" id="${id}" aria-labelledby="${id}-name">
${head(review, id)}
${openDangers(findings, id)}
${drawing(review, id)}
<div class="sections" id="${id}-findings" tabindex="-1" role="group" aria-label="Findings of ${review.environment}">
${SECTIONS.map((section) =>
  block(
    review,
    section,
    findings.filter((f) => f.finding.section === section),
    changes,
    id,
  ),
)}
</div>
<script type="application/json" data-review="${id}">${jsonData(reviewData(review))}</script>
</article>`;
}

interface Placed {
  readonly finding: Review["findings"][number];
  readonly id: string;
}

function head(review: Review, id: string): Html {
  const { environment, verdict, problems, counts } = review;
  const noise = noiseText(review);
  return markup`<header class="review-head ${verdict}">
<h2 id="${id}-name">${environment}</h2>
<p class="facts">${facts(review)}</p>
<p class="verdict">${icon(verdict)}<strong>${VERDICTS[verdict]}</strong> <span>${reason(review)}</span></p>
${review.asked === "rehearsal" ? markup`<p class="note">${REHEARSAL_NOTE}</p>` : null}
${problems.length ? markup`<ul class="problems broken">${problems.map((problem) => markup`<li>${problem}</li>`)}</ul>` : null}
<ul class="counts">${ACTION_ORDER.map((action) => count(counts[action], ACTIONS[action].word, MARKS[action]))}
${noise === null ? null : markup`<li>${noise}</li>`}</ul>
</header>`;
}

const MARKS = { create: "added", update: "changed", replace: "replaced", delete: "removed" } as const;

const count = (n: number, word: string, mark: string): Html =>
  markup`<li class="${n ? mark : "none"}"><b>${n.toLocaleString("en-US")}</b> ${word}</li>`;

function facts({ before, after, asked }: Review): string {
  const env = after ?? before;
  const aws = awsOf(env);
  const place = aws ? [aws.region, `account ${aws.account}`] : env ? [env.site] : [];
  const about = env ? [...place, env.production ? "production" : "development"] : [];
  return [...about, asked === "rehearsal" ? "rehearsed plans" : "plans from AWS"].join(" · ");
}

/** What stands in the way, before anything else. */
function openDangers(findings: readonly Placed[], id: string): Html | null {
  const open = findings.filter(({ finding }) => blocks(finding));
  if (!open.length) return null;
  const more = open.length - NAMED;
  return markup`<ul class="open-dangers danger" aria-label="Dangers that nobody has acknowledged">
${open.slice(0, NAMED).map(({ finding, id: at }) => markup`<li><a href="#${at}">${finding.title}</a></li>`)}
${more > 0 ? markup`<li><a href="#${id}-findings">and ${more.toLocaleString("en-US")} more</a></li>` : null}</ul>`;
}

function block(
  review: Review,
  section: Section,
  findings: readonly Placed[],
  changes: ReadonlyMap<string, ResourceChange>,
  id: string,
): Html {
  const tables = review.tables.filter((table) => table.section === section);
  const parts = [
    ...(findings.length
      ? [
          markup`<div>${findings.map(({ finding, id: at }) => findingItem(finding, changes.get(finding.address ?? ""), at))}</div>`,
        ]
      : []),
    ...tables.map((table, index) => numberTable(table, `${id}-${section}-${index}`)),
    ...(section === "config" && review.config.length ? [configTable(review.config)] : []),
    ...(section === "rest" && (review.rest.length || review.changes.length)
      ? [restGroups(review.rest, review.changes.length)]
      : []),
  ];
  const heading = markup`<h3 id="${id}-${section}">${SECTION_TITLES[section]}</h3>`;
  if (!parts.length) {
    return markup`<section class="block quiet" aria-labelledby="${id}-${section}" data-block="${section}"><header>${heading}</header><p>${nothingText(section, review)}</p></section>`;
  }
  return markup`<section class="block" aria-labelledby="${id}-${section}" data-block="${section}"><header>${heading}${findingCount(findings.length)}</header>
<div>${parts}<p class="muted" data-nothing hidden>Nothing here matches the filters.</p></div></section>`;
}

const findingCount = (n: number): Html | null =>
  n ? markup`<p>${n.toLocaleString("en-US")} ${n === 1 ? "finding" : "findings"}</p>` : null;
