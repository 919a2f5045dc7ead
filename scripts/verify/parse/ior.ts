import { numberIn, onlyMatch, UnreadableOutputError } from "./unreadable";

const PROGRAM = "IOR";

/** A run of IOR: bandwidth of all its tasks together. */
export interface IorRun {
  readonly tasks: number;
  readonly nodes: number | null;
  readonly isFilePerTask: boolean;
  /** Bytes of all files. */
  readonly bytes: number;
  /** MiB/s of the slowest repetition; null: not measured. */
  readonly writeMiBps: number | null;
  readonly readMiBps: number | null;
}

/**
 * The summary of IOR.
 * @throws {UnreadableOutputError}
 * @see https://ior.readthedocs.io/en/latest/userDoc/options.html
 */
export function parseIor(text: string): IorRun {
  const failure = /^(?:ERROR|ior ERROR): .*$/m.exec(text) ?? /^WARNING: .*(?:incorrect|mismatch).*$/im.exec(text);
  if (failure) throw new UnreadableOutputError(PROGRAM, `says: ${failure[0].trim()}`);
  onlyMatch(PROGRAM, text, /^Summary of all tests:$/gm, "its summary");
  const row = (name: string) => {
    const line = new RegExp(`^${name} +(\\S+) +(\\S+) +.*$`, "m").exec(
      text.slice(text.indexOf("Summary of all tests:")),
    );
    return line
      ? { min: numberIn(PROGRAM, line[2], `the bandwidth of ${name}`), columns: line[0].trim().split(/\s+/) }
      : null;
  };
  const write = row("write");
  const read = row("read");
  const some = write ?? read;
  if (!some) throw new UnreadableOutputError(PROGRAM, "has neither write nor read in its summary");
  // from the right: RefNum, API, aggregated MiB, transfer, block, segments, … up to tasks per node and tasks
  const { columns } = some;
  const aggregated = numberIn(PROGRAM, columns.at(-3), "the size of all files");
  return {
    tasks: numberIn(PROGRAM, /^tasks +: (\d+)$/m.exec(text)?.[1], "the number of tasks"),
    nodes: Number(/^nodes +: (\d+)$/m.exec(text)?.[1] ?? NaN) || null,
    isFilePerTask: /^access +: file-per-process$/m.test(text),
    bytes: aggregated * 2 ** 20,
    writeMiBps: write?.min ?? null,
    readMiBps: read?.min ?? null,
  };
}
