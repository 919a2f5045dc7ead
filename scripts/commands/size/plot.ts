import { place, tick } from "../../review/render/axis";
import { markup, type Html } from "../../review/render/html";

/** Looks of {@link plot}. */
export const PLOT_STYLE = `
.plot { margin-top: 1.5rem; }
.plot svg { display: block; max-width: 100%; height: auto; }
.plot text { font-size: 11px; fill: var(--muted); font-family: inherit; }
.plot .axis { stroke: var(--line); }
.plot polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; stroke-linejoin: round; }
.plot .second { stroke: var(--removed); }
.plot circle { fill: var(--accent); }
.plot circle.second { fill: var(--removed); stroke: none; }
.plot .touch { fill: transparent; }
.plot figcaption { color: var(--muted); font-size: 0.8125rem; margin-top: 0.4rem; }
`;

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  /** The formula with its numbers: what a pointer on it reads. */
  readonly formula: string;
  /** Whether it is drawn as a dot. @default false */
  readonly marked?: boolean;
}

export interface PlotProps {
  readonly title: string;
  readonly caption: string;
  /** Lines by their name. */
  readonly lines: readonly { readonly name: string; readonly points: readonly PlotPoint[] }[];
  /** Words of a place on the axis. */
  readonly xText: (value: number) => string;
  readonly yText: (value: number) => string;
  /** Whether places along the axis are even, and not by their ratios. @default false */
  readonly even?: boolean;
  /** Highest value of the axis. @default - what the points need */
  readonly top?: number;
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [680, 240, 64, 90, 12, 26] as const;

/** A drawing over a scale of logarithms, or an even one; each point says how its number is made. */
export function plot({ title, caption, lines, xText, yText, even = false, top: given }: PlotProps): Html {
  const points = lines.flatMap((line) => line.points);
  const xs = [...new Set(points.map(({ x }) => x))].toSorted((one, other) => one - other);
  const scaled = (value: number) => (even ? value : Math.log(value));
  const [least, most] = [scaled(xs[0]!), scaled(xs.at(-1)!)];
  const highest = given ?? Math.max(...points.map(({ y }) => y));
  const step = tick(highest);
  const top = Math.max(step, Math.ceil(highest / step - 1e-9) * step);
  const x = (value: number) =>
    place(LEFT, WIDTH - RIGHT, most > least ? (scaled(value) - least) / (most - least) : 0.5);
  const y = (value: number) => place(HEIGHT - BOTTOM, TOP, value / top);
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
  const every = Math.ceil(xs.length / 7);
  const kind = (at: number) => (at === 0 ? "first" : "second");
  // names that would lie on each other stand below each other
  let under = -Infinity;
  const names = lines
    .map(({ name, points: of }, at) => ({ name, at, end: of.at(-1)! }))
    .toSorted((one, other) => other.end.y - one.end.y)
    .map(({ name, end }) => {
      under = Math.max(y(end.y) + 4, under + 12);
      return markup`<text x="${x(end.x) + 6}" y="${under}">${name}</text>`;
    });
  return markup`<figure class="plot">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-label="${title}">
${levels.map((value) => markup`<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${yText(value)}</text>`)}
${xs.filter((_, at) => at % every === 0).map((value) => markup`<text x="${x(value)}" y="${HEIGHT - 8}" text-anchor="middle">${xText(value)}</text>`)}
${lines.map(({ points: of }, at) => markup`<polyline class="${kind(at)}" points="${of.map((point) => `${x(point.x)},${y(point.y)}`).join(" ")}"/>`)}
${lines.map(({ points: of }, at) => of.filter(({ marked }) => marked).map((point) => markup`<circle class="${kind(at)}" cx="${x(point.x)}" cy="${y(point.y)}" r="3.5"/>`))}
${names}
${lines.map(({ points: of }) => of.map((point) => markup`<circle class="touch" cx="${x(point.x)}" cy="${y(point.y)}" r="7"><title>${point.formula}</title></circle>`))}
</svg>
<figcaption>${title}. ${caption}</figcaption>
</figure>`;
}
