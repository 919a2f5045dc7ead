import { LUSTRE_LIMITS } from "../../../config/facts/lustre";
import type { Estimate, SizeProps } from "../../../config/physics/estimate";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { percent, round, span } from "./words";

const unknown = "unknown";

/** What it takes until the data of S3 lies on Lustre; nothing where nobody asks, or where there is no Lustre. */
export function datasetSection({ dataset }: SizeProps, { hydration: found }: Estimate): SheetSection[] {
  if (dataset === null) return [];
  const { leastSeconds = null, hasRoom = null, shareOfMonthlyImports = null } = found ?? {};
  return [
    {
      title: "Data from S3 to Lustre",
      head: ["", ""],
      rows: [
        ["size", `${round(dataset.bytes / 1e12, 2)} TB`],
        ["Lustre has room for it, empty", hasRoom === null ? unknown : hasRoom ? "yes" : "no"],
        ["disks write it in, at the least", leastSeconds === null ? unknown : span(leastSeconds / 3600)],
        ["files", dataset.files === null ? unknown : round(dataset.files, 0)],
        [
          "of what AWS imports by itself in a month",
          shareOfMonthlyImports === null ? unknown : percent(shareOfMonthlyImports),
        ],
      ],
      right: [],
      notes: [
        ...(found === null ? ["The environment has no Lustre that Railyard makes."] : []),
        "How fast AWS reads from S3, and how many files it makes in a second, no document that was read says: measure it on a part of the data.",
        `Automatic imports are not throttled up to ${round(LUSTRE_LIMITS.importEventsPerMonth, 0)} files in a month.`,
      ],
    },
  ];
}
