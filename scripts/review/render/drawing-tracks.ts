import type { ResolvedPartition } from "../../../config/slurm/resolve";
import { PARTITION_HEIGHT } from "./drawing-cards";
import { LANE, type Layout, type PlacedCard, type Shape } from "./drawing-layout";
import type { Point } from "./drawing-svg";
import { markup, type Html } from "./html";
import type { Part, Picture } from "./picture";

const RADIUS = 5;
const DOT = 3.5;

/** A line through points, at right angles, with round corners. */
export function track(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const [previous, next] = [points[index - 1], points[index + 1]];
      if (!previous) return `M${point.x} ${point.y}`;
      if (!next) return `L${point.x} ${point.y}`;
      const into = towards(point, previous);
      const out = towards(point, next);
      return `L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`;
    })
    .join("");
}

/** A point as far from a corner as the corner is round, or half the way where that is shorter. */
function towards(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.abs(dx) + Math.abs(dy);
  const part = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: from.x + dx * part, y: from.y + dy * part };
}

/** Tracks of a partition, one to every node group that it has or had, each with a dot at its end. */
export function partitionTracks(picture: Picture, layout: Layout, shape: Shape, index: number): Html {
  const part = picture.partitions[index];
  if (!part) return markup``;
  const { partitions, channel } = layout;
  // the upper ones lie further out, so that no track crosses another one's way down
  const lane = partitions.x - 8 - (picture.partitions.length - 1 - index) * LANE;
  const y = partitions.y + index * PARTITION_HEIGHT + (PARTITION_HEIGHT - 4) / 2;
  return markup`${layout.cards.filter(isOf(part)).map((card) => {
    const end = { x: card.x - DOT, y: card.y + entry(picture, card, index) };
    const start = [
      { x: partitions.x, y },
      { x: lane, y },
    ];
    const way =
      shape === "wide"
        ? over(picture, layout, card, index, { lane, channel: channel + index * LANE, end })
        : [{ x: lane, y: end.y }];
    return markup`<g class="track ${presence(part, card)}"><path d="${track([...start, ...way, end])}"/><circle cx="${end.x}" cy="${end.y}" r="${DOT}"/></g>`;
  })}`;
}

/** From the lanes of the list, along the channel above the zones, and down beside the zone of the card. */
function over(
  { partitions }: Picture,
  { zones }: Layout,
  card: PlacedCard,
  index: number,
  { lane, channel, end }: { readonly lane: number; readonly channel: number; readonly end: Point },
): Point[] {
  const zone = [...zones].reverse().find(({ x }) => x <= card.x);
  const down = (zone?.x ?? 0) - 8 - (partitions.length - 1 - index) * LANE;
  return [
    { x: lane, y: channel },
    { x: down, y: channel },
    { x: down, y: end.y },
  ];
}

const feeds = (partition: ResolvedPartition | null, name: string): boolean =>
  partition?.nodeGroups.includes(name) ?? false;

const isOf =
  ({ before, after }: Part<ResolvedPartition>) =>
  ({ kind, part }: PlacedCard): boolean =>
    kind === "group" &&
    ((part.before !== null && feeds(before, part.name)) || (part.after !== null && feeds(after, part.name)));

/** How far down a card a track enters it: each at a point of its own, as far as there is room. */
function entry({ partitions }: Picture, card: PlacedCard, index: number): number {
  const nth = partitions.slice(0, index).filter((other) => isOf(other)(card)).length;
  return Math.min(16 + nth * 9, card.height - 8);
}

function presence({ before, after }: Part<ResolvedPartition>, { part }: PlacedCard): string {
  const was = part.before !== null && feeds(before, part.name);
  const will = part.after !== null && feeds(after, part.name);
  return was && will ? "" : was ? "na removed" : "nb added";
}

/** The line from Lustre to the bucket that it is linked to. */
export function lustreLinks({ lustre }: Picture, { cards, zones, vpc, outside, width }: Layout, shape: Shape): Html[] {
  const [bucket] = outside;
  if (!bucket) return [];
  return lustre.flatMap((part) => {
    const card = cards.find((placed) => placed.part === part);
    if (!card) return [];
    const was = part.before?.linked ?? false;
    const will = part.after?.linked ?? false;
    if (!was && !will) return [];
    const zone = [...zones].reverse().find(({ x }) => x <= card.x);
    const side = shape === "wide" && zone ? zone.x + zone.width + 5 : width - 4;
    const y = card.y + card.height / 2;
    const below = vpc.y + vpc.height + 12;
    const end = { x: bucket.x + bucket.width / 2, y: bucket.y - DOT };
    const points = [{ x: card.x + card.width, y }, { x: side, y }, { x: side, y: below }, { x: end.x, y: below }, end];
    const classes = was && will ? "" : was ? "na removed" : "nb added";
    return [
      markup`<g class="track link ${classes}"><path d="${track(points)}"/><circle cx="${end.x}" cy="${end.y}" r="${DOT}"/></g>`,
    ];
  });
}
