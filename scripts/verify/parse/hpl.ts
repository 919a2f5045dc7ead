import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "HPL";

/** Best run of High-Performance Linpack. */
export interface HplRun {
  readonly order: number;
  /** Of its grid. */
  readonly processes: number;
  readonly seconds: number;
  readonly gflops: number;
  /** Residuals that show a wrong solution, as they were printed: `nan` is one. */
  readonly wrong: readonly string[];
  /** Whether it says that GPUs computed, as NVIDIA's HPL does. */
  readonly onGpus: boolean;
}

const ROW = /^W[CR]\w+ +(\d+) +\d+ +(\d+) +(\d+) +(\S+) +(\S+)/gm;
const RESIDUAL = /^\|\|Ax-b\|\|.*= *(\S+) \.+ (PASSED|FAILED)\s*$/gm;

/**
 * Runs of HPL, each with its residual.
 * @throws {UnreadableOutputError}
 * @see https://www.netlib.org/benchmark/hpl/
 */
export function parseHpl(text: string): HplRun {
  const runs = [...text.matchAll(ROW)].map(([, order, rows, columns, seconds, gflops]) => ({
    order: numberIn(PROGRAM, order, "the order of the matrix"),
    processes: numberIn(PROGRAM, rows, "rows of the grid") * numberIn(PROGRAM, columns, "columns of the grid"),
    seconds: numberIn(PROGRAM, seconds, "a time"),
    gflops: numberIn(PROGRAM, gflops, "a rate"),
  }));
  if (runs.length === 0) throw new UnreadableOutputError(PROGRAM, whyNone(text));
  const residuals = [...text.matchAll(RESIDUAL)];
  if (residuals.length < runs.length)
    throw new UnreadableOutputError(PROGRAM, `has ${runs.length} runs, and ${residuals.length} residuals: it is cut`);
  return {
    ...runs.reduce((one, other) => (other.gflops > one.gflops ? other : one)),
    wrong: residuals.flatMap(([, residual, result]) => (result === "FAILED" ? [residual!] : [])),
    onGpus: /NVIDIA accelerated HPL|Gflops +\( *per GPU *\)/.test(text),
  };
}

/** Why there is no run, as far as it says. */
function whyNone(text: string): string {
  const words = /^>>> (.+) <<</m.exec(text)?.[1];
  if (words === undefined) return "has no row of its table";
  return words.startsWith("Need at least")
    ? `says: ${words}. Its processes do not find each other: what starts them is of another MPI than the program`
    : `says: ${words}`;
}
