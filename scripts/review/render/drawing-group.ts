import { fabricTitle } from "../../../config/fabrics/resolve";
import type { ResolvedNodeGroup } from "../../../config/sites/aws-eks/nodes/node-group";
import { count } from "../../lib/environments/report-problems";
import { number } from "../../lib/terminal/table";
import { heading, headingHeight, PADDING } from "./drawing-cards";
import { gridOf, nodeCells } from "./drawing-nodes";
import { nodeStrip, STRIP_HEIGHT } from "./drawing-strip";
import { focusable, lineOf, mergedText, rect, textLine, type Card, type Line } from "./drawing-svg";
import { markup, type Html } from "./html";
import type { Part } from "./picture";

/** Room of the bracket around nodes. */
const BRACKET = 8;
const LABEL_HEIGHT = 16;
/** A card as wide as this has its words on the left and its nodes on the right. */
const WIDE = 620;
const WORDS_WIDTH = 370;

/** A node group: what it is in words, one node from inside, and all of its nodes. */
export function groupCard(part: Part<ResolvedNodeGroup>, width: number): Card {
  const lines = groupLines(part);
  const words = headingHeight(lines.length);
  const beside = width >= WIDE;
  const left = beside ? WORDS_WIDTH : PADDING;
  const top = beside ? PADDING + 20 : words;
  const inner = width - left - PADDING;
  const nodes = Math.max(part.before?.count.max ?? 0, part.after?.count.max ?? 0);
  const grid = gridOf(nodes, inner - 2 * BRACKET);
  const indent = placed(part) ? BRACKET : 0;
  const bracket = { width: inner, height: grid.height + 2 * BRACKET + LABEL_HEIGHT };
  const height = Math.max(words, top + STRIP_HEIGHT + 8 + bracket.height + PADDING);
  return {
    height,
    draw: ({ x, y }) => {
      const at = { x: x + left, y: y + top + STRIP_HEIGHT + 8 };
      return focusable(part, [part.name, ...lines.map(mergedText)].join("; "), part.name, "group", [
        rect({ x, y, width, height }, "frame"),
        markup`${heading(part, part.name, lines, { x, y }, width)}`,
        markup`${strips(part, { x: x + left, y: y + top }, inner)}`,
        rect({ ...at, ...bracket }, `placement ${placed(part) ? "close" : "loose"}`, 3),
        textLine(
          lineOf(part, placementText),
          { x: at.x + indent, y: at.y + 15 },
          inner - 2 * BRACKET,
          "small",
          "muted",
        ),
        markup`${nodeCells(part, grid, { x: at.x + indent, y: at.y + BRACKET + LABEL_HEIGHT })}`,
      ]);
    },
  };
}

function groupLines(part: Part<ResolvedNodeGroup>): Line[] {
  return [
    lineOf(part, (g) => [nodesText(g), " × ", g.machines.instanceType]),
    lineOf(part, gpusText),
    lineOf(part, fabricText),
    lineOf(part, (g) => [capacityText(g)]),
  ];
}

function gpusText({ gpus, count: nodes, nvlinkDomainNodes }: ResolvedNodeGroup): string[] {
  if (!gpus) return ["no", " ", "GPUs"];
  const words = [number(gpus.count * nodes.max), " × ", gpus.model];
  return nvlinkDomainNodes === null ? words : [...words, " in one NVLink domain"];
}

function nodesText({ count: nodes }: ResolvedNodeGroup): string {
  if (nodes.owner === "autoscaler") return `${nodes.min} to ${nodes.max}`;
  if (nodes.owner === "schedule") return `${number(nodes.max)} in their hours`;
  if (nodes.owner === "terraform" || nodes.window === "open") return number(nodes.max);
  return nodes.window === "before" ? `${number(nodes.max)} (block not begun)` : `${number(nodes.max)} (block over)`;
}

function fabricText({ fabric, hardware }: ResolvedNodeGroup): string[] {
  const { cards } = hardware.network;
  const { gbps, devices } = fabric;
  const speed = gbps === null ? "unknown Gbps" : `${number(gbps)} Gbps`;
  return [
    devices > 0 ? String(devices) : "no",
    ` ${fabricTitle([fabric])} on `,
    count(cards, "card"),
    ", ",
    speed,
    " a node",
  ];
}

function capacityText({ machines: { capacity } }: ResolvedNodeGroup): string {
  switch (capacity.kind) {
    case "reservation":
      return `reservation ${capacity.target}`;
    case "capacity-block":
      return `capacity block ${capacity.id}`;
    default:
      return capacity.kind;
  }
}

function placementText({ machines: { placement, zones }, fabric, nvlinkDomainNodes }: ResolvedNodeGroup): string[] {
  const rails = fabric.devices > 0 ? count(fabric.devices, "rail") : "";
  const loose = zones.length > 1 ? "in any of these zones" : "no placement group";
  const group = placement.kind === "named" ? `placement group ${placement.name}` : "placement group";
  const near = placement.kind === "none" ? loose : group;
  return [nvlinkDomainNodes === null ? near : "NVLink domain", rails && ", ", rails];
}

/** Nodes that are close to each other have a closed bracket: those of a placement group, and of an NVLink domain. */
function placed({ before, after }: Part<ResolvedNodeGroup>): boolean {
  const group = after ?? before;
  return group?.machines.placement.kind !== "none" || group.nvlinkDomainNodes !== null;
}

/** One node from inside; where it differs, that of the view. */
function strips({ before, after }: Part<ResolvedNodeGroup>, at: { x: number; y: number }, width: number): Html[] {
  if (before && after && before.machines.instanceType === after.machines.instanceType && sameFabric(before, after)) {
    return [nodeStrip(after, at, width, "")];
  }
  if (before && after) return [nodeStrip(before, at, width, "vb"), nodeStrip(after, at, width, "vac")];
  const only = after ?? before;
  return only ? [nodeStrip(only, at, width, "")] : [];
}

const sameFabric = (a: ResolvedNodeGroup, b: ResolvedNodeGroup): boolean =>
  JSON.stringify(a.fabric) === JSON.stringify(b.fabric);
