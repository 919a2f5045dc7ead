import { parseTrainLog, type TrainStep } from "./train-log";
import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "the drill";

/** A step, each time that it was done. */
export interface DrillStep extends TrainStep {
  /** Seconds of the nodes' clocks. */
  readonly at: number;
}

/** Something that was killed. */
export interface DrillFault {
  readonly at: number;
  readonly kind: "process" | "node";
  /** Newest checkpoint that was whole then. */
  readonly checkpoint: number;
}

/** A training of which something was killed. */
export interface DrillRun {
  readonly steps: readonly DrillStep[];
  readonly faults: readonly DrillFault[];
  /** Where it began, and where it went on. */
  readonly starts: readonly { readonly at: number; readonly step: number; readonly processes: number }[];
  /** For which it stood still at each step, s. */
  readonly stalls: readonly number[];
}

/** @throws UnreadableOutputError */
export function parseDrill(text: string): DrillRun {
  const lines = [...text.matchAll(/^(\d+\.\d+) (.*)$/gm)]
    .map(([, at, rest]) => ({ at: Number(at), rest: rest! }))
    .toSorted((one, other) => one.at - other.at);
  const steps = lines.flatMap(({ at, rest }) => {
    if (!/\bstep: \d/.test(rest)) return [];
    return [{ ...parseTrainLog(rest)[0]!, at }];
  });
  const faults = lines.flatMap(({ at, rest }) => {
    const [, kind, checkpoint] = /^fault=(process|node) step=\d+ checkpoint=(\d+)$/.exec(rest) ?? [];
    return kind === undefined ? [] : [{ at, kind: kind as DrillFault["kind"], checkpoint: Number(checkpoint) }];
  });
  const starts = lines.flatMap(({ at, rest }) => {
    const [, step, processes] = /^starts at step (\d+) with (\d+) processes/.exec(rest) ?? [];
    return step === undefined ? [] : [{ at, step: Number(step), processes: Number(processes) }];
  });
  const stalls = [...text.matchAll(/^row .*"checkpoint_stall_seconds": ([^,}]+)/gm)].map(([, seconds]) =>
    numberIn(PROGRAM, seconds, "a time"),
  );
  if (steps.length === 0) {
    const error = lines.find(({ rest }) => /Error:/.test(rest))?.rest;
    throw new UnreadableOutputError(PROGRAM, error ? `says: ${error}` : "has no line of a step");
  }
  return { steps, faults, starts, stalls };
}
