import { keyLines } from "./key-lines";
import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "checkpoint_drill.py";

/** A checkpoint that was written and read. */
export interface CheckpointRun {
  readonly bytes: number;
  readonly processes: number;
  /** For which a training would have stood still. */
  readonly stallSeconds: number;
  readonly writeSeconds: number;
  readonly restoreSeconds: number;
  /** Whether all processes read what others wrote. */
  readonly same: boolean;
}

/** @throws UnreadableOutputError */
export function parseCheckpoint(text: string): CheckpointRun {
  const [line, ...more] = keyLines(text, "checkpoint");
  if (!line) {
    const error = /^(?:\[rank\d+\]: )?((?:\w+\.)*\w*Error\b.*)$/m.exec(text)?.[1];
    throw new UnreadableOutputError(PROGRAM, error ? `says: ${error}` : "has no line of a checkpoint");
  }
  if (more.length > 0) throw new UnreadableOutputError(PROGRAM, "has several checkpoints: several runs are mixed");
  const number = (key: string) => numberIn(PROGRAM, line[key], key);
  return {
    bytes: number("checkpoint"),
    processes: number("processes"),
    stallSeconds: number("stall"),
    writeSeconds: number("write"),
    restoreSeconds: number("restore"),
    same: line["same"] === "yes",
  };
}
