import { dataSheet } from "../../scripts/commands/describe/sheet";
import { titleOf } from "../../scripts/commands/describe/text";
import { tilesOf } from "../../scripts/commands/describe/tiles";
import type { Review } from "../../scripts/review/model";
import { environmentDrawing } from "../../scripts/review/render/environment-drawing";
import { Html, markup } from "../../scripts/review/render/html";
import { STYLE } from "../../scripts/review/render/page-style";
import { DRAWING_STYLE } from "../../scripts/review/render/page-style-drawing";
import { pictureOf } from "../../scripts/review/render/picture";
import { blocking, reason } from "../../scripts/review/render/standing";
import { VERDICTS } from "../../scripts/review/render/words";
import type { AwsEnvironment } from "../../config/sites/aws-eks/environment";

export type Theme = "light" | "dark";

const MARGIN = 28;
const LINE = 24;

/** A line of text above the drawing. */
interface Line {
  readonly text: string;
  readonly kind: "name" | "fact" | "verdict" | "danger";
}

/** An environment as `railyard describe --html` draws it, as one SVG file. */
export function describePicture(env: AwsEnvironment, theme: Theme): string {
  const sheet = dataSheet(env);
  const tiles = tilesOf(sheet).map(({ value, label }) => `${value} ${label}`);
  return pictureFile(
    { environment: env.name, before: env, after: env, changes: [] },
    [
      { text: titleOf(sheet), kind: "name" },
      { text: tiles.join("   ·   "), kind: "fact" },
    ],
    theme,
  );
}

/** The head of a review, with its drawing, as `review.html` has them, as one SVG file. */
export function reviewPicture(review: Review, theme: Theme): string {
  return pictureFile(
    review,
    [
      { text: review.environment, kind: "name" },
      { text: `${VERDICTS[review.verdict]}: ${reason(review)}`, kind: "verdict" },
      ...blocking(review).map(({ title }): Line => ({ text: title, kind: "danger" })),
      ...review.findings
        .filter(({ section }) => section === "money")
        .map(({ title }): Line => ({ text: title, kind: "fact" })),
    ],
    theme,
  );
}

type Drawn = Pick<Review, "environment" | "before" | "after" | "changes">;

function pictureFile(review: Drawn, lines: readonly Line[], theme: Theme): string {
  const picture = pictureOf(review);
  if (!picture) throw new Error(`${review.environment} cannot be drawn`);
  const drawn = environmentDrawing(picture, review.environment, "wide").text;
  const [, width = "", height = ""] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn) ?? [];
  const top = MARGIN + lines.length * LINE + 12;
  const size = { width: Number(width) + 2 * MARGIN, height: Number(height) + top + MARGIN };
  const inner = drawn.replace('class="wide"', `x="${MARGIN}" y="${top}" width="${width}" height="${height}"`);
  return `${
    markup`<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img">
<style>${new Html(styleOf(theme))}</style>
<rect class="sheet" width="${size.width}" height="${size.height}"/>
${lines.map(({ text, kind }, index) => markup`<text class="line ${kind}" x="${MARGIN}" y="${MARGIN + index * LINE + 12}">${text}</text>`)}
<g class="figure">${new Html(inner)}</g>
</svg>`.text
  }\n`;
}

/** The style of the pages with the colours of one theme: a picture has no theme of its own to ask for. */
function styleOf(theme: Theme): string {
  const colours = [...STYLE.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, name = "", light = "", dark = ""]) => `${name}: ${theme === "light" ? light : dark};`,
  );
  const marks = [...STYLE.matchAll(/^\.[\w, .-]+ \{ --mark: [^}]+\}$/gm)].map(([rule]) => rule);
  const drawing = DRAWING_STYLE.split("figcaption")[0]?.replace(
    /^\.(?:drawing|drawing-bar|figure(?: svg)?|drawing-bar h3) \{.*$/gm,
    "",
  );
  return [
    `:root { ${colours.join(" ")} --tint: 11%; --sans: system-ui, "Segoe UI", Roboto, Arial, sans-serif; }`,
    ...marks,
    drawing?.replace(/@container[^{]*\{[^{]*\{[^}]*\}[^{]*\{[^}]*\}\s*\}/, "").replace(/^\.figure \.narrow .*$/m, ""),
    ".sheet { fill: var(--paper); }",
    "text { font-family: var(--sans); }",
    ".line { font-size: 14px; fill: var(--muted); }",
    ".line.name { font-size: 18px; font-weight: 650; fill: var(--ink); }",
    ".line.verdict { font-weight: 600; fill: var(--changed); }",
    ".line.danger { fill: var(--removed); }",
  ].join("\n");
}
