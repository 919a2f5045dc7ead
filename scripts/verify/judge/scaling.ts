import { BELOW_MEDIAN } from "../../../config/facts/acceptance-floors";
import { median } from "../median";
import type { ScalingRun } from "../parse/scaling";
import type { TrainStep } from "../parse/train-log";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";
import { judgeTraining, WARM_UP } from "./training";

/** Judges what nodes train by themselves and together. @param nodes names by the number of their tasks */
export function judgeScaling(
  { alone, together }: ScalingRun,
  { nodes, lastStep, efficiency }: { nodes: readonly string[]; lastStep: number; efficiency: Floor },
): Verdict {
  const rates = alone.map(rateOf);
  const usual = median(rates);
  const findings: Finding[] = [];
  rates.forEach((rate, at) => {
    if (rate < BELOW_MEDIAN * usual)
      findings.push({
        text: `${nodes[at]} alone trains ${Math.round(rate)} tokens a second and GPU, and the median of ${nodes.length} nodes is ${Math.round(usual)}.`,
        fix: "leave it out and run it again: one slow node slows all others down; then look at its clocks and its NVLinks",
      });
  });
  const all = judgeTraining(together, { lastStep, mfu: null });
  const own = verdict(
    [
      { name: "Scaling efficiency", value: rateOf(together) / usual, unit: "of one node", floor: efficiency },
      { name: "Tokens a second of a GPU", value: rateOf(together), unit: "1/s", floor: null },
    ],
    findings,
    "what is lost is the network: look at nccl-all and at the devices that NCCL found, then at ranks that wait for one",
  );
  return {
    ...own,
    status: all.findings.length > 0 ? "failed" : own.status,
    figures: [...own.figures, ...all.figures],
    findings: [...own.findings, ...all.findings],
  };
}

/** Of the steps that are steady; of a run that is too short, of all. */
function rateOf(steps: readonly TrainStep[]): number {
  const steady = steps.filter(({ step }) => step > WARM_UP);
  return median((steady.length > 0 ? steady : steps).map(({ tokensPerSecond }) => tokensPerSecond));
}
