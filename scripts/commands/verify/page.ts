import type { PageOrigin } from "../../lib/git/page-origin";
import { originText } from "../../lib/git/page-origin";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { markup, type Html } from "../../review/render/html";
import { pageFrame } from "../../review/render/page-frame";
import { STYLE } from "../../review/render/page-style";
import { SHEET_STYLE, sheetBlock } from "../../review/render/sheet-block";
import type { CheckRun } from "../../verify/engine/journal";
import type { Evidence } from "../../verify/evidence";
import { outcomeText } from "../../verify/outcome";
import { curves, CURVES_STYLE } from "./curves";

const VERIFY_STYLE = `
.nodes { margin-top: 1.5rem; }
.nodes svg { display: block; max-width: 100%; height: auto; }
.nodes p { color: var(--muted); font-size: 0.8125rem; margin: 0.6rem 0 0.3rem; }
.nodes .passed { fill: var(--added); }
.nodes .measured { fill: var(--accent); }
.nodes .failed { fill: var(--removed); }
.nodes .not-run { fill: var(--line); }
.nodes .none { fill: none; stroke: var(--line); }
.nodes figcaption { color: var(--muted); font-size: 0.8125rem; margin-top: 0.4rem; }
.nodes .key { display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 2px; margin: 0 0.3rem 0 0.9rem; vertical-align: -0.05rem; }
.nodes .key.passed { background: var(--added); }
.nodes .key.measured { background: var(--accent); }
.nodes .key.failed { background: var(--removed); }
.nodes .key.not-run { background: var(--line); }
`;

/** Evidence as one file that needs nothing beside itself. */
export function evidencePage(evidence: Evidence, sections: readonly SheetSection[], origin: PageOrigin): string {
  return pageFrame({
    title: `${evidence.environment}: ${evidence.suite}`,
    styles: [STYLE, SHEET_STYLE, VERIFY_STYLE, CURVES_STYLE],
    body: markup`<header class="top"><h1>${evidence.environment}  ·  ${evidence.suite}</h1>
<p class="origin">${outcomeText(evidence)} ${evidence.startedAt} to ${evidence.finishedAt} · config ${evidence.configHash} · ${originText(origin)}</p></header>
<main>
${evidence.pools.filter(({ runs, free }) => runs.length > 0 && free.length > 0).map((pool) => [grid(evidence, pool), curves(evidence, pool)])}
${sections.map((section, index) => sheetBlock(section, `s${index}`))}
</main>`,
  });
}

/** Side of a cell, the gap beside it, and how many stand in a row: on a phone all of them are seen, smaller. */
const [CELL, GAP, ROW_WIDTH] = [12, 3, 48];

/** A drawing for each check, with a cell for each node. */
function grid({ checks }: Evidence, { pool, runs, free }: Evidence["pools"][number]): Html {
  const step = CELL + GAP;
  const [width, height] = [Math.min(free.length, ROW_WIDTH) * step, Math.ceil(free.length / ROW_WIDTH) * step];
  const shown = checks.filter(({ id }) => runs.some(({ check }) => check === id));
  const drawings = shown.map(({ id, title }) => {
    const cells = free.map((node, at) => {
      const status = statusOf(runs.filter(({ check, nodes }) => check === id && nodes.includes(node)));
      const [x, y] = [(at % ROW_WIDTH) * step, Math.floor(at / ROW_WIDTH) * step];
      return markup`<rect class="${status}" x="${x}" y="${y}" width="${CELL}" height="${CELL}" rx="2"><title>${node}: ${title}, ${status}</title></rect>`;
    });
    return markup`<p>${title}</p><svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${title} of ${pool} by node">${cells}</svg>`;
  });
  const keys = (["passed", "measured", "failed", "not-run"] as const).map(
    (status) => markup`<span class="key ${status}"></span>${status.replace("-", " ")}`,
  );
  return markup`<figure class="nodes">
${drawings}
<figcaption>${pool}: a square for each of ${free.length} nodes, from ${free[0]} on ${keys}</figcaption>
</figure>`;
}

const ORDER: readonly CheckRun["status"][] = ["failed", "unreadable", "not-run", "measured", "passed"];

/** With whom a node failed is not its fault where it passed as well: the best of what it did in pairs counts. */
function statusOf(runs: readonly CheckRun[]): string {
  if (runs.length === 0) return "none";
  const found = ORDER.toReversed().find((status) => runs.some((run) => run.status === status))!;
  return found === "unreadable" ? "failed" : found;
}
