import type { GromacsRun } from "../parse/gromacs";
import type { HplRun } from "../parse/hpl";
import { type Finding, verdict, type Verdict } from "../verdict";

/** Judges HPL. @param order of the matrix that was asked for */
export function judgeHpl({ order, gflops }: HplRun, expected: { readonly order: number }): Verdict {
  const findings: Finding[] =
    order === expected.order
      ? []
      : [
          {
            text: `It solved a system of order ${order}, and not of ${expected.order}.`,
            fix: "look at which HPL.dat it read: images bring their own",
          },
        ];
  return verdict(
    [{ name: "HPL", value: gflops / 1000, unit: "TFLOP/s", floor: null }],
    findings,
    "compare clocks and power limits of the nodes",
  );
}

/** Judges a simulation of GROMACS that should have computed on a GPU. */
export function judgeGromacs({ nsPerDay, onGpu }: GromacsRun): Verdict {
  const findings: Finding[] = onGpu
    ? []
    : [{ text: "It computed on CPUs alone.", fix: "take an image whose GROMACS is built for GPUs (gmx --version)" }];
  return verdict([{ name: "Water", value: nsPerDay, unit: "ns/day", floor: null }], findings, "compare clocks");
}
