import { ciCommand } from "../../scripts/dev/ci/command";
import { NOW } from "./environment";
import { ROOT } from "./process";

/** A step of the pipeline, as a runner calls it. */
export async function runCi(args: string[], env: Readonly<Record<string, string | undefined>> = {}, root = ROOT) {
  const printed: string[] = [];
  const errors: string[] = [];
  const context = {
    root,
    clock: () => NOW,
    print: (text: string) => printed.push(text),
    printError: (text: string) => errors.push(text),
  };
  const code = await ciCommand(args, context, env);
  return { code, printed: printed.join("\n"), errors: errors.join("\n") };
}
