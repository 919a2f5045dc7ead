import type { PoolCount } from "../../../config/pools/pool";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { markup, type Html } from "./html";
import type { Part } from "./picture";
import type { Point } from "./drawing-svg";

/** How nodes are laid out: squares in rows, with a wider gap after each ten, so that they can be counted. */
export interface Grid {
  readonly size: number;
  readonly gap: number;
  readonly perRow: number;
  readonly height: number;
}

/** The largest first: size of a square and the gap after it. */
const SCALES = [
  [12, 3],
  [10, 3],
  [8, 2],
  [6, 2],
  [5, 1],
  [4, 1],
  [3, 1],
] as const;
const TEN_GAP = 4;
const HIGHEST = 160;

/** The largest squares with which so many nodes are no higher than a card may be. */
export function gridOf(nodes: number, width: number): Grid {
  const grids = SCALES.map(([size, gap]): Grid => {
    const tens = Math.max(1, Math.floor((width + TEN_GAP) / ((size + gap) * 10 + TEN_GAP)));
    const perRow = tens * 10;
    return { size, gap, perRow, height: Math.max(0, Math.ceil(nodes / perRow) * (size + gap) - gap) };
  });
  return grids.find(({ height }) => height <= HIGHEST) ?? (grids.at(-1) as Grid);
}

/** Corner of the n-th node. */
function corner({ size, gap, perRow }: Grid, n: number, { x, y }: Point): Point {
  const column = n % perRow;
  const step = size + gap;
  return { x: x + column * step + Math.floor(column / 10) * TEN_GAP, y: y + Math.floor(n / perRow) * step };
}

/** `on`: a node that runs. `may`: one that may come, within the range of the group. `no`: none. */
type State = "on" | "may" | "no";

/** Whether the nth node of a group runs, may run, or is not there. */
export function stateOf(nodes: PoolCount | undefined, n: number): State {
  if (!nodes || n >= nodes.max) return "no";
  const running = nodes.owner === "autoscaler" ? nodes.min : nodes.initial;
  return n < running ? "on" : "may";
}

/** Every node of a group, one path for all that are alike before and after. */
export function nodeCells({ before, after }: Part<ResolvedNodeGroup>, grid: Grid, at: Point): Html[] {
  const count = Math.max(before?.count.max ?? 0, after?.count.max ?? 0);
  const runs: { kind: string; cells: Point[] }[] = [];
  for (let n = 0; n < count; n += 1) {
    const kind = `b-${stateOf(before?.count, n)} a-${stateOf(after?.count, n)}`;
    const last = runs.at(-1);
    if (last?.kind === kind) last.cells.push(corner(grid, n, at));
    else runs.push({ kind, cells: [corner(grid, n, at)] });
  }
  return runs.map(({ kind, cells }) => {
    const squares = cells.map(({ x, y }) => `M${x} ${y}h${grid.size}v${grid.size}h-${grid.size}z`).join("");
    const sign = kind.startsWith("b-no") ? plus : kind.endsWith("a-no") ? cross : null;
    const signs =
      sign && before && after
        ? markup`<path class="sign vc" d="${cells.map((cell) => sign(cell, grid.size)).join("")}"/>`
        : null;
    return markup`<g class="cells ${kind}"><path d="${squares}"/>${signs}</g>`;
  });
}

// drawn over a square, so that what comes and goes is also told by its form
const plus = ({ x, y }: Point, size: number): string =>
  `M${x + size / 2} ${y + size / 5}v${(size * 3) / 5}M${x + size / 5} ${y + size / 2}h${(size * 3) / 5}`;
const cross = ({ x, y }: Point, size: number): string => `M${x} ${y}l${size} ${size}M${x + size} ${y}l-${size} ${size}`;
