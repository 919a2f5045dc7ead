import type { Estimate, SizeProps } from "../../../config/physics/estimate";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { round, span } from "./words";

const unknown = "unknown";

/** How large a checkpoint is, and what it takes to write it and to read it again. */
export function checkpointSection(
  { stallSeconds: given, async, withinSeconds, restartMinutes }: SizeProps,
  { checkpoint: one }: Estimate,
): SheetSection {
  const rows = [
    ["size", `${round(one.gib)} GiB`],
    [`written within ${round(withinSeconds)} s by`, `${round(one.askedMBps, 0)} MB/s`],
    ["Lustre of the environment writes", one.writeMBps === null ? unknown : `${round(one.writeMBps, 0)} MB/s`],
    ["so a checkpoint takes", one.writeSeconds === null ? unknown : span(one.writeSeconds / 3600)],
    [
      "and holds the training up for",
      one.stallSeconds === null
        ? unknown
        : `${span(one.stallSeconds / 3600)}${given !== null ? " (given)" : async ? " (copied to the hosts)" : ""}`,
    ],
    ["all nodes together read", one.readMBps === null ? unknown : `${round(one.readMBps, 0)} MB/s`],
    ["so all ranks have their parts again after", one.restore ? span(one.restore.partsSeconds / 3600) : unknown],
    ["and if each node reads all of it", one.restore ? span(one.restore.wholeSeconds / 3600) : unknown],
  ];
  return {
    title: "Checkpoints",
    head: ["", ""],
    rows,
    right: [],
    notes: [
      "14 bytes a parameter: weights in bf16 and fp32, momentum and variance. All ranks write at once.",
      "Reading is what the disks or the nodes sustain, whichever is less: it takes no less. Each node reads all where a checkpoint is one file.",
      ...(one.restore && one.restore.partsSeconds > restartMinutes * 60
        ? [
            `Reading alone takes longer than the ${round(restartMinutes)} min from a failure to the next step (--restart) that the rows of failures count with.`,
          ]
        : []),
    ],
  };
}
