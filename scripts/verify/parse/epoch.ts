import { keyLines } from "./key-lines";
import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "the epoch";

/** What a node read in a pass over the files of another one. */
export interface EpochReader {
  readonly host: string;
  readonly bytes: number;
  readonly seconds: number;
  /** Whether it went past the cache of the node. */
  readonly direct: boolean;
}

/** @throws UnreadableOutputError where a task failed, or its line is not there */
export function parseEpoch(text: string, tasks: number): EpochReader[] {
  const lines = keyLines(text, "rank");
  const failed = lines.find(({ error }) => error !== undefined);
  if (failed) throw new UnreadableOutputError(PROGRAM, `says of task ${failed["rank"]}: ${failed["error"]}`);
  const refused = /^(?:dd|mkdir|find): .*$/m.exec(text)?.[0];
  if (refused !== undefined) throw new UnreadableOutputError(PROGRAM, `says: ${refused}`);
  if (new Set(lines.map(({ rank }) => rank)).size !== tasks || lines.length !== tasks)
    throw new UnreadableOutputError(PROGRAM, `has lines of ${lines.length} tasks, and not of ${tasks}`);
  return lines.map(({ host = "", bytes, nanoseconds, direct }) => ({
    host,
    bytes: numberIn(PROGRAM, bytes, "a size"),
    seconds: numberIn(PROGRAM, nanoseconds, "a time") / 1e9,
    direct: direct === "yes",
  }));
}
