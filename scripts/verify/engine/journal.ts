import { z } from "zod";
import type { Issue } from "../../../config/kernel/issues";
import { shapeIssues } from "../../../config/kernel/messages";

const floor = z.strictObject({
  value: z.number(),
  basis: z.enum(["published", "computed", "baseline"]),
  source: z.string(),
});
const verdict = z.strictObject({
  status: z.enum(["passed", "measured", "failed"]),
  figures: z.array(z.strictObject({ name: z.string(), value: z.number(), unit: z.string(), floor: floor.nullable() })),
  findings: z.array(z.strictObject({ text: z.string(), fix: z.string() })),
  unknown: z.array(z.string()).readonly().optional(),
  curve: z
    .strictObject({
      unit: z.string(),
      points: z.array(z.strictObject({ bytes: z.number(), value: z.number() })),
      ceiling: z.number().nullable(),
    })
    .optional(),
  seen: z.record(z.string(), z.string()).optional(),
});

const run = z.strictObject({
  /** Its name, or `the cluster`. */
  pool: z.string(),
  check: z.string(),
  /** Empty for the cluster as a whole. */
  nodes: z.array(z.string()),
  /** `unreadable`: what it printed cannot be judged; `not-run`: it was not run to its end. */
  status: z.enum(["passed", "measured", "failed", "unreadable", "not-run"]),
  verdict: verdict.nullable(),
  /** Why there is no verdict. */
  why: z.string().nullable(),
  seconds: z.number(),
  /** When it was written down; evidence of before this key has none. */
  endedAt: z.iso.datetime().optional(),
  /** What it printed. */
  output: z.string(),
});

/** One run of a check. */
export type CheckRun = z.output<typeof run>;

/** Runs are kept as they end, a line each: whoever starts again does not repeat them. */
export const journalLine = (finished: CheckRun): string => `${JSON.stringify(finished)}\n`;

/**
 * Runs of an earlier start. A last line that is cut is left out, as a run that did not end.
 * @throws SyntaxError where another line is no run
 */
export function readJournal(text: string): CheckRun[] {
  const lines = text.split("\n");
  return lines.slice(0, -1).map((line, at) => {
    const read = run.safeParse(jsonOf(line), { reportInput: true });
    if (read.success) return read.data;
    const [{ path, message }] = shapeIssues(read.error, run) as [Issue];
    throw new SyntaxError(
      `line ${at + 1} is no run of a check: ${[path.join("."), message].filter(Boolean).join(" ")}`,
    );
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

/** By it a run is known again. */
export const runKey = ({ pool, check, nodes }: Pick<CheckRun, "pool" | "check" | "nodes">): string =>
  JSON.stringify([pool, check, nodes.toSorted()]);
