import { ExpectedError } from "../../lib/errors/expected-error";
import { runChild } from "../../lib/process/child";
import type { SlurmProgram } from "../../lib/slurm/controller";

/** Slurm's programs where a harness has started Slurm. @param program runs what comes after it there @param first its own arguments */
export const slurmBy =
  (program: string, first: readonly string[]): SlurmProgram =>
  async (...args) => {
    const { code, stdout, stderr } = await runChild({
      program,
      args: [...first, ...args],
      folder: "/",
      env: process.env,
    });
    if (code !== 0) throw new ExpectedError(`${args.join(" ")}: ${stderr.trim()}`);
    return stdout;
  };
