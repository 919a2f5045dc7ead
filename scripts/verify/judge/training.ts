import type { TrainStep } from "../parse/train-log";
import { median } from "../median";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";

/** Steps at the start that compile, warm up and fill caches. */
export const WARM_UP = 5;

/** Judges a training job. @param steps as it printed them @param expected last step, and the lowest right share of the peak */
export function judgeTraining(steps: readonly TrainStep[], expected: { lastStep: number; mfu: Floor | null }): Verdict {
  const steady = steps.filter(({ step }) => step > WARM_UP);
  const findings: Finding[] = [];
  const last = steps.at(-1)!;
  if (last.step < expected.lastStep)
    findings.push({
      text: `It ended at step ${last.step}, and not at ${expected.lastStep}.`,
      fix: "read the end of the job's log: a rank died, or its time was over",
    });
  const [first] = steps;
  if (steps.length > 1 && last.loss >= first!.loss)
    findings.push({
      text: `The loss did not fall: ${first!.loss} at step ${first!.step}, ${last.loss} at step ${last.step}.`,
      fix: "compare the first steps with a run on one node: data, seeds and the gradients' all-reduce",
    });
  const shares = steady.flatMap(({ mfu }) => mfu ?? []);
  const figures =
    shares.length > 0 ? [{ name: "Median MFU", value: median(shares), unit: "of the peak", floor: expected.mfu }] : [];
  if (shares.length === 0 && expected.mfu !== null)
    findings.push({
      text: `No step after the first ${WARM_UP} says its MFU.`,
      fix: "let the job print mfu, and run it for longer",
    });
  const slow = throttled(steady);
  if (slow) findings.push(slow);
  return verdict(
    figures,
    findings,
    "compare steps per second of one node with those of all: the difference is the network; then look at clocks and at time that waits for data",
  );
}

/** The last third far slower than the first: clocks go down as boards get warm, or a cache has filled. */
function throttled(steps: readonly TrainStep[]): Finding | null {
  if (steps.length < 9) return null;
  const third = Math.floor(steps.length / 3);
  const rate = (part: readonly TrainStep[]) => median(part.map(({ tokensPerSecond }) => tokensPerSecond));
  const [start, end] = [rate(steps.slice(0, third)), rate(steps.slice(-third))];
  if (end >= 0.9 * start) return null;
  return {
    text: `It slowed down from ${start} to ${end} tokens a second and GPU.`,
    fix: "look at DCGM's clock events (power, heat) on its nodes, and at the time that steps wait for data",
  };
}
