import { grouped } from "./grouped";
import type { UsageRow } from "./tally";

/** What usage can be told by. */
export const DIMENSIONS = ["team", "user", "partition", "qos", "tag", "job"] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** All that some of the rows are together. */
export interface Share {
  readonly source: UsageRow["source"];
  /** Values of the dimensions, in their order. */
  readonly values: readonly string[];
  /** Jobs, each once, however often it was requeued. */
  readonly jobs: number;
  readonly gpuHours: number;
  readonly cpuHours: number;
  /** USD of what has a known price; null: nothing has. */
  readonly usd: number | null;
  /** GPU-hours that no price is known of: they are not in `usd`. */
  readonly unpricedGpuHours: number;
}

/** Rows with the same values in one, those with the most GPU-hours first. */
export function sharesBy(rows: readonly UsageRow[], dimensions: readonly Dimension[]): Share[] {
  const valuesOf = (row: UsageRow) => dimensions.map((dimension) => row[dimension]);
  return grouped(rows, (row) => [row.source, ...valuesOf(row)])
    .map((list) => shareOf(list, valuesOf(list[0]!)))
    .sort((a, b) => b.gpuHours - a.gpuHours || b.cpuHours - a.cpuHours || (a.values.join() < b.values.join() ? -1 : 1));
}

function shareOf(rows: readonly UsageRow[], values: readonly string[]): Share {
  const priced = rows.flatMap(({ usd }) => usd ?? []);
  const total = (of: (row: UsageRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    source: rows[0]!.source,
    values,
    jobs: new Set(rows.flatMap(({ job }) => job || [])).size,
    gpuHours: total(({ gpuHours }) => gpuHours),
    cpuHours: total(({ cpuHours }) => cpuHours),
    usd: priced.length === 0 ? null : priced.reduce((all, usd) => all + usd, 0),
    unpricedGpuHours: total(({ usd, gpuHours }) => (usd === null ? gpuHours : 0)),
  };
}
