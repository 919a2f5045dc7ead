import type { DiagResult } from "../parse/dcgm";
import type { Finding, Verdict } from "../verdict";

/** Judges `dcgmi diag`: what fails, what was left out, and whether each GPU was looked at. @param gpus GPUs of the node */
export function judgeDiagnostics(results: readonly DiagResult[], gpus: number): Verdict {
  const findings: Finding[] = results.flatMap(({ status, test, entity, warnings }): Finding[] => {
    const why = warnings.length > 0 ? `: ${warnings.join(" ")}` : "";
    if (status === "Fail")
      return [
        {
          text: `${test} fails on ${entity}${why}`,
          fix: "drain the node; run dcgmi diag -r 3, and replace the GPU or the node where it fails again",
        },
      ];
    if (status === "Warn")
      return [{ text: `${test} warns of ${entity}${why}`, fix: "look at what it says before the node takes jobs" }];
    return [];
  });
  const looked = new Set(
    results.filter(({ entity, status }) => entity.startsWith("GPU ") && status === "Pass").map(({ entity }) => entity),
  ).size;
  if (looked < gpus)
    findings.push({
      text: `Tests passed on ${looked} GPUs, and the node has ${gpus}.`,
      fix: "look for GPUs that nvidia-smi does not list, and for tests that were skipped because something else uses them",
    });
  const figure = { name: "GPUs on which tests passed", value: looked, unit: "GPUs", floor: null };
  return { status: findings.length > 0 ? "failed" : "passed", figures: [figure], findings };
}
