import {
  onsiteCard,
  bucketCard,
  clusterCard,
  lustreCard,
  volumeCard,
  PARTITION_HEIGHT,
  systemCard,
} from "./drawing-cards";
import { groupCard } from "./drawing-group";
import type { Box, Card, Point } from "./drawing-svg";
import type { Part, Picture } from "./picture";

/** Wide: zones side by side. Narrow: one below the other, for a phone. */
export type Shape = "wide" | "narrow";

const WIDTH: Readonly<Record<Shape, number>> = { wide: 1180, narrow: 400 };
/** A zone with nothing in it, and the least that a card needs. */
const EMPTY_ZONE = 290;
const CARD_ZONE = 290;
/** The list of partitions, where it stands beside the cluster. */
const LIST_WIDTH = 460;
export const LANE = 6;
const GAP = 10;
const INSET = 10;
const ZONE_TITLE = 28;
const SUBNET_TITLE = 24;
export const PUBLIC_HEIGHT = 30;

/** A card at its place. `name` and `zones` say what stands there. */
export interface PlacedCard extends Box {
  readonly card: Card;
  readonly part: Part<unknown>;
  readonly kind: "group" | "system" | "lustre";
}

export interface PlacedZone extends Box {
  readonly zone: string;
  /** Where the private subnet begins and how high it is. */
  readonly subnet: Box;
  readonly publicTop: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly cluster: PlacedAny;
  /** Left upper corner of the list of partitions, and its width. */
  readonly partitions: Point & { readonly width: number };
  /** Where tracks run side by side to their columns. */
  readonly channel: number;
  readonly vpc: Box;
  readonly zones: readonly PlacedZone[];
  readonly cards: readonly PlacedCard[];
  /** What is not in the VPC: buckets, and then servers on premises. */
  readonly outside: readonly PlacedAny[];
}

export interface PlacedAny extends Box {
  readonly card: Card;
}

interface Content {
  readonly part: Part<unknown>;
  readonly kind: PlacedCard["kind"];
  readonly zones: readonly string[];
  readonly make: (width: number) => Card;
}

/** All that stands in zones, in the order in which it is drawn. */
function contents({ groups, systemNodes, lustre, volumes }: Picture): Content[] {
  return [
    ...groups.map((part): Content => ({
      part,
      kind: "group",
      zones: (part.after ?? part.before)?.machines.zones ?? [],
      make: (width) => groupCard(part, width),
    })),
    ...lustre.map((part): Content => ({
      part,
      kind: "lustre",
      zones: [(part.after ?? part.before)?.zone ?? ""],
      make: (width) => lustreCard(part, width),
    })),
    ...volumes.map((part): Content => ({
      part,
      kind: "lustre",
      zones: (part.after ?? part.before)?.mount.zones ?? [],
      make: (width) => volumeCard(part, width),
    })),
    ...systemNodes.map((part): Content => ({
      part,
      kind: "system",
      zones: zonesOf(part),
      make: (width) => systemCard(part, width),
    })),
  ];
}

const zonesOf = ({ before, after }: Part<{ readonly zones: readonly string[] }>) => (after ?? before)?.zones ?? [];

/** Finds a place for everything. */
export function layoutOf(picture: Picture, name: string, shape: Shape): Layout {
  const all = contents(picture);
  const lanes = picture.partitions.length * LANE;
  const columns = columnsOf(picture, all, shape, 14 + lanes);
  const width = Math.max(WIDTH[shape], ...columns.map(({ x, width: own }) => x + own + INSET));
  const top = topOf(picture, name, shape, width, lanes);
  const vpc = { x: 0, y: top.bottom, width };
  const { zones, cards, bottom } = (shape === "wide" ? sideBySide : stacked)(columns, all, vpc.y + 34);
  const outside = outsideOf(picture, shape, width, bottom + 34);
  const height = Math.max(bottom + INSET, ...outside.map(({ y, height: own }) => y + own)) + 2;
  return { width, height, ...top, vpc: { ...vpc, height: bottom + INSET - vpc.y }, zones, cards, outside };
}

interface Column {
  readonly zone: string;
  readonly x: number;
  readonly width: number;
}

function columnsOf({ zones }: Picture, all: readonly Content[], shape: Shape, gutter: number): Column[] {
  if (shape === "narrow") return zones.map((zone) => ({ zone, x: gutter, width: WIDTH.narrow - gutter - INSET }));
  const used = zones.filter((zone) => all.some((content) => content.zones.length === 1 && content.zones[0] === zone));
  const fixed = zones.length * gutter + (zones.length - used.length) * EMPTY_ZONE + INSET;
  const each = Math.max(CARD_ZONE, Math.floor((WIDTH.wide - fixed) / Math.max(1, used.length)));
  const spare = used.length ? 0 : Math.floor((WIDTH.wide - fixed) / zones.length);
  let x = 0;
  return zones.map((zone) => {
    const width = used.includes(zone) ? each : EMPTY_ZONE + spare;
    const column = { zone, x: x + gutter, width };
    x += gutter + width;
    return column;
  });
}

type Top = Pick<Layout, "cluster" | "partitions" | "channel"> & { readonly bottom: number };

function topOf({ cluster, partitions }: Picture, name: string, shape: Shape, width: number, lanes: number): Top {
  const left = shape === "wide" ? width - LIST_WIDTH : 14 + lanes;
  const clusterWidth = shape === "wide" && partitions.length ? left - lanes - 30 : width;
  const card = clusterCard(cluster, name, clusterWidth);
  const placed = { x: 0, y: 0, width: clusterWidth, height: card.height, card };
  const list = partitions.length * PARTITION_HEIGHT;
  const listTop = shape === "wide" ? SUBNET_TITLE : card.height + SUBNET_TITLE + GAP;
  const listBottom = partitions.length ? listTop + list : 0;
  const channel = Math.max(card.height, listBottom) + GAP;
  const bottom = channel + (shape === "wide" ? lanes : 0) + GAP;
  return { cluster: placed, partitions: { x: left, y: listTop, width: width - left }, channel, bottom };
}

type Zones = { readonly zones: PlacedZone[]; readonly cards: PlacedCard[]; readonly bottom: number };

/** Puts cards one below the other. @returns where the next one would go */
function pile(content: readonly Content[], x: number, y: number, width: number, into: PlacedCard[]): number {
  return content.reduce((top, { part, kind, make }) => {
    const card = make(width);
    into.push({ x, y: top, width, height: card.height, card, part, kind });
    return top + card.height + GAP;
  }, y);
}

const inZone = (all: readonly Content[], zone: string) =>
  all.filter(({ zones }) => zones.length === 1 && zones[0] === zone);
const spanning = (all: readonly Content[]) => all.filter(({ zones }) => zones.length !== 1);

/** Zones as columns of the same height; what may be in several of them lies across. */
function sideBySide(columns: readonly Column[], all: readonly Content[], y: number): Zones {
  const cards: PlacedCard[] = [];
  const first = y + ZONE_TITLE + SUBNET_TITLE;
  const piled = columns.map(({ zone, x, width }) =>
    pile(inZone(all, zone), x + 2 * INSET, first, width - 4 * INSET, cards),
  );
  const left = (columns[0]?.x ?? 0) + 2 * INSET;
  const last = columns.at(-1);
  const right = (last ? last.x + last.width : 0) - 2 * INSET;
  const inner = pile(spanning(all), left, Math.max(first, ...piled), right - left, cards);
  const zones = columns.map((column) => zoneAt(column, y, inner));
  return { zones, cards, bottom: zones[0] ? zones[0].y + zones[0].height : y };
}

function stacked(columns: readonly Column[], all: readonly Content[], y: number): Zones {
  const cards: PlacedCard[] = [];
  let top = y;
  const zones = columns.map((column) => {
    const first = top + ZONE_TITLE + SUBNET_TITLE;
    const inner = pile(inZone(all, column.zone), column.x + INSET + 4, first, column.width - 2 * INSET - 8, cards);
    const zone = zoneAt(column, top, inner);
    top += zone.height + GAP;
    return zone;
  });
  const [column] = columns;
  const bottom = column ? pile(spanning(all), column.x, top, column.width, cards) : top;
  return { zones, cards, bottom };
}

function zoneAt({ zone, x, width }: Column, y: number, inner: number): PlacedZone {
  const subnet = { x: x + INSET - 2, y: y + ZONE_TITLE, width: width - 2 * INSET + 4, height: inner - y - ZONE_TITLE };
  const publicTop = inner + GAP - 2;
  return { zone, x, y, width, height: publicTop + PUBLIC_HEIGHT - y, subnet, publicTop };
}

function outsideOf({ buckets, onsite }: Picture, shape: Shape, width: number, y: number): PlacedAny[] {
  const across = shape === "wide" ? Math.max(1, buckets.length + onsite.length) : 1;
  const own = (width - (across - 1) * GAP) / across;
  let top = y;
  const cards = [...buckets.map((part) => bucketCard(part, own)), ...onsite.map((part) => onsiteCard(part, own))];
  return cards.map((card, index) => {
    const placed = { x: (index % across) * (own + GAP), y: top, width: own, height: card.height, card };
    if (shape === "narrow") top += card.height + GAP;
    return placed;
  });
}
