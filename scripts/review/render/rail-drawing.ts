import type { RdmaRail } from "../../../config/fabrics/rdma/setup";
import type { ResolvedPool } from "../../../config/pools/pool";
import type { SiteEnvironment } from "../../../config/sites/environment";
import { fitted, plainText, rect, type Box, type Point } from "./drawing-svg";
import type { Shape } from "./drawing-layout";
import { markup, type Html } from "./html";

/** A pool whose cards are wired to rails. */
type RailPool = ResolvedPool & { readonly fabric: { readonly rdma: NonNullable<ResolvedPool["fabric"]["rdma"]> } };

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
const HEAD = 52;
const GAP = 28;
const CARD = 12;

/** Pools with InfiniBand or RoCE. */
export const railPools = ({ nodeGroups }: SiteEnvironment): RailPool[] =>
  nodeGroups.filter((pool): pool is RailPool => pool.fabric.rdma !== null);

/** One drawing of all pools with rails: a node of each, the leaf that a card of each rail is at, and what joins the rails. */
export function railDrawing(pools: readonly RailPool[], name: string, shape: Shape): Html {
  const columns = COLUMNS[shape];
  let y = 0;
  const drawn = pools.map((pool) => {
    const at = y;
    y += heightOf(pool) + GAP;
    return poolDrawing(pool, at, columns);
  });
  return markup`<svg class="${shape}" viewBox="0 0 ${columns.width} ${y - GAP}" role="group" aria-label="Rails of ${name}">${drawn}</svg>`;
}

const heightOf = ({ fabric: { rdma } }: RailPool): number => HEAD + rdma.rails.length * ROW + 10;

function poolDrawing(pool: RailPool, top: number, columns: Columns): Html {
  const { name, machineType, count, gpus, fabric } = pool;
  const { rails, joined } = fabric.rdma;
  const { leaf, spine } = columns;
  const node: Box = { x: 0, y: top, width: leaf.x - 60, height: heightOf(pool) };
  const inside = node.width - 24;
  const about = `${name}: ${count.max} nodes, ${machineType}, ${rails.length} rails of ${fabric.title}${joined ? "" : ", which no switch joins"}`;
  const rows = rails.map((rail, index) => railRow(rail, pool, top + HEAD + index * ROW, columns));
  const spines: Box = { x: spine.x, y: top + HEAD, width: spine.width, height: rails.length * ROW };
  return markup`<g class="part" tabindex="0" role="img" aria-label="${about}"><title>${about}</title>
${rect(node, "frame", 5)}
${plainText(`${name}: ${count.max} × ${machineType}`, { x: 12, y: top + 20 }, inside, "title")}
${plainText(gpus ? `each with ${gpus.count} ${gpus.model}` : "without GPUs", { x: 12, y: top + 38 }, inside, "small", "muted")}
${plainText(`${fabric.title}: a leaf for each rail`, { x: leaf.x, y: top + 38 }, leaf.width, "small", "muted")}
${rows}
${joined ? rect(spines, "frame", 5) : null}
${plainText(joined ? "spines" : "not joined", { x: spine.x + 8, y: top + HEAD + 20 }, spine.width - 12, "text", joined ? "" : "muted")}
</g>`;
}

/** A GPU, the card behind the same PCIe switch, and the leaf that it is at. */
function railRow(rail: RdmaRail, { gpus, fabric }: RailPool, top: number, columns: Columns): Html {
  const { gpu, card, leaf, spine } = columns;
  const middle = top + ROW / 2;
  const [left, right] = [card + CARD, leaf.x];
  // config or catalogue know in most servers which GPU is behind which card; the drawing has one for each rail
  const hasGpu = gpus !== null && gpus.count >= fabric.devices;
  const words = [rail.hca, rail.pci, `${rail.gbps} Gbps`].filter((word) => word !== null).join("  ");
  const box: Box = { x: leaf.x, y: top + 4, width: leaf.width, height: ROW - 8 };
  const room = leaf.x - 60 - left - 14;
  return markup`${
    hasGpu ? markup`<path class="gpus" d="M${gpu - 5} ${middle}a5 5 0 1 1 10 0a5 5 0 1 1 -10 0z"/>` : null
  }<path class="nic" d="M${card} ${middle - CARD / 2}h${CARD}v${CARD}h-${CARD}z"/>
<text class="small muted" x="${left + 8}" y="${middle + 4}">${fitted(words, room, "small")}</text>
<g class="track"><path d="M${leaf.x - 60} ${middle}H${right}"/>${
    fabric.rdma.joined ? markup`<path d="M${leaf.x + leaf.width} ${middle}H${spine.x}"/>` : null
  }</g>
${rect(box, "frame", 4)}
${plainText(`rail ${rail.rail}  ${rail.subnet}`, { x: leaf.x + 8, y: middle + 4 }, leaf.width - 14, "small")}`;
}
