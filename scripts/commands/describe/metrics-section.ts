import type { MetricsSize } from "../../../config/monitoring/series";
import type { SheetSection } from "../../lib/terminal/sheet-section";
import { number } from "../../lib/terminal/table";

/** What Prometheus keeps, in words; nothing where monitoring is off. */
export function metricsSection(size: MetricsSize | null): SheetSection[] {
  if (!size) return [];
  const { rows, series, gib, retentionDays, storageGiB, keptGiB, neededGiB, daysHeld, samplesPerMonth, stores } = size;
  const counted = rows.map(({ of, series: some, everySeconds }) => `${number(some)} of ${of} each ${everySeconds} s`);
  const holds =
    gib.most <= keptGiB
      ? `hold what was counted for ${number(retentionDays)} days`
      : `hold what was counted for ${number(daysHeld)} of ${number(retentionDays)} days; ${number(neededGiB)} GiB would`;
  return [
    {
      title: "Metrics",
      head: ["", ""],
      right: [],
      rows: [
        ["series", `at least ${number(series)}: ${counted.join("; ")}`],
        ["days", `${number(retentionDays)}, in which they take ${number(gib.least, 1)} to ${number(gib.most, 1)} GiB`],
        ["volume", `${number(storageGiB)} GiB ${holds}; beyond ${number(keptGiB)} GiB the oldest metrics go`],
        ...stores.map(({ name, title, isWhole }) => [
          `to ${name}`,
          `${title}: ${isWhole ? `at least ${number(samplesPerMonth / 1e6)} million samples a month` : "what it is to get"}`,
        ]),
      ],
      notes: [
        "Not counted: containers, objects of Kubernetes, the API server, system nodes, fabrics, trainings, users of Slurm.",
        ...(stores.length > 0 ? ["What stores of metrics ask for samples is unknown, and in no sum of costs."] : []),
      ],
    },
  ];
}
