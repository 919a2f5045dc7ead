import { z } from "zod";
import { jsonOf } from "./json-output";
import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "nvbandwidth";

/** One test case. */
export interface CopyRun {
  /** `host_to_device_memcpy_ce` */
  readonly name: string;
  /** GB/s of the slowest pair; null: waived, as of one GPU alone. */
  readonly minGBps: number | null;
  /** Row and column of the slowest pair. */
  readonly slowest: readonly [number, number] | null;
}

const cell = z.union([z.string(), z.number()]);
const report = z.looseObject({
  nvbandwidth: z.looseObject({
    error: z.string().optional(),
    testcases: z
      .array(
        z.looseObject({
          name: z.string(),
          status: z.string(),
          error: z.string().optional(),
          bandwidth_matrix: z.array(z.array(cell)).optional(),
        }),
      )
      .optional(),
  }),
});

/**
 * What `nvbandwidth --json` prints.
 * @throws {UnreadableOutputError} also where a test case ended with an error
 * @see https://github.com/NVIDIA/nvbandwidth
 */
export function parseNvbandwidth(text: string): CopyRun[] {
  const { error, testcases = [] } = jsonOf(PROGRAM, text, report).nvbandwidth;
  if (error) throw new UnreadableOutputError(PROGRAM, `says: ${error}`);
  if (testcases.length === 0) throw new UnreadableOutputError(PROGRAM, "has no test case");
  return testcases.map(({ name, status, error: failure, bandwidth_matrix: matrix }) => {
    if (status === "Waived") return { name, minGBps: null, slowest: null };
    if (status !== "Passed" || !matrix)
      throw new UnreadableOutputError(PROGRAM, `has ${name} as ${status}: ${failure ?? "no reason given"}`);
    const cells = matrix.flatMap((row, from) =>
      row.flatMap((value, to) =>
        // a GPU with itself is not measured
        value === "N/A"
          ? []
          : [{ at: [from, to] as const, gbps: numberIn(PROGRAM, String(value), `the bandwidth of ${name}`) }],
      ),
    );
    if (cells.length === 0) throw new UnreadableOutputError(PROGRAM, `has no value of ${name}`);
    const least = cells.reduce((one, other) => (other.gbps < one.gbps ? other : one));
    return { name, minGBps: least.gbps, slowest: least.at };
  });
}
