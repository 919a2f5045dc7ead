import type { CommandContext } from "../../scripts/cli/command";
import { NOW } from "./environment";
import { ROOT } from "./process";

/** What a command needs to run in this process, and the lines that it has printed. */
export function captured(
  root = ROOT,
  now = NOW,
): { readonly context: CommandContext; readonly texts: () => Record<"printed" | "errors", string> } {
  const printed: string[] = [];
  const errors: string[] = [];
  return {
    context: {
      root,
      clock: () => now,
      print: (text) => void printed.push(text),
      printError: (text) => void errors.push(text),
    },
    texts: () => ({ printed: printed.join("\n"), errors: errors.join("\n") }),
  };
}
