import { ExpectedError } from "../errors/expected-error";
import type { Terminal } from "./ask";

/** Opens the terminal; null where nobody can answer. */
export type OpenTerminal = () => Terminal | null;

/** Whether somebody can be asked. */
export function canAsk(open: OpenTerminal): boolean {
  const terminal = open();
  terminal?.close();
  return terminal !== null;
}

/**
 * Asks for one exact answer. The terminal is open for the question only: while Terraform runs, Ctrl-C belongs to it.
 * @returns whether that was the answer
 */
export async function confirm(open: OpenTerminal, question: string, answer: string): Promise<boolean> {
  const terminal = open();
  if (!terminal) throw new ExpectedError("Nobody can answer: standard input or the error output is no terminal.");
  try {
    return (await terminal.ask(question)) === answer;
  } catch (error) {
    // the end of the input, or Ctrl-C while it is typed
    if (error instanceof ExpectedError) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
