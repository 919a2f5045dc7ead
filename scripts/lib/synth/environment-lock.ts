import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../errors/expected-error";
import { folderProblem } from "../files/file-problem";
import { otherHolder, takeLock, type WorkLock } from "../process/work-lock";

const fileOf = (outdir: string, environment: string): string => join(outdir, `.${environment}.lock`);

/**
 * Keeps the stacks of an environment in this folder as they are for as long as this process deploys or destroys them.
 * Terraform's own lock is of one state, for one plan: between two stacks it holds nothing.
 * @throws ExpectedError when another process does
 */
export function lockEnvironment(outdir: string, environment: string): WorkLock {
  try {
    mkdirSync(outdir, { recursive: true });
    return takeLock(fileOf(outdir, environment), `${environment} in ${outdir}, for deploying or destroying it,`);
  } catch (error) {
    const text = error instanceof ExpectedError ? null : folderProblem(error, outdir);
    throw text === null ? error : new ExpectedError(text);
  }
}

/** Refuses to write stacks that another process deploys: it would apply what nobody has shown it. @throws ExpectedError */
export function assertUnlocked(outdir: string, environments: readonly string[]): void {
  for (const name of environments) {
    const holder = otherHolder(fileOf(outdir, name));
    if (holder !== null)
      throw new ExpectedError(
        `Process ${holder} deploys or destroys ${name} with the stacks in ${outdir}: wait for it to end. ` +
          `If that process is something else, remove ${fileOf(outdir, name)}. Nothing was written.`,
      );
  }
}
