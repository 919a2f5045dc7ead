import { createInterface } from "node:readline";
import { visible } from "./visible";
import { ExpectedError } from "../errors/expected-error";

/** Asks a person. @returns what was typed, without spaces around it; the suggestion where nothing was */
export type Ask = (question: string, suggestion?: string) => Promise<string>;

export interface Terminal {
  readonly ask: Ask;
  /** Says something that is no question. */
  readonly tell: (text: string) => void;
  readonly close: () => void;
}

/** The person went: by Ctrl-C, or by ending the input. */
export class Stopped extends ExpectedError {
  constructor(readonly exitCode: 1 | 130) {
    super("\nStopped. Nothing was written.");
  }
}

/** The terminal that the program runs in; null where nobody can answer. Questions go to the error output. */
export function openTerminal(): Terminal | null {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  const lines = createInterface({ input: stdin, output: stderr });
  let exitCode: 1 | 130 = 1;
  lines.on("SIGINT", () => {
    exitCode = 130;
    lines.close();
  });
  // lines that were typed ahead wait there
  const answers = lines[Symbol.asyncIterator]();
  return {
    ask: async (question, suggestion) => {
      lines.setPrompt(visible(`${question}${suggestion === undefined ? "" : ` [${suggestion}]`}: `));
      lines.prompt();
      const { done, value } = await answers.next();
      if (done) throw new Stopped(exitCode);
      return value.trim() || (suggestion ?? "");
    },
    tell: (text) => stderr.write(`${visible(text)}\n`),
    close: () => lines.close(),
  };
}
