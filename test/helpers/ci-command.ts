import { ciCommand } from "../../scripts/dev/ci/command";
import { captured } from "./captured";
import { ROOT } from "./process";

/** A step of the pipeline, as a runner calls it. */
export async function runCi(args: string[], env: Readonly<Record<string, string | undefined>> = {}, root = ROOT) {
  const { context, texts } = captured(root);
  const code = await ciCommand(args, context, env);
  return { code, ...texts() };
}
