import type { ResourceChange } from "../model";

/** What happens to something that is drawn. */
export type Mark = "added" | "changed" | "replaced" | "removed";

/** Names under which the drawing knows what a plan changes. */
export type Place =
  | `group ${string}`
  | `subnet ${string}`
  | `nat ${string}`
  | "vpc"
  | "cluster"
  | "system nodes"
  | "lustre"
  | `volume ${string}`
  | "bucket checkpoints"
  | "bucket state";

const HASH = "_[0-9A-F]{8}$";
const groupNodes = new RegExp(`^aws_eks_node_group\\.group-(.+)_node-group${HASH}`);
const groupTemplate = new RegExp(`^aws_launch_template\\.group-(.+)_launch-template${HASH}`);
const subnet = new RegExp(`^aws_subnet\\.vpc_subnet-(.+)${HASH}`);
const nat = new RegExp(`^aws_nat_gateway\\.vpc_nat-gateways_nat-(.+)${HASH}`);
const volume = /^aws_(?:efs|fsx_lustre|fsx_openzfs)_file_system\.storage_(.+)$/;
const systemNodes = new RegExp(`^aws_eks_node_group\\.system_nodes${HASH}`);

const WHOLE: Readonly<Record<string, Place>> = {
  "aws_vpc.vpc": "vpc",
  "aws_eks_cluster.cluster": "cluster",
  "aws_fsx_lustre_file_system.lustre": "lustre",
  "aws_s3_bucket.checkpoints": "bucket checkpoints",
  "aws_s3_bucket.state": "bucket state",
};

const MARKS = { create: "added", update: "changed", replace: "replaced", delete: "removed" } as const;

/** What the plans do to what is drawn. */
export function planMarks(changes: readonly ResourceChange[]): ReadonlyMap<Place, Mark> {
  const marks = new Map<Place, Mark>();
  for (const { address, action } of changes) {
    const found = placeOf(address);
    if (!found) continue;
    const mark = found.partOf ? "changed" : MARKS[action];
    marks.set(found.place, together(marks.get(found.place), mark));
  }
  return marks;
}

/** @returns `partOf`: the resource is a part of what is drawn, and not the drawn resource itself */
function placeOf(address: string): { readonly place: Place; readonly partOf: boolean } | null {
  const whole = (place: Place) => ({ place, partOf: false });
  const known = WHOLE[address];
  if (known) return whole(known);
  const nodes = groupNodes.exec(address)?.[1];
  if (nodes !== undefined) return whole(`group ${nodes}`);
  const template = groupTemplate.exec(address)?.[1];
  if (template !== undefined) return { place: `group ${template}`, partOf: true };
  const volumeId = volume.exec(address)?.[1];
  // ids have underscores where names have dashes, which have none themselves
  if (volumeId !== undefined) return whole(`volume ${volumeId.replaceAll("_", "-")}`);
  const subnetKey = subnet.exec(address)?.[1];
  if (subnetKey !== undefined) return whole(`subnet ${subnetKey}`);
  const zone = nat.exec(address)?.[1];
  if (zone !== undefined) return whole(`nat ${zone}`);
  return systemNodes.test(address) ? whole("system nodes") : null;
}

/** One that goes and one that comes are a replacement; else the graver says it. */
function together(a: Mark | undefined, b: Mark): Mark {
  if (a === undefined || a === b) return b;
  const both = new Set([a, b]);
  if (both.has("replaced") || (both.has("added") && both.has("removed"))) return "replaced";
  return both.has("removed") ? "removed" : both.has("added") ? "added" : "changed";
}
