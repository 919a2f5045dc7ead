import { helpText } from "../../scripts/cli/help-text";
import { COMMANDS } from "../../scripts/commands";
import { NOW } from "./environment";
import { ROOT, type Result } from "./process";

/** Runs a command as `railyard` would, on the shipped environments, in this process: for commands that change nothing in it. */
export async function railyard(name: string, ...args: readonly string[]): Promise<Result> {
  const out: string[] = [];
  const errors: string[] = [];
  const context = {
    root: ROOT,
    outdir: undefined,
    clock: () => NOW,
    print: (text: string) => void out.push(`${text}\n`),
    printError: (text: string) => void errors.push(`${text}\n`),
  };
  const definition = COMMANDS[name]!.define();
  const asksForHelp = args.includes("--help") && definition.help === undefined;
  if (asksForHelp) context.print(helpText(definition));
  const code = asksForHelp ? 0 : await definition.run()(args, context);
  return { code, stdout: out.join(""), stderr: errors.join("") };
}
