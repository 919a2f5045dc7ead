import { parseTrainLog, type TrainStep } from "./train-log";
import { UnreadableOutputError } from "./unreadable";

const PROGRAM = "the training";

/** What each node did by itself, and all of them together. */
export interface ScalingRun {
  /** By the number of the task. */
  readonly alone: readonly (readonly TrainStep[])[];
  readonly together: readonly TrainStep[];
}

/** @throws UnreadableOutputError */
export function parseScaling(text: string, nodes: number): ScalingRun {
  const of = (word: string): string =>
    text
      .split("\n")
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1))
      .join("\n");
  const steps = (word: string, who: string) => {
    const own = of(word);
    const error = /^(?:\[rank\d+\]: )?((?:\w+\.)*\w*Error\b.*)$/m.exec(own)?.[1];
    if (!/\bstep: /.test(own))
      throw new UnreadableOutputError(PROGRAM, `has no step of ${who}${error ? `, which says: ${error}` : ""}`);
    return parseTrainLog(own);
  };
  return {
    alone: Array.from({ length: nodes }, (_, task) => steps(`alone-${task}`, `node ${task} alone`)),
    together: steps("together", "all nodes together"),
  };
}
