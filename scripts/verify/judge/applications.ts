import type { GromacsRun } from "../parse/gromacs";
import type { HplRun } from "../parse/hpl";
import { type Finding, verdict, type Verdict } from "../verdict";

/** Largest residual of a solution that is right, as HPL.dat has it. */
const THRESHOLD = 16;

/** Judges HPL. @param expected what was asked for: the order of the matrix, and processes that share it */
export function judgeHpl(
  { order, processes, gflops, wrong, onGpus }: HplRun,
  expected: { readonly order: number; readonly processes: number },
): Verdict {
  const findings: Finding[] = [];
  if (wrong.length > 0)
    findings.push({
      text: `It solved the system wrongly: its residual is ${wrong.join(", ")}, and that of a right solution is below ${THRESHOLD}.`,
      fix: "a GPU computes, or memory or fabric keep, something else than they should: run dcgm-3 and gemm on these nodes, and look at their kernel's log for XIDs",
    });
  if (order !== expected.order)
    findings.push({
      text: `It solved a system of order ${order}, and not of ${expected.order}.`,
      fix: "look at which HPL.dat it read: images bring their own",
    });
  if (processes !== expected.processes)
    findings.push({
      text: `${processes} processes shared the system, and not ${expected.processes}.`,
      fix: "look at which HPL.dat it read: images bring their own",
    });
  return verdict(
    // how fast a wrong solution was found says nothing
    wrong.length > 0 ? [] : [{ name: "HPL", value: gflops / 1000, unit: "TFLOP/s", floor: null }],
    findings,
    "compare clocks and power limits of the nodes",
    onGpus ? [] : ["Whether GPUs computed: it prints nothing of them, as NVIDIA's HPL does."],
  );
}

/** Judges a simulation of GROMACS that should have computed on a GPU. */
export function judgeGromacs({ nsPerDay, onGpu }: GromacsRun): Verdict {
  const findings: Finding[] = onGpu
    ? []
    : [{ text: "It computed on CPUs alone.", fix: "take an image whose GROMACS is built for GPUs (gmx --version)" }];
  return verdict([{ name: "Water", value: nsPerDay, unit: "ns/day", floor: null }], findings, "compare clocks");
}
