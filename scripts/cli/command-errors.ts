import { ConfigError } from "../../config/kernel/issues";
import type { CommandContext } from "./command";
import { ExpectedError } from "../lib/errors/expected-error";
import { RefusedError } from "../lib/errors/refused-error";
import { Stopped } from "../lib/terminal/ask";
import { Interrupted } from "../lib/process/interruptible";
import { problemReport } from "../lib/environments/report-problems";
import { UsageError, usageText } from "../lib/errors/usage";

export interface CommandErrorsProps {
  /** Command that tells how the failed one is used. */
  readonly help: string;
  /** What is said of a run that somebody stopped. @default - that nothing is left running, and that it goes on where it stopped */
  readonly interrupted?: string | undefined;
  /** What is added where nothing can have been written yet. @default - nothing */
  readonly untouched?: string | undefined;
}

/** Prints an error that a person can mend; others are bugs and go on. @returns the exit code: 2 where the answer is no */
export function reportError(error: unknown, context: CommandContext, props: CommandErrorsProps): number {
  const { help, untouched, interrupted } = props;
  const note = untouched === undefined ? "" : `\n\n${untouched}`;
  if (error instanceof ConfigError) context.printError(`${problemReport(error, context.root)}${note}`);
  else if (error instanceof UsageError) context.printError(usageText(error, help));
  else if (error instanceof Interrupted) {
    context.printError(interrupted === undefined ? error.message : `Interrupted (${error.by}). ${interrupted}`);
    return error.exitCode;
  } else if (error instanceof ExpectedError) context.printError(error.message);
  else throw error;
  if (error instanceof Stopped) return error.exitCode;
  return error instanceof RefusedError ? 2 : 1;
}
