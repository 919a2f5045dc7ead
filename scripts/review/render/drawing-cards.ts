import type { ResolvedCheckpoints } from "../../../config/checkpoints/resolve";
import type { HybridPool } from "../../../config/sites/aws-eks/hybrid/pool";
import type { ResolvedCluster } from "../../../config/sites/aws-eks/cluster/resolve";
import type { ResolvedLustre } from "../../../config/storage/fsx-lustre/resolve";
import type { ResolvedVolume } from "../../../config/storage/kind";
import type { ResolvedPartition } from "../../../config/slurm/resolve";
import { shortLimit } from "../../../config/slurm/time-limit";
import { number } from "../../lib/terminal/table";
import {
  badge,
  badgeWidth,
  focusable,
  lineOf,
  mergedText,
  rect,
  textLine,
  type Card,
  type Line,
  type Point,
} from "./drawing-svg";
import { markup, type Html } from "./html";
import type { Bucket, Part, SystemNodes } from "./picture";

export const PADDING = 12;
export const LINE_HEIGHT = 17;
/** Baseline of the title, from the top of a card. */
const TITLE = 20;

/** Title and lines of a card, as every one of them begins. */
export function heading(
  part: Part<unknown>,
  title: string,
  lines: readonly Line[],
  { x, y }: Point,
  width: number,
): Html[] {
  const inner = width - 2 * PADDING;
  const same = { before: null, after: [title] };
  const mark = badge(part, { x: x + width - 8, y: y + 7 });
  return [
    textLine(same, { x: x + PADDING, y: y + TITLE }, inner - badgeWidth(part), "title"),
    ...(mark ? [mark] : []),
    ...lines.map((line, index) =>
      textLine(line, { x: x + PADDING, y: y + TITLE + (index + 1) * LINE_HEIGHT }, inner, "text"),
    ),
  ];
}

export const headingHeight = (lines: number): number => TITLE + lines * LINE_HEIGHT + 10;

/** A card of words alone. */
function plainCard(part: Part<unknown>, title: string, lines: readonly Line[], kind: string, width: number): Card {
  const height = headingHeight(lines.length);
  const about = [title, ...lines.map(mergedText)].join("; ");
  return {
    height,
    draw: (at) =>
      focusable(part, about, part.name, kind, [
        rect({ ...at, width, height }, "frame"),
        markup`${heading(part, title, lines, at, width)}`,
      ]),
  };
}

/** The cluster as a card of the drawing, `width` pixels wide. */
export function clusterCard(part: Part<ResolvedCluster>, name: string, width: number): Card {
  const lines = [
    lineOf(part, (c) => ["Kubernetes ", c.version, ", control plane ", c.tier]),
    lineOf(part, (c) => ["API: ", apiText(c)]),
  ];
  return plainCard({ ...part, name: "eks_cluster" }, `EKS ${name}`, lines, "cluster", width);
}

const apiText = ({ endpoint }: ResolvedCluster): string => {
  if (endpoint.kind === "private") return "private";
  const blocks = endpoint.allowedCidrs.join(", ");
  return endpoint.kind === "public" ? `public from ${blocks} and its NAT` : `private, and public from ${blocks}`;
};

/** System nodes as a card of the drawing, `width` pixels wide. */
export function systemCard(part: Part<SystemNodes>, width: number): Card {
  const lines = [lineOf(part, ({ count, instanceType }) => [String(count), " × ", instanceType])];
  return plainCard({ ...part, name: "system_nodes" }, "system nodes", lines, "system", width);
}

/** Lustre as a card of the drawing, `width` pixels wide. */
export function lustreCard(part: Part<ResolvedLustre>, width: number): Card {
  const lines = [
    lineOf(part, (l) => [
      capacity(l),
      ", ",
      l.throughputMBps === null ? "unknown" : number(l.throughputMBps / 1000, 1),
      " GB/s",
    ]),
    lineOf(part, ({ config, size }) => [config.deployment, size.efa ? ", over EFA" : ", over TCP"]),
    lineOf(part, ({ linked, backupDays }) => [
      linked ? "linked to S3" : "not linked to S3",
      backupDays ? `, backups kept ${backupDays} days` : ", no backups",
    ]),
  ];
  return plainCard({ ...part, name: "lustre" }, "Lustre", lines, "store", width);
}

/** Any other volume, in its own words. */
export function volumeCard(part: Part<ResolvedVolume>, width: number): Card {
  const rows = Math.max(part.before?.lines.length ?? 0, part.after?.lines.length ?? 0);
  const lines = [
    ...Array.from({ length: rows }, (_, row) => lineOf(part, ({ lines: own }) => [own[row] ?? ""])),
    lineOf(part, ({ mount }) => ["mounted at ", mount.mountPath]),
  ];
  const title = part.after?.title ?? part.before?.title ?? part.name;
  return plainCard({ ...part, name: `volume-${part.name}` }, title, lines, "store", width);
}

const capacity = ({ size }: ResolvedLustre): string =>
  size.capacityGiB === null ? "grows with use" : `${number(size.capacityGiB)} GiB`;

/** A bucket as a card of the drawing, `width` pixels wide. */
export function bucketCard(part: Part<Bucket>, width: number): Card {
  const lines = [
    lineOf(part, (bucket) => [bucket.name]),
    lineOf(part, ({ checkpoints }) => [checkpoints ? tiers(checkpoints) : "locked while a plan or an apply runs"]),
  ];
  const purpose = part.after?.purpose ?? part.before?.purpose ?? "";
  return plainCard({ ...part, name: "s3_bucket" }, `S3 ${purpose}`, lines, "store", width);
}

/** Servers on premises as a card of the drawing, `width` pixels wide. */
export function onsiteCard(part: Part<HybridPool>, width: number): Card {
  const lines = [
    lineOf(part, ({ count, machineType }) => [String(count.max), " × ", machineType]),
    lineOf(part, ({ count, gpus, fabric }) => [
      gpus ? number(count.max * gpus.count) : "no",
      gpus ? ` × ${gpus.model}, ` : " GPUs, ",
      fabric.title,
    ]),
  ];
  return plainCard({ ...part, name: `onsite-${part.name}` }, `on premises: ${part.name}`, lines, "group", width);
}

function tiers({ hot, warm, cold, archive }: ResolvedCheckpoints): string {
  const steps = cold.transitions.map(
    ({ afterDays, to }) => `${to} ${afterDays ? `after ${afterDays} days` : "at once"}`,
  );
  const end = cold.expireAfterDays === null ? "kept" : `deleted after ${cold.expireAfterDays} days`;
  return [hot ? "hot" : null, warm ? "warm" : null, "cold", archive ? "archive" : null]
    .filter((tier) => tier !== null)
    .join(" › ")
    .concat(`: ${[...steps, end].join(", ")}`);
}

export const PARTITION_HEIGHT = 26;

/** A partition: one row, with a dot at its left from which its track leaves. */
export function partitionRow(part: Part<ResolvedPartition>, { x, y }: Point, width: number, tracks: Html): Html {
  const line = lineOf(part, (p) => [
    part.name,
    ", ",
    p.default ? "default" : "by name",
    ", ",
    shortLimit(p.maxHours),
    " at most, priority ",
    String(p.priority),
  ]);
  const groups = lineOf(part, (p) => [p.nodeGroups.join(", ")]);
  const about = `Slurm partition ${mergedText(line)}; node groups ${mergedText(groups)}`;
  const room = width - badgeWidth(part) - PADDING;
  return focusable(part, about, part.name, "partition", [
    tracks,
    rect({ x, y, width, height: PARTITION_HEIGHT - 4 }, "frame"),
    textLine(line, { x: x + PADDING, y: y + 15 }, room, "text"),
    badge(part, { x: x + width - 4, y: y + 2 }),
  ]);
}
