import { number } from "../../lib/terminal/table";
import { partitionRow, PARTITION_HEIGHT } from "./drawing-cards";
import { layoutOf, PUBLIC_HEIGHT, type PlacedZone, type Shape } from "./drawing-layout";
import {
  badge,
  badgeWidth,
  lineOf,
  partClasses,
  plainText,
  rect,
  textLine,
  type Line,
  type Point,
} from "./drawing-svg";
import { lustreLinks, partitionTracks } from "./drawing-tracks";
import { markup, type Html } from "./html";
import type { Part, Picture } from "./picture";

/** One drawing of an environment. */
export function environmentDrawing(picture: Picture, name: string, shape: Shape): Html {
  const layout = layoutOf(picture, name, shape);
  const { width, height, cluster, partitions, vpc, zones, cards, outside } = layout;
  const rows = picture.partitions.map((part, index) => {
    const at = { x: partitions.x, y: partitions.y + index * PARTITION_HEIGHT };
    return partitionRow(part, at, partitions.width, partitionTracks(picture, layout, shape, index));
  });
  return markup`<svg class="${shape}" viewBox="0 0 ${width} ${height}" role="group" aria-label="Drawing of ${name}">
${cluster.card.draw(cluster)}
${picture.network.mark ? marked(picture.network, rect(vpc, "vpc frame", 6)) : rect(vpc, "vpc", 6)}
${vpcTitle(picture, { ...vpc, x: zones[0]?.x ?? vpc.x })}
${zones.map((zone) => zonePanel(picture, zone))}
${picture.partitions.length ? plainText("Slurm partitions", { x: partitions.x, y: partitions.y - 8 }, 300, "small", "muted") : null}
${rows}
${lustreLinks(picture, layout, shape)}
${cards.map((placed) => placed.card.draw(placed))}
${outside.map((placed) => placed.card.draw(placed))}
</svg>`;
}

const marked = (part: Part<unknown>, content: Html): Html =>
  markup`<g class="part ${partClasses(part)}">${content}</g>`;

function vpcTitle({ network }: Picture, { x, y, width }: Point & { readonly width: number }): Html {
  const line = lineOf(network, ({ kind, vpcId, cidr, nat }) =>
    kind === "existing" ? ["VPC ", cidr, ", ", `${vpcId ?? ""}, not Railyard's`] : ["VPC ", cidr, ", ", `NAT ${nat}`],
  );
  const mark = badge(network, { x: width - 8, y: y + 8 });
  return markup`<g class="${partClasses(network)}">${textLine(line, { x: x + 2, y: y + 21 }, width - x - 120, "text", "muted")}${mark}</g>`;
}

function zonePanel(picture: Picture, placed: PlacedZone): Html {
  const { zone, x, y, width, subnet, publicTop } = placed;
  const [inner] = subnetsOf(picture, zone, "private");
  const [outer] = subnetsOf(picture, zone, "public");
  const nat = picture.nats.find(({ name }) => name === zone);
  const strip = { x: subnet.x, y: publicTop, width: subnet.width, height: PUBLIC_HEIGHT - 8 };
  return markup`${rect(placed, "zone", 5)}
${plainText(zone, { x: x + 12, y: y + 19 }, width - 24, "title", "zone-name")}
${inner ? subnetPanel(inner, subnet, 16, "private") : null}
${outer ? subnetPanel(outer, strip, 15, "public") : null}
${nat ? natMark(nat, { x: strip.x + strip.width - 6, y: strip.y + 3 }) : null}`;
}

const subnetsOf = ({ subnets }: Picture, zone: string, tier: "private" | "public") =>
  subnets.filter(({ before, after }) => (after ?? before)?.zone === zone && (after ?? before)?.tier === tier);

function subnetPanel(
  part: Picture["subnets"][number],
  box: Point & { readonly width: number; readonly height: number },
  baseline: number,
  tier: string,
): Html {
  const line: Line = lineOf(part, ({ cidr, freeAddresses }) => [
    `${tier} `,
    cidr,
    tier === "private" ? `, ${number(freeAddresses)} addresses` : "",
  ]);
  const mark = badge(part, { x: box.x + box.width - (tier === "public" ? 54 : 4), y: box.y + 2 });
  return markup`<g class="part subnet-part ${partClasses(part)}">${rect(box, `subnet ${tier}`, 4)}${textLine(line, { x: box.x + 8, y: box.y + baseline }, box.width - 16 - badgeWidth(part) - (tier === "public" ? NAT_WIDTH : 0), "small", "muted")}${mark}</g>`;
}

const NAT_WIDTH = 42;

/** A NAT gateway; what happens to it is a sign before its name. */
function natMark(part: Part<string>, { x, y }: Point): Html {
  const signs = { added: "+ ", changed: "~ ", replaced: "± ", removed: "− " } as const;
  const sign = part.mark ? markup`<tspan class="vc">${signs[part.mark]}</tspan>` : null;
  return markup`<g class="part nat ${partClasses(part)}"><rect class="frame" x="${x - NAT_WIDTH}" y="${y}" width="${NAT_WIDTH}" height="16" rx="8"/><text class="small" x="${x - NAT_WIDTH / 2}" y="${y + 11.5}" text-anchor="middle">${sign}NAT</text></g>`;
}
