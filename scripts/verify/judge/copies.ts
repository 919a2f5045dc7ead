import type { CopyRun } from "../parse/nvbandwidth";
import { type Finding, type Floor, verdict, type Verdict } from "../verdict";

/** Judges nvbandwidth. @param tests floors by test case; each must be there; null: only measured */
export function judgeCopies(runs: readonly CopyRun[], tests: Readonly<Record<string, Floor | null>>): Verdict {
  const findings: Finding[] = Object.keys(tests).flatMap((name) => {
    const run = runs.find((one) => one.name === name);
    if (run && run.minGBps !== null) return [];
    return [
      {
        text: run ? `${name} was waived.` : `${name} did not run.`,
        fix: `start nvbandwidth with -t ${name} where all GPUs of the node are free`,
      },
    ];
  });
  const figures = runs.flatMap(({ name, minGBps, slowest }) =>
    name in tests && minGBps !== null
      ? [
          {
            name: `${name}, slowest pair (${slowest![0]} to ${slowest![1]})`,
            value: minGBps,
            unit: "GB/s",
            floor: tests[name]!,
          },
        ]
      : [],
  );
  return verdict(
    figures,
    findings,
    "look at the PCIe width and speed of that GPU (nvidia-smi -q), at its NVLinks, and at the NUMA node that the program ran on",
  );
}
