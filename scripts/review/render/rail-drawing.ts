import type { RdmaRail } from "../../../config/fabrics/rdma/setup";
import { isNodeGroup, type ResolvedPool } from "../../../config/pools/pool";
import { awsOf } from "../../../config/sites/aws-eks/environment";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { number } from "../../lib/terminal/table";
import {
  badge,
  badgeWidth,
  fitted,
  focusable,
  lineOf,
  mergedText,
  partClasses,
  rect,
  textLine,
  type Box,
  type Point,
} from "./drawing-svg";
import type { Shape } from "./drawing-layout";
import { markup, type Html } from "./html";
import { partsOf, type Part } from "./picture";

/** Places of a drawing, px. */
interface Columns {
  readonly width: number;
  /** Middle of the GPUs. */
  readonly gpu: number;
  /** Left end of the cards. */
  readonly card: number;
  readonly leaf: Point & { readonly width: number };
  readonly spine: { readonly x: number; readonly width: number };
}

const COLUMNS: Readonly<Record<Shape, Columns>> = {
  wide: { width: 1000, gpu: 42, card: 80, leaf: { x: 440, y: 0, width: 330 }, spine: { x: 850, width: 150 } },
  narrow: { width: 460, gpu: 28, card: 52, leaf: { x: 196, y: 0, width: 166 }, spine: { x: 392, width: 68 } },
};
const ROW = 30;
/** Above the frame of a node. */
const TITLE = 22;
const HEAD = 52;
const GAP = 28;
const CARD = 12;

/**
 * Pools of servers that exist, as they were and as they will be, where the environment stands in no account of AWS.
 * @param before null: it is new. @param after null: it is removed
 */
export function poolParts(before: SiteEnvironment | null, after: SiteEnvironment | null): Part<ResolvedPool>[] {
  const poolsOf = (env: SiteEnvironment | null) =>
    env === null || awsOf(env) ? [] : env.nodeGroups.filter((pool) => !isNodeGroup(pool));
  return partsOf(poolsOf(before), poolsOf(after), ({ name }) => name);
}

/** One drawing of all pools: a node of each, the leaf that a card of each rail is at, and what joins the rails. */
export function railDrawing(pools: readonly Part<ResolvedPool>[], name: string, shape: Shape): Html {
  const columns = COLUMNS[shape];
  let y = 0;
  const drawn = pools.map((part) => {
    const at = y;
    y += heightOf(part) + GAP;
    return poolDrawing(part, at, columns);
  });
  return markup`<svg class="${shape}" viewBox="0 0 ${columns.width} ${y - GAP}" role="group" aria-label="Pools of ${name}, and their rails">${drawn}</svg>`;
}

const railsOf = (pool: ResolvedPool | null): readonly RdmaRail[] => pool?.fabric.rdma?.rails ?? [];
const isJoined = (pool: ResolvedPool | null): boolean => pool?.fabric.rdma?.joined === true;

/** The rails of a pool by their place, as they were and as they will be. */
function railParts({ before, after }: Part<ResolvedPool>): Part<RdmaRail>[] {
  const [was, will] = [railsOf(before), railsOf(after)];
  return Array.from({ length: Math.max(was.length, will.length) }, (_, at) => ({
    name: String(at),
    before: was[at] ?? null,
    after: will[at] ?? null,
    mark: null,
  }));
}

const heightOf = (part: Part<ResolvedPool>): number => HEAD + railParts(part).length * ROW + 10;

function poolDrawing(part: Part<ResolvedPool>, top: number, columns: Columns): Html {
  const { name, before, after } = part;
  const { leaf, spine } = columns;
  const rails = railParts(part);
  const node: Box = { x: 0, y: top + TITLE, width: leaf.x - 60, height: heightOf(part) - TITLE };
  const inside = node.width - 24;
  const title = lineOf(part, ({ count, machineType }) => [`${name}: `, number(count.max), " × ", machineType]);
  const gpus = lineOf(part, ({ gpus: own }) =>
    own ? ["each with ", String(own.count), " ", own.model] : ["without", " ", "GPUs"],
  );
  const fabric = lineOf(part, (pool) => [
    `${pool.fabric.title}: ${railsOf(pool).length > 0 ? "leaf of each rail" : "no rails"}`,
  ]);
  const join = lineOf(part, (pool) => [
    railsOf(pool).length === 0 ? "no rails" : isJoined(pool) ? "spines" : "not joined",
  ]);
  const about = [title, gpus, lineOf(part, aboutRails)].map(mergedText).join("; ");
  const spines: Box = { x: spine.x, y: top + HEAD, width: spine.width, height: rails.length * ROW };
  const joined = {
    name,
    before: isJoined(before) ? before : null,
    after: isJoined(after) ? after : null,
    mark: null,
  };
  return focusable(part, about, name, "pool", [
    rect(node, "frame", 5),
    textLine(title, { x: 0, y: top + 15 }, columns.width - badgeWidth(part), "title"),
    badge(part, { x: columns.width, y: top }),
    textLine(gpus, { x: 12, y: top + 38 }, inside, "small", "muted"),
    textLine(fabric, { x: leaf.x, y: top + 38 }, leaf.width, "small", "muted"),
    markup`${rails.map((rail, index) => railRow(rail, part, top + HEAD + index * ROW, columns))}`,
    joined.before || joined.after ? markup`<g class="${partClasses(joined)}">${rect(spines, "frame", 5)}</g>` : null,
    rails.length > 0
      ? textLine(join, { x: spine.x + 8, y: top + HEAD + 20 }, spine.width - 12, "text", joined.after ? "" : "muted")
      : null,
  ]);
}

function aboutRails(pool: ResolvedPool): string[] {
  const rails = railsOf(pool);
  if (rails.length === 0) return ["no rails"];
  return [String(rails.length), " rails of ", pool.fabric.title, isJoined(pool) ? "" : ", which no switch joins"];
}

/** A GPU, the card behind the same PCIe switch, and the leaf that it is at. */
function railRow(rail: Part<RdmaRail>, pool: Part<ResolvedPool>, top: number, columns: Columns): Html {
  const { gpu, card, leaf, spine } = columns;
  const middle = top + ROW / 2;
  const [left, right] = [card + CARD, leaf.x];
  // config or catalogue know in most servers which GPU is behind which card; the drawing has one for each rail
  const { gpus, fabric } = (pool.after ?? pool.before)!;
  const hasGpu = gpus !== null && gpus.count >= fabric.devices;
  const box: Box = { x: leaf.x, y: top + 4, width: leaf.width, height: ROW - 8 };
  const room = leaf.x - 60 - left - 14;
  const about = lineOf(rail, ({ hca, pci, gbps }) => [
    fitted([hca, pci, `${gbps} Gbps`].filter((word) => word !== null).join("  "), room, "small"),
  ]);
  const joins = isJoined(pool.after ?? pool.before);
  return markup`<g class="${partClasses(rail)}">${
    hasGpu ? markup`<path class="gpus" d="M${gpu - 5} ${middle}a5 5 0 1 1 10 0a5 5 0 1 1 -10 0z"/>` : null
  }<path class="nic" d="M${card} ${middle - CARD / 2}h${CARD}v${CARD}h-${CARD}z"/>
${textLine(about, { x: left + 8, y: middle + 4 }, room, "small", "muted")}
<g class="track"><path d="M${leaf.x - 60} ${middle}H${right}"/>${
    joins ? markup`<path d="M${leaf.x + leaf.width} ${middle}H${spine.x}"/>` : null
  }</g>
${rect(box, "frame", 4)}
${textLine(
  lineOf(rail, ({ rail: index, subnet }) => [`rail ${index}  `, subnet]),
  { x: leaf.x + 8, y: middle + 4 },
  leaf.width - 14,
  "small",
)}</g>`;
}
