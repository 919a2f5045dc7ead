import { place, tick } from "../../review/render/axis";
import { markup, type Html } from "../../review/render/html";
import type { CheckRun } from "../../verify/engine/journal";
import type { Evidence } from "../../verify/evidence";
import { size } from "../../verify/judge/collective";
import type { Curve, Floor } from "../../verify/verdict";
import { fourDigits } from "../../verify/four-digits";

/** Looks of {@link curves}. */
export const CURVES_STYLE = `
.curves { margin-top: 1.5rem; }
.curves svg { display: block; max-width: 100%; height: auto; }
.curves text { font-size: 11px; fill: var(--muted); font-family: inherit; }
.curves .axis { stroke: var(--line); }
.curves .run { fill: none; stroke-width: 1.5; stroke: var(--line); stroke-linejoin: round; }
.curves .passed { stroke: var(--added); }
.curves .measured { stroke: var(--accent); }
.curves .failed { stroke: var(--removed); stroke-width: 2; }
.curves .floor { stroke: var(--removed); stroke-dasharray: 5 4; }
.curves .ceiling { stroke: var(--muted); stroke-dasharray: 1 4; }
.curves figcaption { color: var(--muted); font-size: 0.8125rem; margin-top: 0.4rem; }
`;

/** Room of the drawing, and of what stands beside its axes. */
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [680, 240, 48, 120, 12, 26] as const;

interface Line {
  readonly nodes: readonly string[];
  readonly status: CheckRun["status"];
  readonly curve: Curve;
  readonly floor: Floor | null;
}

/** A drawing for each check of a pool that measures several sizes: bandwidth over the size of messages. */
export function curves({ checks }: Evidence, { pool, runs }: Evidence["pools"][number]): Html[] {
  return checks.flatMap(({ id, title }) => {
    const lines = runs.flatMap(({ check, nodes, status, verdict }): Line[] =>
      check === id && verdict?.curve
        ? [{ nodes, status, curve: verdict.curve, floor: verdict.figures[0]?.floor ?? null }]
        : [],
    );
    return lines.length > 0 ? [drawing(`${pool}: ${title}`, lines)] : [];
  });
}

function drawing(title: string, lines: readonly Line[]): Html {
  const points = lines.flatMap(({ curve }) => curve.points);
  const sizes = [...new Set(points.map(({ bytes }) => bytes))].toSorted((one, other) => one - other);
  const { unit, ceiling } = lines[0]!.curve;
  const floors = [...new Set(lines.flatMap(({ floor }) => floor?.value ?? []))];
  const highest = Math.max(...points.map(({ value }) => value), ceiling ?? 0, ...floors);
  const step = tick(highest);
  const top = Math.max(step, Math.ceil(highest / step) * step);
  const [least, most] = [Math.log2(sizes[0]!), Math.log2(sizes.at(-1)!)];
  const x = (bytes: number) =>
    place(LEFT, WIDTH - RIGHT, most > least ? (Math.log2(bytes) - least) / (most - least) : 0);
  const y = (value: number) => place(HEIGHT - BOTTOM, TOP, value / top);
  const limits = [
    ...(ceiling === null ? [] : [{ kind: "ceiling", value: ceiling, words: `cards, ${fourDigits(ceiling)}` }]),
    ...floors.map((value) => ({ kind: "floor", value, words: `floor, ${fourDigits(value)}` })),
  ].toSorted((one, other) => other.value - one.value);
  // words that would lie on each other stand below each other
  let under = -Infinity;
  const across = limits.map(({ kind, value, words }) => {
    under = Math.max(y(value) + 4, under + 12);
    return markup`<line class="${kind}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${WIDTH - RIGHT + 6}" y="${under}">${words}</text>`;
  });
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step);
  // what failed is drawn last, over the others
  const ordered = lines.toSorted((one, other) => Number(one.status === "failed") - Number(other.status === "failed"));
  return markup`<figure class="curves">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-label="${title}, ${unit} over size">
${levels.map((value) => markup`<line class="axis" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${fourDigits(value)}</text>`)}
${sizes.filter((_, at) => (sizes.length - 1 - at) % Math.ceil(sizes.length / 8) === 0).map((bytes) => markup`<text x="${x(bytes)}" y="${HEIGHT - 8}" text-anchor="middle">${size(bytes)}</text>`)}
${across}
${ordered.map(({ nodes, status, curve }) => markup`<polyline class="run ${status}" points="${curve.points.map(({ bytes, value }) => `${x(bytes)},${y(value)}`).join(" ")}"><title>${nodes.join(", ")}: ${status}</title></polyline>`)}
</svg>
<figcaption>${title}, ${unit} over the size of messages${floors.length > 0 ? "; the floor holds for the largest" : ""}</figcaption>
</figure>`;
}
