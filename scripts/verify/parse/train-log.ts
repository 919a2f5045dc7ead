import { numberIn, UnreadableOutputError } from "./unreadable";

const PROGRAM = "a training job";

/** One step as a training job prints it, in torchtitan's form. */
export interface TrainStep {
  readonly step: number;
  readonly loss: number;
  /** Tokens a second of one GPU. */
  readonly tokensPerSecond: number;
  /** Share of the peak, 0 to 1; null: not printed. */
  readonly mfu: number | null;
}

/**
 * Steps of a training job's log, each once: after a restart the later one counts.
 * @throws {UnreadableOutputError} there is none, or a loss is no number
 * @see https://github.com/pytorch/torchtitan
 */
export function parseTrainLog(text: string): TrainStep[] {
  // colours that terminals show, which torchtitan writes into files too
  // eslint-disable-next-line no-control-regex
  const plain = text.replace(/\u001b\[[0-9;]*m/g, "");
  const steps = new Map<number, TrainStep>();
  for (const [line, step, loss] of plain.matchAll(/\bstep: *(\d+) +loss: *(\S+).*$/gm)) {
    const tps = /\btps: *([\d,.]+)/.exec(line)?.[1]?.replaceAll(",", "");
    const mfu = /\bmfu: *([\d.]+)%/.exec(line)?.[1];
    steps.set(Number(step), {
      step: Number(step),
      loss: numberIn(PROGRAM, loss, `the loss of step ${step}`),
      tokensPerSecond: numberIn(PROGRAM, tps, `the tokens per second of step ${step}`),
      mfu: mfu === undefined ? null : Number(mfu) / 100,
    });
  }
  if (steps.size === 0) throw new UnreadableOutputError(PROGRAM, "has no line of a step");
  return [...steps.values()].toSorted((one, other) => one.step - other.step);
}
