import { CHECKPOINT_FORMATS } from "../../../config/facts/checkpoint-formats";
import type { Estimate } from "../../../config/physics/estimate";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { round, span } from "./words";

/** What each format makes of the time to read a checkpoint, and whether a stranger's can be read. */
export function formatSection({ checkpoint: { gib, formats } }: Estimate): SheetSection {
  return {
    title: "Formats of a checkpoint",
    head: ["format", "GiB", "read again after", "runs a writer's code"],
    rows: formats.map(({ id, restoreSeconds }) => {
      const { name, runsCode } = CHECKPOINT_FORMATS.find((format) => format.id === id)!;
      return [name, round(gib), restoreSeconds === null ? "unknown" : span(restoreSeconds / 3600), runsCode];
    }),
    right: [1, 2],
    notes: [
      "None of them compresses. torch.distributed.checkpoint reads its tensors with weights_only, but its file .metadata with pickle: read neither it nor torch.save from those whom you do not trust.",
      `${CHECKPOINT_FORMATS.map(({ name, source }) => `${name}: ${source}`).join("; ")}.`,
    ],
  };
}
