import { runChild } from "../../lib/process/child";
import type { DoctorContext } from "./check";

/** What a program said; null: there is no such program. `problem`: it did not end well. */
export interface ProgramOutput {
  readonly output: string;
  readonly problem?: string;
}

/** Programs of version managers may have to look for the version first. */
const LIMIT_MS = 10_000;

/** Runs a program that tells its version, both outputs together. Never throws. */
export async function ask(
  program: string,
  args: readonly string[],
  { env, signal }: DoctorContext,
): Promise<ProgramOutput | null> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    const either = AbortSignal.any([signal, limit]);
    const run = await runChild({ program, args, folder: process.cwd(), env, signal: either, graceSeconds: 0 });
    const output = `${run.stdout}\n${run.stderr}`.trim();
    if (run.code === 0) return { output };
    return { output, problem: (output.split("\n")[0] || `it ended with code ${run.code}`).slice(0, 200) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    const why = limit.aborted ? `no answer in ${LIMIT_MS / 1000} s` : (error as Error).message;
    return { output: "", problem: why.slice(0, 200) };
  }
}
