import { realpathSync } from "node:fs";
import { join } from "node:path";
import { didYouMean } from "../../../config/kernel/nearest";
import type { CommandContext } from "../../cli/command";
import { reportError } from "../../cli/command-errors";
import { completionHelp } from "./definition";
import { candidates, type CandidatesProps } from "./candidates";
import { SHELLS, shellScript, type Shell } from "./shell-script";
import { UsageError } from "../../lib/errors/usage";

/** `railyard completion`. @param commands what is completed @returns the exit code */
export async function completionCommand(
  args: readonly string[],
  context: CommandContext,
  commands: CandidatesProps["commands"],
): Promise<number> {
  try {
    const [first, ...more] = args;
    const program = realpathSync(join(context.root, "bin", "railyard.js"));
    if (first === "--help" || first === "-h") {
      context.print(completionHelp(context));
      return 0;
    }
    if (first === "--words") {
      const found = await candidates({ words: more, commands, context });
      if (found.length) context.print(found.join("\n"));
      return 0;
    }
    if (first === undefined || more.length) throw new UsageError(`name one shell: ${SHELLS.join(", ")}`);
    if (!isShell(first)) {
      const near = didYouMean(first, SHELLS) ?? `They are ${SHELLS.join(", ")}.`;
      throw new UsageError(`there is no completion for "${first}". ${near}`);
    }
    context.print(shellScript(first, program).trimEnd());
    return 0;
  } catch (error) {
    return reportError(error, context, { help: "npx railyard completion --help" });
  }
}

const isShell = (word: string): word is Shell => (SHELLS as readonly string[]).includes(word);
