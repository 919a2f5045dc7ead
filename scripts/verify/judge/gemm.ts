import { BELOW_MEDIAN } from "../../../config/facts/acceptance-floors";
import { median } from "../median";
import type { GemmRun } from "../parse/gemm";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";
import { fourDigits } from "../four-digits";

/** Judges products of matrices on all GPUs of a node. @param gpus that it has */
export function judgeGemm(runs: readonly GemmRun[], { gpus, floor }: { gpus: number; floor: Floor | null }): Verdict {
  const findings: Finding[] = [];
  const onGpus = runs.filter(({ kind }) => kind === "cuda");
  if (onGpus.length !== gpus)
    findings.push({
      text: `${onGpus.length} GPUs computed, and not ${gpus}.`,
      fix: "look at nvidia-smi -L in the job, and whether PyTorch of the image is built for this driver",
    });
  const usual = onGpus.length > 0 ? median(onGpus.map(({ tflops }) => tflops)) : 0;
  for (const { gpu, tflops, first, last, same } of onGpus) {
    if (!same)
      findings.push({
        text: `GPU ${gpu} gives other numbers for the same product.`,
        fix: "drain the node: such a GPU spoils trainings silently; run dcgmi diag -r 4, and replace it",
      });
    if (last < BELOW_MEDIAN * first)
      findings.push({
        text: `GPU ${gpu} slowed down from ${fourDigits(first)} to ${fourDigits(last)} TFLOP/s within the run.`,
        fix: "look at DCGM's clock events: power (limit, supply) or heat (fans, airflow, a heat sink that does not sit)",
      });
    if (tflops < BELOW_MEDIAN * usual)
      findings.push({
        text: `GPU ${gpu} does ${fourDigits(tflops)} TFLOP/s, and the median of its node is ${fourDigits(usual)}.`,
        fix: "compare its clocks, power limit and temperature with the others' (nvidia-smi -q -d CLOCK,POWER,TEMPERATURE)",
      });
  }
  const slowest = onGpus.toSorted((one, other) => one.tflops - other.tflops)[0];
  return verdict(
    slowest
      ? [{ name: `Products of GPU ${slowest.gpu}, the slowest`, value: slowest.tflops, unit: "TFLOP/s", floor }]
      : [],
    findings,
    "look at power limits and clocks of all GPUs (nvidia-smi -q -d CLOCK,POWER), and at what else runs on the node",
  );
}
