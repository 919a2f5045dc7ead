import type { SheetSection } from "../../lib/terminal/sheet-section";
import { visible } from "../../lib/terminal/visible";
import type { Billed, BilledPart } from "./billed";
import { hours, usd } from "./sums";

/** Tags of AWS on the left, accounts of Slurm on the right. Why something is not divided is below: it would make the table wide. */
export function billSection({
  metric,
  isEstimated,
  usd: whole,
  parts,
  undivided,
  untagged,
  notes,
}: Billed): SheetSection {
  return {
    title: "What AWS billed",
    head: ["node group", "account of Slurm", "", "GPU-hours", "USD"],
    rows: [
      ...parts.map((part) => [
        groupText(part),
        part.team === null ? "nobody" : visible(part.team) || "none",
        part.what,
        hours(part.gpuHours),
        usd(part.usd),
      ]),
      ...undivided.map(({ nodeGroup, usd: price }) => [
        visible(nodeGroup) || "none",
        "",
        "not divided",
        "",
        usd(price),
      ]),
      ["in all", "", "", "", usd(whole)],
    ],
    right: [3, 4],
    notes: [
      ...undivided.map(({ nodeGroup, why }) => `${visible(nodeGroup) || "none"}: ${why}`),
      ...(untagged && untagged.length > 0
        ? [`none, by service: ${untagged.map((one) => `${visible(one.service)} ${usd(one.usd)}`).join(", ")}`]
        : []),
      ...[...new Map(parts.map((part) => [groupText(part), part.nodeGroups]))]
        .filter(([, groups]) => groups.length > 1)
        .map(([text, groups]) => `${text}: ${visible(groups.join(", "))}`),
      ...notes,
      `node group: by the tag railyard:node-group; ${visible(metric)} of AWS${isEstimated ? ", which may still change" : ""}, by the GPU-hours that were held; prices above are of today and know no discounts`,
    ],
  };
}

const groupText = ({ nodeGroups, gpuType }: BilledPart): string =>
  nodeGroups.length === 1 ? visible(nodeGroups[0]!) : `${nodeGroups.length} of ${visible(gpuType)}`;
