import { originText, type PageOrigin } from "../../lib/git/page-origin";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";
import { markup, type Html } from "../../review/render/html";
import { pageFrame } from "../../review/render/page-frame";
import { STYLE } from "../../review/render/page-style";
import { SHEET_STYLE, sheetBlock } from "../../review/render/sheet-block";
import type { GpuBalance } from "./tally";
import type { Usage } from "./usage";

const USAGE_STYLE = `
.balance { margin-top: 1.5rem; }
.balance svg { display: block; width: 100%; height: 1.5rem; border-radius: 3px; }
.balance .used { fill: var(--accent); }
.balance .out { fill: var(--removed); }
.balance .idle { fill: var(--line); }
.balance figcaption { color: var(--muted); font-size: 0.8125rem; margin-top: 0.4rem; }
.balance figcaption b { color: var(--ink); font-weight: 550; }
.balance .key { display: inline-block; width: 0.7rem; height: 0.7rem; border-radius: 2px; margin: 0 0.3rem 0 0.9rem; vertical-align: -0.05rem; }
.balance .key.used { background: var(--accent); }
.balance .key.out { background: var(--removed); }
.balance .key.idle { background: var(--line); }
`;

/** Usage as one file that needs nothing beside itself. */
export function usagePage(usage: Usage, sections: readonly SheetSection[], origin?: PageOrigin): string {
  return pageFrame({
    title: `${usage.environment}: usage`,
    styles: [STYLE, SHEET_STYLE, USAGE_STYLE],
    body: markup`<header class="top"><h1>${usage.environment}  ·  ${usage.from} to ${usage.to}</h1>
<p class="origin">cost center ${usage.costCenter}${origin && markup` · ${originText(origin)}`}</p></header>
<main>
${usage.gpus.map(bar)}
${sections.map((section, index) => sheetBlock(section, `s${index}`))}
</main>`,
  });
}

/** What there was of one type of GPU, and what became of it. */
function bar({ type, gpuHours, used, out, idle }: GpuBalance): Html {
  const parts = [
    { name: "used", words: "held by jobs", hours: used },
    { name: "out", words: "drained or down", hours: out },
    { name: "idle", words: "idle", hours: idle },
  ];
  // seconds are rounded: together they may be a little more than what there was
  const whole = Math.max(gpuHours, used + out + idle) || 1;
  let x = 0;
  const rectangles = parts.map(({ name, hours }) => {
    const width = (100 * hours) / whole;
    const rectangle = markup`<rect class="${name}" x="${x.toFixed(3)}" y="0" width="${width.toFixed(3)}" height="4"/>`;
    x += width;
    return rectangle;
  });
  return markup`<figure class="balance">
<svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${type}: ${parts.map(({ words, hours }) => `${words} ${number(hours, 1)}`).join(", ")} GPU-hours">${rectangles}</svg>
<figcaption><b>${type}</b>: ${number(gpuHours, 1)} GPU-hours${parts.map(({ name, words, hours }) => markup`<span class="key ${name}"></span>${words} ${number((100 * hours) / whole, 1)} %`)}</figcaption>
</figure>`;
}
