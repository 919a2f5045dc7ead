import { numberIn, onlyMatch, UnreadableOutputError } from "./unreadable";

const PROGRAM = "nccl-tests";

/** Bus bandwidth of messages of one size. */
export interface NcclRow {
  readonly bytes: number;
  /** GB/s, decimal; the slower one of out of place and in place. */
  readonly busGBps: number;
}

/** A run of a program of nccl-tests, such as `all_reduce_perf`. */
export interface NcclRun {
  /** `all_reduce`; null: the version of the program does not print it. */
  readonly collective: string | null;
  /** GPUs that took part. */
  readonly ranks: number;
  /** Names of the hosts of the GPUs, each once, in the order of ranks. */
  readonly hosts: readonly string[];
  /** GPUs as they name themselves, each model once. */
  readonly models: readonly string[];
  readonly rows: readonly NcclRow[];
  /** Values that were wrong; null: the run did not compare any. */
  readonly wrong: number | null;
}

/**
 * The table of nccl-tests, without what NCCL's log says between its lines.
 * @throws {UnreadableOutputError} it is cut, two runs are mixed, or a run ended with an error
 * @see https://github.com/NVIDIA/nccl-tests/blob/master/src/util.cu
 */
export function parseNcclTests(text: string): NcclRun {
  const failure = /Test (?:NCCL|CUDA) failure .*|# error: .*/.exec(text);
  if (failure) throw new UnreadableOutputError(PROGRAM, `ends with an error: ${failure[0].trim()}`);
  const bounds = onlyMatch(
    PROGRAM,
    text,
    /^# Out of bounds values\s*: (\d+) (OK|FAILED)/gm,
    "the count of values out of bounds",
  );
  const devices = [
    ...text.matchAll(/^#\s+Rank\s+(\d+) (?:Group\s+\d+ )?Pid\s+\d+ on\s+(\S+) device\s+\d+ \[[^\]]*\] (.*)$/gm),
  ];
  const rows = [...text.matchAll(ROW)].map(([, bytes, , outBus, outWrong, inBus, inWrong]) => ({
    bytes: numberIn(PROGRAM, bytes, "a size"),
    busGBps: Math.min(numberIn(PROGRAM, outBus, "a bus bandwidth"), numberIn(PROGRAM, inBus, "a bus bandwidth")),
    wrong: [outWrong, inWrong].map((value) =>
      value === "N/A" ? null : numberIn(PROGRAM, value, "a count of wrong values"),
    ),
  }));
  if (rows.length === 0) throw new UnreadableOutputError(PROGRAM, "has no row of its table");
  const doubled = rows.find(({ bytes }, at) => rows.findIndex((row) => row.bytes === bytes) !== at);
  if (doubled) throw new UnreadableOutputError(PROGRAM, `has ${doubled.bytes} bytes twice: several runs are mixed`);
  const wrong = rows.flatMap((row) => row.wrong);
  const isChecked = wrong.every((value) => value !== null);
  return {
    collective: /^# Collective test starting: (?:\S*\/)?(\w+?)_perf/m.exec(text)?.[1] ?? null,
    ranks: devices.length,
    hosts: [...new Set(devices.map(([, , host]) => host!))],
    models: [...new Set(devices.map(([, , , model]) => model!.trim()))],
    rows: rows.map(({ bytes, busGBps }) => ({ bytes, busGBps })),
    wrong: isChecked
      ? Math.max(
          wrong.reduce<number>((sum, value) => sum + (value ?? 0), 0),
          Number(bounds[1]),
        )
      : null,
  };
}

const NUMBER = String.raw`[\d.e+-]+`;
const RESULT = String.raw`\s+${NUMBER}\s+${NUMBER}\s+(${NUMBER}|nan|inf)\s+(${NUMBER}|N/A)`;
/** Size, elements, type, operation, root, then time, algorithm and bus bandwidth and wrong values, out of place and in place. */
const ROW = new RegExp(String.raw`^\s*(\d+)\s+(\d+)\s+\w+\s+\w+\s+-?\d+${RESULT}${RESULT}\s*$`, "gm");
