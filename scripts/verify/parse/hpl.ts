import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "HPL";

/** Best run of High-Performance Linpack. */
export interface HplRun {
  readonly order: number;
  readonly seconds: number;
  readonly gflops: number;
}

/**
 * Runs of HPL, of which each must have passed its residual check.
 * @throws {UnreadableOutputError}
 * @see https://www.netlib.org/benchmark/hpl/
 */
export function parseHpl(text: string): HplRun {
  if (/FAILED/.test(text))
    throw new UnreadableOutputError(PROGRAM, "has a residual check that failed: its results are wrong");
  const runs = [...text.matchAll(/^W[CR]\w+ +(\d+) +\d+ +\d+ +\d+ +(\S+) +(\S+)/gm)].map(
    ([, order, seconds, gflops]) => ({
      order: numberIn(PROGRAM, order, "the order of the matrix"),
      seconds: numberIn(PROGRAM, seconds, "a time"),
      gflops: numberIn(PROGRAM, gflops, "a rate"),
    }),
  );
  const passed = [...text.matchAll(/PASSED/g)].length;
  if (runs.length === 0) throw new UnreadableOutputError(PROGRAM, "has no row of its table");
  if (passed < runs.length)
    throw new UnreadableOutputError(PROGRAM, `has ${runs.length} runs, and ${passed} of them passed a residual check`);
  return runs.reduce((one, other) => (other.gflops > one.gflops ? other : one));
}
